// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.lang.foreign.MemorySegment;
import weft.memory.Doorbell;
import weft.memory.Inbox;
import weft.memory.RingOutbox;
import weft.memory.Ticks;
import weft.transport.RecordSink;

/// A ring from rank 0 to rank 1, and the results of its reader: the state of most stress tests.
///
/// A test's records are numbered from [#FIRST]. Lower numbers are records that prepared the ring.
public class Pair implements RecordSink {
  /// The number of a test's first record.
  static final int FIRST = 1;

  /// Only one thread of a run is the reader. The values that other threads see do not matter.
  private static int staggers;

  final RingOutbox out;
  final Inbox in;

  /// Whether rank 1's bell, or rank 0's, has rung.
  volatile boolean rung;

  private volatile boolean ready;

  /// Used by the reader: the records found, their wrong words, and the number and length of the
  /// next record.
  int found;

  int wrong;
  int next = FIRST;
  int words;

  /// A ring on which nothing has been sent; all records have `words` words.
  Pair(int words) {
    this.words = words;
    var rings = new TinyRings(2);
    Doorbell bell = rank -> rung = true;
    out = new RingOutbox(rings, 0, 1, bell);
    in = new Inbox(rings, 1, bell);
  }

  /// Makes the reader poll the ring, with its attention bit set. Then a sender neither sets the bit
  /// nor executes a fence.
  final void prime() {
    Records.send(out, FIRST, words);
    in.poll(this);
    forget();
    // The reader records its position, so that the next tick finds the ring silent.
    Ticks.tick(in);
  }

  /// Resets the counts.
  final void forget() {
    found = 0;
    wrong = 0;
    next = FIRST;
  }

  /// Called by the reader: lets the sender start. The reader itself starts after a random delay of
  /// up to half a microsecond, because the sender sees the signal that late.
  final void ready() {
    ready = true;
    for (int wait = staggers++ & 63; wait > 0 && ready; wait--) {
      Thread.onSpinWait();
    }
  }

  /// Waits for the reader, so that both start together.
  final void meet() {
    for (int spins = 0; !ready; spins++) {
      if (spins < 10_000) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /// Polls until a record is found, at most `most` times.
  final void poll(int most) {
    for (int i = 0; i < most && found == 0; i++) {
      in.poll(this);
    }
  }

  @Override
  public final boolean accept(long header, int source, MemorySegment memory, long at) {
    found++;
    wrong += Records.wrongWords(header, memory, at, next, words);
    next++;
    return true;
  }
}
