// SPDX-License-Identifier: Apache-2.0
/// Waves at many distances or in many directions at once: for the libraries of this house alone.
@NullMarked
package weft.multipole.waves;

import org.jspecify.annotations.NullMarked;
