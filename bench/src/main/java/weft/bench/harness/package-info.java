// SPDX-License-Identifier: Apache-2.0
/// Shared by all benchmarks: alternating slices, statistics of them, and options.
@NullMarked
package weft.bench.harness;

import org.jspecify.annotations.NullMarked;
