// SPDX-License-Identifier: Apache-2.0
/// A fast multipole method for waves: the tree, the fields of its boxes on Fourier grids, and the
/// product that ranks compute together. A [weft.multipole.LeafKernel] says how the leaves radiate
/// and receive.
@NullMarked
package weft.multipole;

import org.jspecify.annotations.NullMarked;
