// SPDX-License-Identifier: Apache-2.0
/// Paired whole-process benchmarks.
@NullMarked
package weft.bench;

import org.jspecify.annotations.NullMarked;
