// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies buffers of words that have arrived.
final class Arrived {
  private long[] words = {};

  /// The words of a buffer that has arrived, in an array that is used again: reading them one by
  /// one from memory that the compiler knows nothing of takes longer.
  long[] of(MemorySegment memory, long at, int count) {
    long[] words = this.words;
    if (words.length < count) {
      words = new long[count];
      this.words = words;
    }
    MemorySegment.copy(memory, ValueLayout.JAVA_LONG_UNALIGNED, at, words, 0, count);
    return words;
  }
}
