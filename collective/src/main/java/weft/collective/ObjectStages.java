// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.WeftException;
import weft.collective.internal.Call;
import weft.collective.internal.Calls;
import weft.collective.internal.Context;
import weft.layer.Layer;

/// Carries out the stages of an object operation that was begun, one after the other. What a later
/// stage does is known only when the one before is done, but all members begin the operations of a
/// group in the same order: so all stages get their places in that order at once.
final class ObjectStages {
  private final Group group;
  private final Member member;
  private final Context context;
  private final String name;
  private final ObjectExchange<?, ?> exchange;
  private final Completion done;
  private final Call[] calls;
  private boolean busy = true;
  private @Nullable WeftException failure;

  /// Begins the first stage; tells `done` after the last one.
  ObjectStages(
      Group group,
      Member member,
      Context context,
      String name,
      ObjectExchange<?, ?> exchange,
      Completion done) {
    this.group = group;
    this.member = member;
    this.context = context;
    this.name = name;
    this.exchange = exchange;
    this.done = done;
    this.calls = new Call[exchange.stages()];
    Layer.begin(done, name);
    for (int stage = 0; stage < calls.length; stage++) {
      calls[stage] = new Call();
      calls().reserve(context, calls[stage]);
    }
    begin(0);
  }

  private Calls calls() {
    return member.core.calls();
  }

  private void begin(int stage) {
    Operation operation = exchange.stage(stage).as(name).reservedAs(calls[stage]);
    operation.prepare(group);
    operation.call.begun(true);
    Completion stageDone = member.world.completion();
    Layer.begin(stageDone, name);
    operation.tells(stageDone);
    calls().startReserved(context, operation.call);
    member.layer.flush();
    // In a later poll, not within the operation that ends.
    stageDone.then(() -> proceed(stage + 1));
  }

  private void proceed(int next) {
    if (next == 1) {
      try {
        exchange.checkHeads();
      } catch (WeftException e) {
        giveUp(e);
        return;
      }
    }
    if (next < calls.length) {
      begin(next);
    } else {
      busy = false;
      Layer.done(done);
    }
  }

  private void giveUp(WeftException e) {
    for (int stage = 1; stage < calls.length; stage++) {
      calls().giveUp(context, calls[stage]);
    }
    busy = false;
    failure = e;
    Layer.failed(done, e);
  }

  /// Whether it is not done.
  boolean isBusy() {
    return busy;
  }

  /// Throws what it failed of.
  void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }
}
