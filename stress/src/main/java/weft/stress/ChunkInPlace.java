// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import weft.memory.Words;

/// Claim: who is told of a chunk by a message reads in place what was copied there before, and its
/// owner, once told that it was read, may fill it anew without the reader seeing any of that
/// (collective.internal: an announcement of a place, and its DONE; a line of a board, and the word
/// that says how far its reader is). The copies are plain; the message's commit and the word are
/// releases, the poll and the look at the word acquires.
public final class ChunkInPlace {
  private static final int WORDS = 6;

  private ChunkInPlace() {}

  /// The owner fills, tells, and fills anew if it was told that the chunk was read.
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "looked too early")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "read; not filled anew")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "read, then filled anew")
  @Outcome(expect = FORBIDDEN, desc = "read before it was filled, or what it was filled with anew")
  @State
  public static class FilledAnew extends Pair {
    private static final long DONE = 0;
    private static final long CHUNK = 64;

    private final MemorySegment heap = new TinyRings(2).control();
    private final long[] copy = new long[WORDS];

    public FilledAnew() {
      super(1);
      prime();
    }

    private void fill(int round) {
      var source = new long[WORDS];
      for (int i = 0; i < WORDS; i++) {
        source[i] = Records.word(round, i);
      }
      MemorySegment.copy(source, 0, heap, ValueLayout.JAVA_LONG_UNALIGNED, CHUNK, WORDS);
    }

    @Actor
    public void owner(III_Result r) {
      fill(1);
      Records.send(out, FIRST, words);
      for (int look = 0; look < 1000; look++) {
        if (Words.getAcquire(heap, DONE) == 1) {
          fill(2);
          r.r3 = 1;
          return;
        }
        Thread.onSpinWait();
      }
    }

    @Actor
    public void reader(III_Result r) {
      in.poll(this);
      r.r1 = found;
      if (found == 0) {
        return;
      }
      MemorySegment.copy(heap, ValueLayout.JAVA_LONG_UNALIGNED, CHUNK, copy, 0, WORDS);
      Words.setRelease(heap, DONE, 1);
      int odd = wrong;
      for (int i = 0; i < WORDS; i++) {
        odd += copy[i] == Records.word(1, i) ? 0 : 1;
      }
      r.r2 = odd;
    }
  }
}
