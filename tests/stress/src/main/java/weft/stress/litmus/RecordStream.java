// SPDX-License-Identifier: Apache-2.0
package weft.stress.litmus;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;

/// The records that one process sends. The seed determines them, so the receiver generates the same
/// records and compares every word.
///
/// Word 0 is the record's number, and word 1 the time at which it was sent. The others are random.
final class RecordStream {
  /// The number of words that every record has at least.
  static final int LEAST = 2;

  private static final int HANDLER = 20;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int most;
  private final long[] buffer;
  private long state;
  private long number;
  private int words;

  /// The records from `source`, none longer than `maxRecord` bytes.
  RecordStream(long seed, int source, int maxRecord) {
    this.most = (maxRecord - RecordLayout.HEADER) / 8;
    this.buffer = new long[most];
    this.state = mix(seed + GOLDEN * (source + 1));
    advance();
  }

  /// Moves to the next record.
  void advance() {
    state = mix(state + GOLDEN);
    number++;
    // Most records are small, and some have any size.
    int limit = (state & 7) == 0 ? most : Math.min(most, 7);
    words = LEAST + (int) ((state >>> 8) % (limit - LEAST + 1));
  }

  /// The number of the current record, from 1.
  long number() {
    return number;
  }

  /// Its length in a ring.
  int bytes() {
    return RecordLayout.HEADER + 8 * words;
  }

  private long header() {
    int kind = words <= 4 ? RecordLayout.RSR0 + words : RecordLayout.RSRN;
    return RecordLayout.header(kind, HANDLER, 8 * words);
  }

  private long word(int index) {
    return index == 0 ? number : mix(state ^ index * GOLDEN);
  }

  /// Sends the current record if there is room, and returns whether it did.
  boolean send(RingOutbox out) {
    int bytes = bytes();
    long at = out.claim(bytes);
    if (at < 0) {
      return false;
    }
    out.word(at, 0, number);
    if (words <= 7) {
      for (int i = LEAST; i < words; i++) {
        out.word(at, i, word(i));
      }
    } else {
      for (int i = LEAST; i < words; i++) {
        buffer[i] = word(i);
      }
      MemorySegment.copy(
          buffer,
          LEAST,
          out.memory(),
          ValueLayout.JAVA_LONG,
          at + RecordLayout.HEADER + 8 * LEAST,
          words - LEAST);
    }
    out.word(at, 1, System.nanoTime());
    out.commit(at, bytes, header());
    return true;
  }

  /// Compares the received record with the current one, and returns the time at which it was sent.
  ///
  /// @throws IllegalStateException if they differ
  long check(long header, MemorySegment memory, long at) {
    if (header != header()) {
      throw new IllegalStateException(
          "record "
              + number
              + " should have the header "
              + Long.toHexString(header())
              + ", but the ring says "
              + Long.toHexString(header));
    }
    long body = at + RecordLayout.HEADER;
    for (int i = 0; i < words; i++) {
      long found = memory.get(ValueLayout.JAVA_LONG, body + 8L * i);
      if (i != 1 && found != word(i)) {
        throw new IllegalStateException(
            "word "
                + i
                + " of "
                + words
                + " of record "
                + number
                + " is "
                + Long.toHexString(found)
                + ", and was sent as "
                + Long.toHexString(word(i)));
      }
    }
    return memory.get(ValueLayout.JAVA_LONG, body + 8);
  }

  /// A mixer of 64 bits (Stafford's variant 13).
  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
