// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import weft.memory.Ticks;

/// Claims: a PAD at the ring's end is skipped and never delivered. A record that follows it is
/// whole. A ring that is full to its last byte neither overwrites nor loses anything
/// (RingOutbox.claimSlow, RingReader.drain).
public final class RingEnd {
  private RingEnd() {}

  /// A ring in which all but the last bytes of the first lap have been sent and taken.
  public abstract static class Case extends Pair {
    /// Leaves `rest` bytes to the ring's end, and records of `words` words that follow.
    Case(int rest, int words) {
      super(0);
      for (int at = 0; at < TinyRings.RING - rest; at += 8) {
        while (!Records.send(out, next, 0)) {
          in.poll(this);
        }
        in.poll(this);
      }
      this.words = words;
      forget();
      Ticks.tick(in);
    }
  }

  /// One record that does not fit before the end, for which the PAD has `rest` bytes.
  public abstract static class Padded extends Case {
    Padded(int rest) {
      super(rest, 7);
    }

    final void send() {
      Records.send(out, FIRST, words);
    }

    final void look(III_Result r) {
      in.poll(this);
      r.r1 = found;
    }

    final void verdict(III_Result r) {
      in.poll(this);
      r.r2 = wrong;
      r.r3 = found;
    }
  }

  /// The PAD is a header alone.
  @JCStressTest
  @Outcome(id = "[0-1], 0, 1", expect = ACCEPTABLE, desc = "found whole, and no PAD")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, doubled, or a PAD")
  @State
  public static class PadOfOneWord extends Padded {
    public PadOfOneWord() {
      super(8);
    }

    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void reader(III_Result r) {
      look(r);
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }

  /// The PAD has a body.
  @JCStressTest
  @Outcome(id = "[0-1], 0, 1", expect = ACCEPTABLE, desc = "found whole, and no PAD")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, doubled, or a PAD")
  @State
  public static class PadOfManyWords extends Padded {
    public PadOfManyWords() {
      super(56);
    }

    @Actor
    public void sender() {
      send();
    }

    @Actor
    public void reader(III_Result r) {
      look(r);
    }

    @Arbiter
    public void end(III_Result r) {
      verdict(r);
    }
  }

  /// Two records are sent into a ring with room for one, which fills it exactly. Meanwhile the
  /// reader takes the earlier records.
  @JCStressTest
  @Outcome(id = "1, 0, 0, 32", expect = ACCEPTABLE, desc = "the second one found no room")
  @Outcome(id = "1, 1, 0, 33", expect = ACCEPTABLE, desc = "the reader made room in time")
  @Outcome(expect = FORBIDDEN, desc = "torn, lost, doubled, or no room where there was some")
  @State
  public static class FilledExactly extends Case {
    private static final int RECORD = 16;

    public FilledExactly() {
      // Half a lap: in a full ring the newest record ends where the oldest begins.
      super(TinyRings.RING / 2, 1);
      for (int n = FIRST; n < FIRST + TinyRings.RING / RECORD - 1; n++) {
        Records.send(out, n, words);
      }
    }

    @Actor
    public void sender(IIII_Result r) {
      int n = FIRST + TinyRings.RING / RECORD - 1;
      r.r1 = Records.send(out, n, words) ? 1 : 0;
      r.r2 = Records.send(out, n + 1, words) ? 1 : 0;
    }

    @Actor
    public void reader() {
      in.poll(this);
    }

    @Arbiter
    public void end(IIII_Result r) {
      while (in.poll(this) > 0) {}
      r.r3 = wrong;
      r.r4 = found;
    }
  }
}
