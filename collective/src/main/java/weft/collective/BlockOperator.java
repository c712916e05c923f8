// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.lang.foreign.MemorySegment;

/// A user's operator on blocks of elements of any size; see [Operator#ofBlocks].
@FunctionalInterface
public interface BlockOperator {
  /// Makes each of the first `count` elements of `left` that element ∘ the same element of `right`.
  ///
  /// Elements stand one after the other from byte 0 on; the segments may be longer, are aligned to
  /// 64 bytes, and are not to be kept. Runs where handlers run: it must not wait.
  void combine(MemorySegment left, MemorySegment right, long count);
}
