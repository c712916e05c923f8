// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Shape;

/// The calls of one rank, which begin in their order.
public final class CallQueue implements Executor.Turn {
  private final CollectiveWire wire;
  private final Disagreements disagreements;
  private @Nullable Executor executor;

  CallQueue(CollectiveWire wire, Disagreements disagreements) {
    this.wire = wire;
    this.disagreements = disagreements;
  }

  /// Sets the executor of the calls.
  void connect(Executor executor) {
    this.executor = executor;
  }

  private Executor executor() {
    Executor executor = this.executor;
    if (executor == null) {
      throw new IllegalStateException("a call was made before the executor was connected");
    }
    return executor;
  }

  /// Begins an operation, or queues it while the group's window is full. `call` is done some time
  /// later. All members begin the operations of a group in the same order.
  public void start(Context context, GroupCall call) {
    call.busy = true;
    call.begunAt = wire.line();
    context.add(call);
    next(context);
  }

  /// Reserves a place for `call` in the order of the group's operations, before its data is known.
  /// Later calls wait behind it. All members then call [#startReserved] or [#giveUp].
  public void reserve(Context context, GroupCall call) {
    call.reserved = true;
    call.begunAt = wire.line();
    context.add(call);
  }

  /// Begins `call` when it is the turn of its reserved place.
  public void startReserved(Context context, GroupCall call) {
    call.reserved = false;
    call.busy = true;
    next(context);
  }

  /// Skips the place that was reserved for `call`.
  public void giveUp(Context context, GroupCall call) {
    call.reserved = false;
    call.givenUp = true;
    next(context);
  }

  /// Begins waiting calls while there is room. A call may complete at once and make room; that does
  /// not enter this loop again.
  @Override
  public void next(Context context) {
    if (context.beginning || context.waiting == 0) {
      return;
    }
    context.beginning = true;
    for (GroupCall call = context.take(); call != null; call = context.take()) {
      if (!begin(context, call)) {
        return; // The job is ending, so no call begins any more.
      }
    }
    context.beginning = false;
    if (disagreements.isOver()) {
      disagreements.notCalled(context);
    }
  }

  /// Begins a call; returns false if the members began different operations.
  private boolean begin(Context context, GroupCall call) {
    int sequence = context.next;
    Slot slot = context.slot(sequence);
    if (!slot.active) {
      slot.begin(sequence, call.signature, call.agreed, context.rank);
    } else if (!Signature.agree(slot.signature, call.signature) || slot.agreed != call.agreed) {
      slot.begunAt = call.begunAt;
      disagreements.say(
          context,
          sequence,
          slot.informant,
          slot.signature,
          slot.agreed,
          call.signature,
          call.agreed);
      return false;
    }
    context.next++;
    slot.informant = context.rank;
    slot.call = call;
    slot.begunAt = call.begunAt;
    slot.entered = true;
    if (slot.compiled == null) {
      compile(slot, call.shape);
    }
    executor().advance(slot);
    return true;
  }

  /// Begins an operation that needs no messages; [Core#passed] ends it.
  public Slot pass(Context context, GroupCall call) {
    int sequence = context.next;
    Slot slot = context.slot(sequence);
    if (slot.active) {
      int informant = slot.informant;
      long signature = slot.signature;
      long agreed = slot.agreed;
      slot.signature = call.signature;
      slot.agreed = call.agreed;
      slot.entered = true;
      disagreements.differ(slot, informant, signature, agreed);
    }
    slot.begin(sequence, call.signature, call.agreed, context.rank);
    slot.entered = true;
    slot.passing = true;
    slot.byBoard = true;
    context.next++;
    return slot;
  }

  /// Finds the schedule of a slot's operation.
  static void compile(Slot slot, Shape shape) {
    Compiled compiled = slot.context.schedules.get(shape, Signature.algorithm(slot.signature));
    compiled.users++;
    slot.compiled = compiled;
  }
}
