// SPDX-License-Identifier: Apache-2.0
/// Dense matrices that are distributed over the ranks of a group, and computations on them.
@NullMarked
package weft.linalg;

import org.jspecify.annotations.NullMarked;
