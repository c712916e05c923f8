// SPDX-License-Identifier: Apache-2.0
/// Tests of the tree, the transfer functions and the product.
@NullMarked
package weft.multipole;

import org.jspecify.annotations.NullMarked;
