// SPDX-License-Identifier: Apache-2.0
/// Dense matrices that the ranks of a group share, and what is computed with them.
@NullMarked
package weft.linalg;

import org.jspecify.annotations.NullMarked;
