// SPDX-License-Identifier: Apache-2.0
/// Benchmarks of pairs of processes.
@NullMarked
package weft.bench;

import org.jspecify.annotations.NullMarked;
