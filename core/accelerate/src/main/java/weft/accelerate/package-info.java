// SPDX-License-Identifier: Apache-2.0
/// Copies and sums in machine code. Not for users: the runtime finds it by itself.
@NullMarked
package weft.accelerate;

import org.jspecify.annotations.NullMarked;
