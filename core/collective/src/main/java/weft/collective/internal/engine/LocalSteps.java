// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.internal.data.Span;
import weft.collective.internal.reduction.Combiner;
import weft.collective.internal.reduction.Folds;
import weft.collective.internal.reduction.Operands;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;

/// The steps of a schedule that involve no other rank.
final class LocalSteps {
  private final Places places;
  private final Folds folds = new Folds();

  LocalSteps(Places places) {
    this.places = places;
  }

  /// Executes a copy.
  void copy(Slot slot, Schedule schedule, int at) {
    long to = schedule.to(at);
    long from = schedule.from(at);
    Span.copy(
        places.span(slot, to, slot.stagedToo),
        Region.offset(to),
        places.span(slot, from, slot.staged),
        Region.offset(from),
        schedule.bytes(at));
  }

  /// Executes a reduction.
  void reduce(Slot slot, Schedule schedule, int at, boolean fromFirst) {
    long to = schedule.to(at);
    long from = schedule.from(at);
    combiner(slot)
        .combine(
            places.span(slot, to, slot.stagedToo),
            Region.offset(to),
            places.span(slot, from, slot.staged),
            Region.offset(from),
            schedule.bytes(at),
            fromFirst);
  }

  /// Combines the operands and this rank's contribution, and writes the result to all targets.
  void fold(Slot slot, Schedule schedule, int at) {
    long to = schedule.to(at);
    long own = schedule.from(at);
    Operands<Block> operands = slot.operands;
    folds.fold(
        operands.count() == 0 ? null : combiner(slot),
        to == Region.NOWHERE ? null : places.span(slot, to, slot.stagedToo),
        Region.offset(to),
        places.span(slot, own, slot.staged),
        Region.offset(own),
        operands,
        schedule.bytes(at));
  }

  /// Executes a copy and the reduction of the block after it in one pass over memory, if both write
  /// the same place. Otherwise it does nothing and returns false.
  boolean copyAndReduce(Slot slot, Schedule schedule, int at) {
    int next = at + 1;
    byte kind = next < schedule.length() ? schedule.kind(next) : Schedule.ENTER;
    if ((kind != Schedule.REDUCE && kind != Schedule.REDUCE_LEFT)
        || schedule.to(next) != schedule.to(at)
        || schedule.bytes(next) != schedule.bytes(at)
        || Region.of(schedule.from(next)) != Region.BLOCK
        || Region.of(schedule.from(at)) == Region.BLOCK) {
      return false;
    }
    long to = schedule.to(at);
    long copied = schedule.from(at);
    long block = schedule.from(next);
    Span left = places.span(slot, copied, slot.staged);
    Span right = places.span(slot, block, slot.stagedToo);
    long leftAt = Region.offset(copied);
    long rightAt = Region.offset(block);
    if (kind == Schedule.REDUCE_LEFT) {
      Span span = left;
      left = right;
      right = span;
      leftAt = rightAt;
      rightAt = Region.offset(copied);
    }
    combiner(slot)
        .combine(
            places.span(slot, to, slot.stagedToo),
            Region.offset(to),
            left,
            leftAt,
            right,
            rightAt,
            schedule.bytes(at));
    return true;
  }

  private static Combiner combiner(Slot slot) {
    GroupCall call = slot.call;
    Combiner combiner = call == null ? null : call.combiner;
    if (combiner == null) {
      throw new IllegalStateException("a reduction without an operator");
    }
    return combiner;
  }
}
