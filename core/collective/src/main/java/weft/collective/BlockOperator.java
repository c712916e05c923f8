// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;

/// A user's operator on blocks of elements of any size; see [Operator#ofBlocks].
@FunctionalInterface
public interface BlockOperator {
  /// Combines the first `count` elements of both segments into `left`: each becomes left ∘ right.
  ///
  /// Elements are contiguous from byte 0. The segments may be longer, are aligned to 64 bytes, and
  /// must not be kept. The function may neither send nor wait.
  void combine(MemorySegment left, MemorySegment right, long count);
}
