// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import weft.memory.Lines;
import weft.memory.Words;

/// Claim: a sender finds its ring full and requests a wake-up. Then either it sees the room that
/// the reader makes meanwhile, or the reader rings. In RingOutbox.requestWake and
/// RingReader.publish, each side writes its own word and then reads the other's, all volatile.
public final class Room {
  private Room() {}

  /// A full ring, from which the reader takes enough to publish once.
  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the sender saw the room")
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "the reader saw the request")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "both")
  @Outcome(id = "0, 0, 1", expect = FORBIDDEN, desc = "would sleep although there is room")
  @Outcome(expect = FORBIDDEN, desc = "there is no room after all")
  @State
  public static class AskedForAndMade extends Pair {
    public AskedForAndMade() {
      super(1);
      int n = FIRST;
      while (Records.send(out, n, words)) {
        n++;
      }
    }

    @Actor
    public void sender(III_Result r) {
      r.r1 = out.requestWake(16) ? 1 : 0;
    }

    @Actor
    public void reader() {
      in.poll(this);
    }

    @Arbiter
    public void end(III_Result r) {
      r.r2 = rung ? 1 : 0;
      r.r3 = out.claim(16) >= 0 && wrong == 0 ? 1 : 0;
    }
  }

  /// Why volatile: with release and acquire both may read before the other's write is seen.
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender saw the room")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the reader saw the request")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both")
  @Outcome(
      id = "0, 0",
      expect = ACCEPTABLE_INTERESTING,
      desc = "would sleep although there is room: volatile prevents this")
  @State
  public static class WithReleaseAndAcquire {
    private static final long CONSUMED = 0;
    private static final long WAITING = Lines.LINE;

    private final MemorySegment control = new TinyRings(2).control();

    @Actor
    public void sender(II_Result r) {
      Words.setRelease(control, WAITING, 1);
      r.r1 = (int) Words.getAcquire(control, CONSUMED);
    }

    @Actor
    public void reader(II_Result r) {
      Words.setRelease(control, CONSUMED, 1);
      r.r2 = (int) Words.getAcquire(control, WAITING);
    }
  }
}
