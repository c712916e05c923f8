// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import org.jspecify.annotations.Nullable;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Shape;

/// Takes the calls of one rank, and begins them in their order.
public final class CallQueue implements Executor.Turn {
  private final CollectiveWire wire;
  private final Disagreements disagreements;
  private @Nullable Executor executor;

  CallQueue(CollectiveWire wire, Disagreements disagreements) {
    this.wire = wire;
    this.disagreements = disagreements;
  }

  /// Sets who carries them out.
  void connect(Executor executor) {
    this.executor = executor;
  }

  private Executor executor() {
    Executor executor = this.executor;
    if (executor == null) {
      throw new IllegalStateException("a call came before it can be carried out");
    }
    return executor;
  }

  /// Begins an operation, which all members begin in the same order; `call` is done some time
  /// later. While the group's window is full it waits for its turn.
  public void start(Context context, GroupCall call) {
    call.busy = true;
    call.begunAt = wire.line();
    context.add(call);
    next(context);
  }

  /// Keeps a place for `call` in the order of the group's operations, before it is known what it
  /// does: all that is begun later waits behind it. Then either [#startReserved] or [#giveUp] is
  /// called, on all members.
  public void reserve(Context context, GroupCall call) {
    call.reserved = true;
    call.begunAt = wire.line();
    context.add(call);
  }

  /// Begins, when its turn comes, what a place was kept for.
  public void startReserved(Context context, GroupCall call) {
    call.reserved = false;
    call.busy = true;
    next(context);
  }

  /// Leaves out the place that was kept for `call`.
  public void giveUp(Context context, GroupCall call) {
    call.reserved = false;
    call.givenUp = true;
    next(context);
  }

  /// Begins what waits for its turn, as far as there is room. What is begun may be over at once and
  /// make room: that does not come here again.
  @Override
  public void next(Context context) {
    if (context.beginning || context.waiting == 0) {
      return;
    }
    context.beginning = true;
    for (GroupCall call = context.take(); call != null; call = context.take()) {
      if (!begin(context, call)) {
        return; // the job is ending: nothing begins any more
      }
    }
    context.beginning = false;
    if (disagreements.isOver()) {
      disagreements.notCalled(context);
    }
  }

  /// Begins a call; false when others have begun something else in its place.
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

  /// Begins an operation that its ranks carry out without messages; [Core#passed] ends it.
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
