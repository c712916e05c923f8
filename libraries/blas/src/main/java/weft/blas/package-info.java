// SPDX-License-Identifier: Apache-2.0
/// Binds a native BLAS library with a C interface.
@NullMarked
package weft.blas;

import org.jspecify.annotations.NullMarked;
