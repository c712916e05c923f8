// SPDX-License-Identifier: Apache-2.0
/// Tests of the debug mode of one-sided memory.
@NullMarked
package weft.testkit.check;

import org.jspecify.annotations.NullMarked;
