// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.reduction;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.memory.SegmentSum;
import weft.memory.SumTable;
import weft.memory.span.Memories;
import weft.memory.span.Span;

/// Sums the contributions of several ranks by machine code, and writes the sum to all targets, in
/// one pass over memory.
final class OnePass {
  private final SumTable table = new SumTable();

  /// Sums as much of a fold ([Folds]) as possible from its beginning, and returns the number of
  /// bytes done. If `isFirst`, `to` is the first target.
  long sum(
      @Nullable Combiner combiner,
      Span to,
      long at,
      Span own,
      long ownAt,
      Operands<?> operands,
      boolean isFirst,
      long bytes) {
    SegmentSum sum = combiner == null ? null : combiner.sum();
    if (sum == null || bytes < SegmentSum.LEAST || to.strided() || own.strided()) {
      return 0;
    }
    MemorySegment target = to.suited();
    MemorySegment mine = own.suited();
    long place = to.place(at);
    long ownPlace = own.place(ownAt);
    long distance = Memories.distance(to, place, own, ownPlace);
    boolean overlap = distance != 0 && Math.abs(distance) < bytes;
    if (target == null || mine == null || overlap || !SegmentSum.isThere()) {
      return 0;
    }
    int skipped = isFirst ? 1 : 0;
    table.begin(operands.count() + 1, operands.before(), operands.targets() - skipped);
    for (int i = 0; i < operands.count(); i++) {
      if (!table.add(operands.block(i).memory(), operands.block(i).at)) {
        return 0;
      }
    }
    for (int i = skipped; i < operands.targets(); i++) {
      if (!table.add(operands.target(i).memory(), operands.target(i).at)) {
        return 0;
      }
    }
    long whole = bytes - bytes % SegmentSum.LINE;
    sum.addAll(target, place, mine, ownPlace, table, whole);
    return whole;
  }
}
