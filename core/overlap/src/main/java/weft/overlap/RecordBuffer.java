// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.lang.foreign.MemorySegment;

/// The memory of one buffer, and a segment over it.
final class RecordBuffer {
  final long[] words;
  final MemorySegment view;

  /// The bytes of its records, once it is full.
  int length;

  RecordBuffer(int bytes) {
    this.words = new long[bytes >>> 3];
    this.view = MemorySegment.ofArray(words);
  }

  /// The size in bytes.
  int bytes() {
    return words.length << 3;
  }
}
