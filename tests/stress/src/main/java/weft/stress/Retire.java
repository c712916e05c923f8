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
import weft.memory.Ticks;

/// Claim: a sender needs no fence between the store of its record and the load of the attention
/// bit. The reason is that a reader clears the bit first, and then polls the ring for another whole
/// tick before it retires it (RingOutbox.commit, Inbox.tick).
///
/// Each test reports how the record was found. The reader finds it while it still polls the ring,
/// or in a poll after the sender has set the bit again, or only in a sweep over all rings. A tick
/// lasts 16,384 polls. These tests use half as many, so the margin is smaller than in a job. On a
/// virtual AMD EPYC, one store in a million stayed unseen for 2,048 polls, and none of 50 million
/// for 4,096. No test can show that a store never stays unseen for longer, because this is a
/// property of the processors. The sweep covers a processor that violates it.
public final class Retire {
  /// The polls between two ticks: some ten microseconds.
  private static final int TICK = 8192;

  private Retire() {}

  /// The reader's side, and the result.
  public abstract static class Case extends Pair {
    Case() {
      super(1);
      prime();
    }

    final void send() {
      meet();
      Records.send(out, FIRST, words);
    }

    final void verdict(III_Result r) {
      r.r1 = found;
      in.poll(this);
      r.r2 = found - r.r1;
      in.sweep();
      in.poll(this);
      r.r3 = found - r.r1 - r.r2 + wrong;
    }
  }

  /// Retires the ring as the inbox does.
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "found while the reader still polled")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "the sender saw the cleared bit")
  @Outcome(id = "0, 0, 1", expect = FORBIDDEN, desc = "found by the sweep alone: late")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class InTwoSteps extends Case {
    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void reader() {
      ready();
      Ticks.tick(in);
      poll(TICK);
      Ticks.tick(in);
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }

  /// The announcement of sleep clears the bit, and a tick follows at once. That tick must not count
  /// as the second step.
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "found while the reader still polled")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "the sender saw the cleared bit")
  @Outcome(id = "0, 0, 1", expect = FORBIDDEN, desc = "found by the sweep alone: late")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class ATickAfterPrepareSleep extends Case {
    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void reader() {
      ready();
      in.prepareSleep();
      Ticks.tick(in);
      in.awake();
      poll(TICK);
      Ticks.tick(in);
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }

  /// Why there are two steps: a reader that clears the bit and retires the ring at once misses a
  /// record.
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "found while the reader still polled")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "the sender saw the cleared bit")
  @Outcome(
      id = "0, 0, 1",
      expect = ACCEPTABLE_INTERESTING,
      desc = "found by the sweep alone: what two steps prevent")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class InOneStep extends Case {
    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void reader() {
      ready();
      Ticks.tick(in);
      Ticks.tick(in);
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }

  /// Why a whole tick separates the steps: one more poll is too early. The sender's load of the bit
  /// overtakes its record in the store buffer.
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "found while the reader still polled")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "the sender saw the cleared bit")
  @Outcome(
      id = "0, 0, 1",
      expect = ACCEPTABLE_INTERESTING,
      desc = "found by the sweep alone: what the time between the steps prevents")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class WithOneMoreLook extends Case {
    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void reader() {
      ready();
      Ticks.tick(in);
      in.poll(this);
      Ticks.tick(in);
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }
}
