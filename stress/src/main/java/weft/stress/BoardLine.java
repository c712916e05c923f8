// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/// Claim: who compares what a member has said of an operation some time ago, while that member uses
/// the line again, either compares what was said of that operation or finds it gone, and does not
/// take what is said of the next one for it (Board.publish and compare: a seqlock).
///
/// On x86 this shows each step of the seqlock that is left out or out of its place, but not a fence
/// that is missing: there the processor keeps stores in order, and loads, by itself.
public final class BoardLine {
  private static final int LINES = 16;
  private static final int LAST = LINES - 1;
  private static final int BEFORE = 1;
  private static final int AFTER = 3;

  private BoardLine() {}

  /// Rank 1 took itself for the root of one operation, so it compares all from there on at its end;
  /// rank 0 puts up what comes 16 operations later in their places, as many as it may.
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "gone")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "compared")
  @Outcome(expect = FORBIDDEN, desc = "compared with what was said of another operation")
  @State
  public static class UsedAgain {
    private final MemorySegment memory = MemorySegment.ofArray(new long[BoardMember.bytes() / 8]);
    private final BoardMember zero = new BoardMember(0, memory);
    private final BoardMember one = new BoardMember(1, memory);

    public UsedAgain() {
      for (int operation = 1; operation <= LAST; operation++) {
        zero.broadcast(0, BEFORE);
        one.broadcast(operation == 1 ? 1 : 0, BEFORE);
      }
      zero.broadcast(0, BEFORE);
    }

    @Actor
    public void publisher() {
      for (int operation = 1; operation < LAST; operation++) {
        zero.broadcast(0, AFTER);
      }
    }

    @Actor
    public void comparer(I_Result r) {
      one.end();
      String told = one.told();
      if (!told.isEmpty()) {
        r.r1 = told.contains("of " + AFTER + " ") ? 2 : 1;
      }
    }
  }
}
