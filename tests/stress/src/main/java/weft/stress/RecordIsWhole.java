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

/// Claim: a reader that sees a record's header sees its whole payload, once (RingOutbox.commit
/// releases, RingReader.drain acquires).
///
/// The reader polls the ring already, so only that release orders the words.
public final class RecordIsWhole {
  private RecordIsWhole() {}

  /// A record of 1 word.
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "polled too early; found later")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found whole")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class Words1 extends Pair {
    public Words1() {
      super(1);
      prime();
    }

    @Actor
    public void sender() {
      Records.send(out, FIRST, words);
    }

    @Actor
    public void reader(III_Result r) {
      in.poll(this);
      r.r1 = found;
      r.r2 = wrong;
    }

    @Arbiter
    public void end(III_Result r) {
      in.poll(this);
      r.r2 += wrong;
      r.r3 = found;
    }
  }

  /// A record of 2 words.
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "polled too early; found later")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found whole")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class Words2 extends Pair {
    public Words2() {
      super(2);
      prime();
    }

    @Actor
    public void sender() {
      Records.send(out, FIRST, words);
    }

    @Actor
    public void reader(III_Result r) {
      in.poll(this);
      r.r1 = found;
      r.r2 = wrong;
    }

    @Arbiter
    public void end(III_Result r) {
      in.poll(this);
      r.r2 += wrong;
      r.r3 = found;
    }
  }

  /// A record of 3 words.
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "polled too early; found later")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found whole")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class Words3 extends Pair {
    public Words3() {
      super(3);
      prime();
    }

    @Actor
    public void sender() {
      Records.send(out, FIRST, words);
    }

    @Actor
    public void reader(III_Result r) {
      in.poll(this);
      r.r1 = found;
      r.r2 = wrong;
    }

    @Arbiter
    public void end(III_Result r) {
      in.poll(this);
      r.r2 += wrong;
      r.r3 = found;
    }
  }

  /// A record of 4 words.
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "polled too early; found later")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found whole")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class Words4 extends Pair {
    public Words4() {
      super(4);
      prime();
    }

    @Actor
    public void sender() {
      Records.send(out, FIRST, words);
    }

    @Actor
    public void reader(III_Result r) {
      in.poll(this);
      r.r1 = found;
      r.r2 = wrong;
    }

    @Arbiter
    public void end(III_Result r) {
      in.poll(this);
      r.r2 += wrong;
      r.r3 = found;
    }
  }

  /// A record of a payload of 56 bytes, copied.
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "polled too early; found later")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "found whole")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, or found twice")
  @State
  public static class Copied extends Pair {
    public Copied() {
      super(7);
      prime();
    }

    @Actor
    public void sender() {
      Records.sendCopied(out, FIRST, words);
    }

    @Actor
    public void reader(III_Result r) {
      in.poll(this);
      r.r1 = found;
      r.r2 = wrong;
    }

    @Arbiter
    public void end(III_Result r) {
      in.poll(this);
      r.r2 += wrong;
      r.r3 = found;
    }
  }
}
