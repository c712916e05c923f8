// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;

/// The records of the stress tests. Every word of record `n` encodes its number.
///
/// Each word of a payload looks like the header of a record for an unused handler. If a reader
/// takes a stale word for a header, it therefore reports a record that was never sent.
final class Records {
  private static final int STALE = 0x8000;

  private Records() {}

  /// The header of record `n` with a payload of `words` words.
  static long header(int n, int words) {
    int kind = words <= 4 ? RecordLayout.RSR0 + words : RecordLayout.RSRN;
    return RecordLayout.header(kind, n & (STALE - 1), 8 * words);
  }

  /// Word `index` of the payload of record `n`.
  static long word(int n, int index) {
    return RecordLayout.header(RecordLayout.RSR0 + 1, STALE | (n * 8 + index) & (STALE - 1), 8);
  }

  /// Sends record `n` word by word, as requests are sent, and returns whether there was room.
  static boolean send(RingOutbox out, int n, int words) {
    int bytes = RecordLayout.HEADER + 8 * words;
    long at = out.claim(bytes);
    if (at < 0) {
      return false;
    }
    write(out, at, n, words);
    return true;
  }

  /// The same through an outbox that is held.
  static boolean sendHeld(RingOutbox out, int n, int words) {
    int bytes = RecordLayout.HEADER + 8 * words;
    long at = out.claimHeld(bytes);
    if (at < 0) {
      return false;
    }
    write(out, at, n, words);
    return true;
  }

  private static void write(RingOutbox out, long at, int n, int words) {
    for (int i = 0; i < words; i++) {
      out.word(at, i, word(n, i));
    }
    out.commit(at, RecordLayout.HEADER + 8 * words, header(n, words));
  }

  /// Sends record `n` with a payload copied from an array, as rsrN does.
  static boolean sendCopied(RingOutbox out, int n, int words) {
    int bytes = RecordLayout.HEADER + 8 * words;
    long at = out.claim(bytes);
    if (at < 0) {
      return false;
    }
    var payload = new long[words];
    for (int i = 0; i < words; i++) {
      payload[i] = word(n, i);
    }
    MemorySegment.copy(
        payload, 0, out.memory(), ValueLayout.JAVA_LONG, at + RecordLayout.HEADER, words);
    out.commit(at, bytes, header(n, words));
    return true;
  }

  /// The number of words of the record at `at` that differ from record `n` with `words` words.
  static int wrongWords(long header, MemorySegment memory, long at, int n, int words) {
    if (header != header(n, words)) {
      return 1;
    }
    int wrong = 0;
    for (int i = 0; i < words; i++) {
      if (memory.get(ValueLayout.JAVA_LONG, at + RecordLayout.HEADER + 8L * i) != word(n, i)) {
        wrong++;
      }
    }
    return wrong;
  }
}
