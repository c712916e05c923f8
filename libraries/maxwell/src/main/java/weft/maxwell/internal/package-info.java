// SPDX-License-Identifier: Apache-2.0
/// Quadrature, and the rows and columns of the matrix. ComplexNumber numbers are for e^{−iωt} here.
@NullMarked
package weft.maxwell.internal;

import org.jspecify.annotations.NullMarked;
