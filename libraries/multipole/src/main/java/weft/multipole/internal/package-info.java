// SPDX-License-Identifier: Apache-2.0
/// Fourier transforms, the change from one grid to another, and the schedule of a product.
@NullMarked
package weft.multipole.internal;

import org.jspecify.annotations.NullMarked;
