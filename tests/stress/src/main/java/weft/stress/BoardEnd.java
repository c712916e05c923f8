// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Claim: if the last calls of two ranks differ and neither was compared, at least one rank detects
/// it, however close together their bodies return. In Board.run and bodyReturned, each rank
/// publishes its own line, issues a full fence, and then reads the other's line.
public final class BoardEnd {
  private BoardEnd() {}

  /// Each rank passes itself as the root of the only operation, and returns.
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "found by rank 1")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "found by rank 0")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "found by both")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "found by neither")
  @State
  public static class AtTheSameTime {
    private final MemorySegment memory = MemorySegment.ofArray(new long[BoardMember.bytes() / 8]);
    private final BoardMember zero = new BoardMember(0, memory);
    private final BoardMember one = new BoardMember(1, memory);

    @Actor
    public void zero(II_Result r) {
      zero.broadcast(0, 1);
      zero.end();
      r.r1 = zero.reported().isEmpty() ? 0 : 1;
    }

    @Actor
    public void one(II_Result r) {
      one.broadcast(1, 1);
      one.end();
      r.r2 = one.reported().isEmpty() ? 0 : 1;
    }
  }
}
