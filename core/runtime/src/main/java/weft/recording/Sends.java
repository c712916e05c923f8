// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.lang.foreign.MemorySegment;
import weft.memory.Words;

/// Counts the messages of one rank by target, by target and handler, and by size.
final class Sends {
  private final int size;
  private final long[] targets;
  private final long[] numbers;
  private final long[] sizes = new long[SIZE_COUNT];

  /// Keys are one more than the target and the handler, so that 0 is none.
  private final long[] table = new long[SENT_WORDS * SENT_COUNT];

  /// The key and the place of the last message.
  private long lastKey;

  private int lastEntry;

  private long messages;
  private long payloadBytes;
  private long lost;

  Sends(int size) {
    this.size = size;
    this.targets = new long[2 * size];
    this.numbers = new long[size];
  }

  /// The number of the next message to `target`, of any kind.
  long next(int target) {
    return numbers[target]++;
  }

  /// Counts a message of the program; `isPayload` says whether its bytes count.
  void add(int handler, int target, long bytes, boolean isPayload) {
    messages++;
    payloadBytes += isPayload ? bytes : 0;
    targets[2 * target]++;
    targets[2 * target + 1] += bytes;
    sizes[Math.min(SIZE_COUNT - 1, 64 - Long.numberOfLeadingZeros(bytes))]++;
    long key = ((long) target << 16 | handler) + 1;
    if (key == lastKey) {
      table[lastEntry + 1]++;
      table[lastEntry + 2] += bytes;
      return;
    }
    int at = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & (SENT_COUNT - 1);
    for (int tries = 0; tries < 16; tries++) {
      int entry = SENT_WORDS * (at + tries & (SENT_COUNT - 1));
      if (table[entry] == key || table[entry] == 0) {
        table[entry] = key;
        table[entry + 1]++;
        table[entry + 2] += bytes;
        lastKey = key;
        lastEntry = entry;
        return;
      }
    }
    lost++;
  }

  void copy(MemorySegment file) {
    MemorySegment.copy(MemorySegment.ofArray(targets), 0, file, 8L * TARGETS, 16L * size);
    MemorySegment.copy(MemorySegment.ofArray(sizes), 0, file, 8L * SIZES, 8L * SIZE_COUNT);
    MemorySegment.copy(MemorySegment.ofArray(table), 0, file, 8L * SENT, 8L * table.length);
    Words.set(file, 8L * H_SENT, messages);
    Words.set(file, 8L * H_SENT_BYTES, payloadBytes);
    Words.set(file, 8L * H_SENT_LOST, lost);
  }
}
