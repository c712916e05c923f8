// SPDX-License-Identifier: Apache-2.0
/// Code shared by all benchmarks: alternating slices, their statistics, and options.
@NullMarked
package weft.bench.harness;

import org.jspecify.annotations.NullMarked;
