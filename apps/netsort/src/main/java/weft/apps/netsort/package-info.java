// SPDX-License-Identifier: Apache-2.0
/// A static network sort over the ranks: odd-even transposition by put-op.
@NullMarked
package weft.apps.netsort;

import org.jspecify.annotations.NullMarked;
