// SPDX-License-Identifier: Apache-2.0
/// The program that measures: an ordinary program on several ranks, over any transport.
@NullMarked
package weft.calibrate.rank;

import org.jspecify.annotations.NullMarked;
