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

/// Claim: a rank that receives the announcement of a chunk reads in place the bytes that were
/// copied there before. Once the owner learns that the chunk was read, it may refill the chunk, and
/// the reader sees none of the new bytes. In collective.internal these are the announcement of a
/// place and its DONE, and a line of a board and the word with its reader's progress. The copies
/// are plain. The message's commit and the store of the word are releases; the poll and the load of
/// the word are acquires.
public final class ChunkInPlace {
  private static final int WORDS = 6;

  private ChunkInPlace() {}

  /// The owner fills the chunk, announces it, and refills it if the chunk was read.
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "polled too early")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "read; not refilled")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "read, then refilled")
  @Outcome(expect = FORBIDDEN, desc = "read before it was filled, or after it was refilled")
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
