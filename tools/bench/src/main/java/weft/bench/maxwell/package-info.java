// SPDX-License-Identifier: Apache-2.0
/// The benchmark of antennas and scatterers.
@NullMarked
package weft.bench.maxwell;

import org.jspecify.annotations.NullMarked;
