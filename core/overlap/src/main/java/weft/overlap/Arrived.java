// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies words from buffers that have arrived.
final class Arrived {
  private long[] words = {};

  /// Copies `count` words into an array, which is reused. Reading them one by one from the memory
  /// segment is slower.
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
