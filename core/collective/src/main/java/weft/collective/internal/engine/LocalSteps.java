// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.reduction.Combiner;
import weft.collective.internal.reduction.Folds;
import weft.collective.internal.reduction.Operands;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.schedule.Region;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.StepRules;
import weft.memory.span.Span;

/// The steps of a schedule that involve no other rank.
final class LocalSteps {
  private final Places places;
  private final CollectiveWire wire;
  private final Folds folds = new Folds();

  LocalSteps(Places places, CollectiveWire wire) {
    this.places = places;
    this.wire = wire;
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
    Combiner combiner = combiner(slot);
    if (!combiner.isOfProgram()) {
      reduce(combiner, slot, schedule, at, fromFirst);
      return;
    }
    long outer = wire.enterOperator(combiner.part());
    try {
      reduce(combiner, slot, schedule, at, fromFirst);
    } catch (Throwable thrown) {
      throw wire.operatorFailed(outer, thrown);
    }
    wire.leaveOperator(outer);
  }

  private void reduce(Combiner combiner, Slot slot, Schedule schedule, int at, boolean fromFirst) {
    long to = schedule.to(at);
    long from = schedule.from(at);
    combiner.combine(
        places.span(slot, to, slot.stagedToo),
        Region.offset(to),
        places.span(slot, from, slot.staged),
        Region.offset(from),
        schedule.bytes(at),
        fromFirst);
  }

  /// Combines the operands and this rank's contribution, and writes the result to all targets.
  void fold(Slot slot, Schedule schedule, int at) {
    Combiner combiner = slot.operands.count() == 0 ? null : combiner(slot);
    if (combiner == null || !combiner.isOfProgram()) {
      fold(combiner, slot, schedule, at);
      return;
    }
    long outer = wire.enterOperator(combiner.part());
    try {
      fold(combiner, slot, schedule, at);
    } catch (Throwable thrown) {
      throw wire.operatorFailed(outer, thrown);
    }
    wire.leaveOperator(outer);
  }

  private void fold(@Nullable Combiner combiner, Slot slot, Schedule schedule, int at) {
    long to = schedule.to(at);
    long own = schedule.from(at);
    Operands<Block> operands = slot.operands;
    folds.fold(
        combiner,
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
    if (!StepRules.isOnePass(schedule, at)) {
      return false;
    }
    int next = at + 1;
    byte kind = schedule.kind(next);
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
    Span target = places.span(slot, to, slot.stagedToo);
    Combiner combiner = combiner(slot);
    long targetAt = Region.offset(to);
    if (!combiner.isOfProgram()) {
      combiner.combine(target, targetAt, left, leftAt, right, rightAt, schedule.bytes(at));
      return true;
    }
    long outer = wire.enterOperator(combiner.part());
    try {
      combiner.combine(target, targetAt, left, leftAt, right, rightAt, schedule.bytes(at));
    } catch (Throwable thrown) {
      throw wire.operatorFailed(outer, thrown);
    }
    wire.leaveOperator(outer);
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
