// SPDX-License-Identifier: Apache-2.0
/// The rounds of reductions over arrays: what homes collect, and how rank 0 knows that a round is
/// complete.
@NullMarked
package weft.mobile.internal.rounds;

import org.jspecify.annotations.NullMarked;
