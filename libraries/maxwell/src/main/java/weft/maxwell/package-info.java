// SPDX-License-Identifier: Apache-2.0
/// Antennas and scatterers: currents on perfectly conducting surfaces, and the fields they radiate.
///
/// Lengths are in metres. ComplexNumber results are for fields that vary as e^{+jωt}, as engineers
/// write them.
@NullMarked
package weft.maxwell;

import org.jspecify.annotations.NullMarked;
