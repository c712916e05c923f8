// SPDX-License-Identifier: Apache-2.0
/// What all benchmarks share: alternating slices, what is made of them, and their options.
@NullMarked
package weft.bench.harness;

import org.jspecify.annotations.NullMarked;
