// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import weft.memory.Inbox;
import weft.memory.RingOutbox;
import weft.memory.Ticks;

/// Claim: the first message after a silence sets the source's attention bit, and no later poll
/// misses it. This holds even if other threads set or clear bits of the same word
/// (RingOutbox.raise, Inbox.poll, Inbox.tick).
public final class FirstMessage {
  private FirstMessage() {}

  /// The first message of a job.
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "polled too early; found later")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found at once")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class OfAll extends Pair {
    public OfAll() {
      super(2);
    }

    @Actor
    public void sender() {
      Records.send(out, FIRST, words);
    }

    @Actor
    public void reader(III_Result r) {
      in.poll(this);
      r.r1 = found;
    }

    @Arbiter
    public void end(III_Result r) {
      in.poll(this);
      r.r2 = wrong;
      r.r3 = found;
    }
  }

  /// Two sources set their bits in the same word at the same time.
  @JCStressTest
  @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both found")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class OfTwoSources extends Pair {
    final RingOutbox first;
    final RingOutbox second;
    final Inbox both;

    public OfTwoSources() {
      super(1);
      var rings = new TinyRings(3);
      first = new RingOutbox(rings, 0, 2, rank -> {});
      second = new RingOutbox(rings, 1, 2, rank -> {});
      both = new Inbox(rings, 2, rank -> {});
    }

    @Actor
    public void sender() {
      Records.send(first, FIRST, words);
    }

    @Actor
    public void otherSender() {
      Records.send(second, FIRST + 1, words);
    }

    @Arbiter
    public void end(II_Result r) {
      both.poll(this);
      r.r1 = found;
      r.r2 = wrong;
    }
  }

  /// The first message of one source, while the reader clears the bit of another source, which is
  /// silent.
  @JCStressTest
  @Outcome(id = "[0-1], 0, 1", expect = ACCEPTABLE, desc = "found in the end")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class BesideARetiredRing extends Pair {
    final RingOutbox fresh;
    final Inbox both;

    public BesideARetiredRing() {
      super(1);
      var rings = new TinyRings(3);
      var silent = new RingOutbox(rings, 0, 2, rank -> {});
      fresh = new RingOutbox(rings, 1, 2, rank -> {});
      both = new Inbox(rings, 2, rank -> {});
      Records.send(silent, FIRST, words);
      both.poll(this);
      forget();
      Ticks.tick(both);
    }

    @Actor
    public void sender() {
      Records.send(fresh, FIRST, words);
    }

    @Actor
    public void reader(III_Result r) {
      Ticks.tick(both);
      both.poll(this);
      r.r1 = found;
    }

    @Arbiter
    public void end(III_Result r) {
      both.poll(this);
      r.r2 = wrong;
      r.r3 = found;
    }
  }
}
