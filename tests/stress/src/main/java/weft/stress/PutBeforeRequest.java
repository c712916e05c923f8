// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import weft.memory.Words;

/// Claim: bytes that were put by a plain copy into shared memory before a message are visible to
/// the receiver of that message. The handler of a put's request finds the bytes. A rank that reads
/// a word put after a fence finds the bytes put before it (internal.remote.DirectAccess).
public final class PutBeforeRequest {
  private static final int WORDS = 5;

  private PutBeforeRequest() {}

  /// A heap of a few words, separate from the ring.
  private static final class Target {
    static final long FLAG = 0;
    static final long BYTES = 64;

    final MemorySegment heap = new TinyRings(2).control();

    /// As DirectAccess.put does.
    void put() {
      var source = new long[WORDS];
      for (int i = 0; i < WORDS; i++) {
        source[i] = Records.word(1, i);
      }
      MemorySegment.copy(source, 0, heap, ValueLayout.JAVA_LONG_UNALIGNED, BYTES, WORDS);
      VarHandle.releaseFence();
    }

    int wrongWords() {
      int wrong = 0;
      for (int i = 0; i < WORDS; i++) {
        long word = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, BYTES + 8L * i);
        wrong += word == Records.word(1, i) ? 0 : 1;
      }
      return wrong;
    }
  }

  /// A put, then a request.
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "polled too early")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the handler finds all bytes")
  @Outcome(expect = FORBIDDEN, desc = "the handler ran before the bytes were visible")
  @State
  public static class Request extends Pair {
    private final Target target = new Target();

    public Request() {
      super(1);
      prime();
    }

    @Actor
    public void sender() {
      target.put();
      Records.send(out, FIRST, words);
    }

    @Actor
    public void reader(II_Result r) {
      in.poll(this);
      r.r1 = found;
      r.r2 = found == 0 ? 0 : wrong + target.wrongWords();
    }
  }

  /// A put, a fence, and a word that announces the put.
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "polled too early")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the bytes are visible")
  @Outcome(expect = FORBIDDEN, desc = "the word was visible before the bytes")
  @State
  public static class Flag {
    private final Target target = new Target();

    @Actor
    public void writer() {
      target.put();
      VarHandle.fullFence();
      Words.setRelease(target.heap, Target.FLAG, 1);
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = (int) Words.getAcquire(target.heap, Target.FLAG);
      r.r2 = r.r1 == 0 ? 0 : target.wrongWords();
    }
  }
}
