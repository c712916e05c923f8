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

/// Claim: while a member reuses a line, another rank that compares an earlier operation reads the
/// earlier signature or finds that it is gone. It never compares the signature of the later
/// operation (Board.publish and compare: a seqlock).
///
/// On x86 this detects a step of the seqlock that is missing or misplaced, but not a missing fence.
/// There the processor itself keeps stores in order, and loads too.
public final class BoardLine {
  private static final int LINES = 16;
  private static final int LAST = LINES - 1;
  private static final int BEFORE = 1;
  private static final int AFTER = 3;

  private BoardLine() {}

  /// Rank 1 passed itself as the root of one operation, so at its end it compares all operations
  /// from that one on. Meanwhile rank 0 overwrites as many of these lines as it may, with
  /// operations that are 16 later.
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "gone")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "compared")
  @Outcome(expect = FORBIDDEN, desc = "compared with the signature of another operation")
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
      String reported = one.reported();
      if (!reported.isEmpty()) {
        r.r1 = reported.contains("of " + AFTER + " ") ? 2 : 1;
      }
    }
  }
}
