// SPDX-License-Identifier: Apache-2.0
/// Tuners on simulated cost curves.
@NullMarked
package weft.bench.tuner;

import org.jspecify.annotations.NullMarked;
