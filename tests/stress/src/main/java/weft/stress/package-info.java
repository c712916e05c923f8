// SPDX-License-Identifier: Apache-2.0
/// Tests of every claim about memory order: jcstress in one JVM, `litmus` in two processes.
///
/// Each class tests one claim and names the methods that the claim is about. Its nested classes are
/// the races in which the claim could fail. If a claim depends on an assumption, a weaker variant
/// is tested too, and its interesting results show what the assumption prevents.
///
/// `./weft test` runs all of them, for a minute or two. `-Dweft.effort=long` takes 45 minutes,
/// `-Dweft.stress.seed=N` repeats a run, and `-Dweft.stress.tests=Retire` selects tests.
@NullMarked
package weft.stress;

import org.jspecify.annotations.NullMarked;
