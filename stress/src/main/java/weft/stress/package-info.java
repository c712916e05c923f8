// SPDX-License-Identifier: Apache-2.0
/// A test for every claim about order: jcstress in one JVM, `litmus` in two processes.
///
/// A class stands for a claim and names the methods that it is about; its nested classes are the
/// races in which the claim could break. Where a claim rests on an assumption, a weaker variant
/// stands beside it, whose interesting results show what would be lost.
///
/// All of them run in `./weft test`, for a minute or two; `-Dweft.effort=long` takes 45 minutes,
/// `-Dweft.stress.seed=N` repeats a run, `-Dweft.stress.tests=Retire` selects.
@NullMarked
package weft.stress;

import org.jspecify.annotations.NullMarked;
