// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.lang.foreign.MemorySegment;

/// A function on blocks of elements, with the contract of [weft.collective.BlockOperator].
@FunctionalInterface
public interface BlockFunction {
  /// Combines the first `count` elements of both into `left`.
  void combine(MemorySegment left, MemorySegment right, long count);
}
