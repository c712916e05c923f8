// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Claim: a rank that announces sleep and lingers either sees a record, or its sender rings for it.
/// The sender needs no fence between its record and its load of the attention bit
/// (Inbox.prepareSleep, RingOutbox.commit, Waiting.rest).
///
/// The linger lasts 15 µs, longer than a store stays unseen on any processor we know. A store that
/// stayed unseen for longer would delay its message until the sleeper's bound of 10 ms, not lose
/// it.
public final class Sleep {
  private static final long LINGER_NANOS = 15_000;

  private Sleep() {}

  /// The sender's side, and the result: found by the sleeper, rung, found in the end.
  public abstract static class Case extends Pair {
    Case() {
      super(1);
    }

    final void send() {
      meet();
      Records.send(out, FIRST, words);
    }

    /// As in Waiting, the last poll begins after the linger.
    final void linger() {
      long until = System.nanoTime() + LINGER_NANOS;
      boolean lingered = false;
      while (found == 0) {
        in.poll(this);
        if (lingered) {
          return;
        }
        lingered = System.nanoTime() >= until;
      }
    }

    final void verdict(III_Result r) {
      r.r2 = rung ? 1 : 0;
      in.awake();
      in.sweep();
      in.poll(this);
      r.r3 = found + wrong;
    }
  }

  /// The reader polls the ring and its bit is set. The sender sets it only if it sees it cleared.
  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found in the linger")
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "rung")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "found and rung")
  @Outcome(id = "0, 0, 1", expect = FORBIDDEN, desc = "would sleep without seeing it")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class OnABusyRing extends Case {
    public OnABusyRing() {
      prime();
    }

    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void sleeper(III_Result r) {
      ready();
      in.prepareSleep();
      linger();
      r.r1 = found;
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }

  /// The first message on a ring.
  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found in the linger")
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "rung")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "found and rung")
  @Outcome(id = "0, 0, 1", expect = FORBIDDEN, desc = "would sleep without seeing it")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class OnAFreshRing extends Case {
    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void sleeper(III_Result r) {
      ready();
      in.prepareSleep();
      in.poll(this);
      r.r1 = found;
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }

  /// Why there is a linger: one poll right after the announcement is too early.
  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found at once")
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "rung")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "found and rung")
  @Outcome(
      id = "0, 0, 1",
      expect = ACCEPTABLE_INTERESTING,
      desc = "would sleep without seeing it: the linger prevents this")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class WithoutLinger extends Case {
    public WithoutLinger() {
      prime();
    }

    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void sleeper(III_Result r) {
      ready();
      in.prepareSleep();
      in.poll(this);
      r.r1 = found;
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }
}
