// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.WeftException;
import weft.collective.internal.engine.GroupCall;
import weft.layer.LayerCompletions;

/// Runs the stages of an object operation that was started, one after the other.
///
/// The data of a stage is known only when the stage before it is done. All members begin the
/// operations of a group in the same order, so all stages reserve their places in it at once.
final class ObjectStages {
  private final GroupRunner group;
  private final String name;
  private final ObjectExchange<?, ?> exchange;
  private final Completion done;
  private final GroupCall[] calls;
  private boolean busy = true;
  private @Nullable WeftException failure;

  /// `done` completes after the last stage.
  ObjectStages(GroupRunner group, String name, ObjectExchange<?, ?> exchange, Completion done) {
    this.group = group;
    this.name = name;
    this.exchange = exchange;
    this.done = done;
    this.calls = new GroupCall[exchange.stages()];
  }

  /// Begins the first stage.
  void begin() {
    LayerCompletions.begin(done, name);
    for (int stage = 0; stage < calls.length; stage++) {
      calls[stage] = new GroupCall();
      group.reserve(calls[stage]);
    }
    begin(0);
  }

  private void begin(int stage) {
    Completion stageDone = group.rankCollectives.world.completion();
    group.startReserved(exchange.stage(stage).as(name).reservedAs(calls[stage]), stageDone);
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
      LayerCompletions.done(done);
    }
  }

  private void giveUp(WeftException e) {
    for (int stage = 1; stage < calls.length; stage++) {
      group.giveUp(calls[stage]);
    }
    busy = false;
    failure = e;
    LayerCompletions.failed(done, e);
  }

  /// Whether a stage is pending.
  boolean isBusy() {
    return busy;
  }

  /// Throws the exception that ended the operation, if any.
  void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }
}
