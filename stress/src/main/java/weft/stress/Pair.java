// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.lang.foreign.MemorySegment;
import weft.memory.Doorbell;
import weft.memory.Inbox;
import weft.memory.RingOutbox;
import weft.memory.Ticks;
import weft.transport.RecordSink;

/// A ring from rank 0 to rank 1, and what its reader found: the state of most stress tests.
///
/// A test's records are numbered from [#FIRST]; those below prepared the ring.
public class Pair implements RecordSink {
  /// The number of a test's first record.
  static final int FIRST = 1;

  /// Only one thread of a run is the reader; which values it sees matters to nobody.
  private static int staggers;

  final RingOutbox out;
  final Inbox in;

  /// Whether rank 1's bell, or rank 0's, has rung.
  volatile boolean rung;

  private volatile boolean ready;

  /// The reader's: records found, wrong words among them, the number of the next, its length.
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

  /// Makes the ring one that is looked at, with its attention bit raised: now a sender neither
  /// raises the bit nor runs into a fence.
  final void prime() {
    Records.send(out, FIRST, words);
    in.poll(this);
    forget();
    // The reader notes where it stands, so that the next tick finds it silent.
    Ticks.tick(in);
  }

  /// Starts counting anew.
  final void forget() {
    found = 0;
    wrong = 0;
    next = FIRST;
  }

  /// The reader is here: the sender may go, and the reader goes some time between at once and half
  /// a microsecond later, since the sender takes that long to hear of it.
  final void ready() {
    ready = true;
    for (int wait = staggers++ & 63; wait > 0 && ready; wait--) {
      Thread.onSpinWait();
    }
  }

  /// Waits until the reader is here, so that the two meet.
  final void meet() {
    for (int spins = 0; !ready; spins++) {
      if (spins < 10_000) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /// Polls until something was found, `most` times at most.
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
