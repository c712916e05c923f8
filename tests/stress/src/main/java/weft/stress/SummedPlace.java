// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import weft.memory.SegmentSum;
import weft.memory.SumTable;

/// Claim: a rank announces an operand and a place for the result. One message tells it that the
/// operand was read and the result written. Then the whole sum is in the place, and the rank may
/// overwrite the operand without changing the sum (collective.internal: a fold, and its DONE). The
/// sum is computed by machine code that the JVM's compilers do not know. The message's commit is a
/// release, and the poll is an acquire.
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "polled too early")
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "the sum of the announced operand")
@Outcome(
    expect = FORBIDDEN,
    desc = "notified before the sum was whole, or a later operand was summed")
@State
public class SummedPlace extends Pair {
  private static final long OPERAND = 0;
  private static final long PLACE = 2 * SegmentSum.LINE;
  private static final int WORDS = (int) SegmentSum.LINE / Long.BYTES;
  private static final int SHOWN = 3;
  private static final int OWN = 4;

  private final MemorySegment heap = new TinyRings(2).control();
  private final MemorySegment own = MemorySegment.ofArray(filled(OWN));
  private final MemorySegment result = MemorySegment.ofArray(new long[WORDS]);
  private final SumTable table = new SumTable();

  /// Announces the operand.
  public SummedPlace() {
    super(1);
    prime();
    show(SHOWN);
    table.begin(2, 1, 1);
    if (!table.add(heap, OPERAND) || !table.add(heap, PLACE)) {
      throw new IllegalStateException("there is no such sum in this process");
    }
  }

  private static long[] filled(long value) {
    var words = new long[WORDS];
    Arrays.fill(words, value);
    return words;
  }

  private void show(long value) {
    MemorySegment.copy(filled(value), 0, heap, ValueLayout.JAVA_LONG, OPERAND, WORDS);
  }

  private static int odd(MemorySegment sums, long at) {
    int odd = 0;
    for (int i = 0; i < WORDS; i++) {
      odd += sums.get(ValueLayout.JAVA_LONG, at + 8L * i) == SHOWN + OWN ? 0 : 1;
    }
    return odd;
  }

  @Actor
  public void folder(III_Result r) {
    SegmentSum.LONGS.addAll(result, 0, own, 0, table, SegmentSum.LINE);
    Records.send(out, FIRST, words);
    r.r3 = odd(result, 0);
  }

  @Actor
  public void owner(III_Result r) {
    in.poll(this);
    r.r1 = found;
    if (found > 0) {
      show(SHOWN + 1);
      r.r2 = wrong + odd(heap, PLACE);
    }
  }
}
