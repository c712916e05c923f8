// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import weft.internal.Engine;
import weft.internal.rank.Rank;

/// Actions of one of Weft's own libraries at moments in the life of a rank.
public final class LayerMoments {
  private final Engine engine;
  private final Rank rank;

  LayerMoments(Engine engine) {
    this.engine = engine;
    this.rank = engine.self();
  }

  /// Runs `action` when any wait has lasted for half a second, then after 1, 2, 4, 8 … seconds, and
  /// finally each minute. A loop over polls without messages counts as a wait. The action runs
  /// outside handlers, and must not wait: it may send messages only by `trySend`.
  public void whenWaitingLong(Runnable action) {
    rank.waiting().whenLong(action);
  }

  /// Runs `action` at the beginning of each `World.quiesce`. The action may wait.
  public void beforeQuiesce(Runnable action) {
    engine.beforeQuiesce(action);
  }

  /// Runs `action` in [weft.World#quiesce] and at the end of the job, when quiescence has been
  /// found. The action may throw.
  public void whenQuiescent(Runnable action) {
    rank.whenQuiescent(action);
  }

  /// Runs `action` when the rank's body has returned without an exception, before the collective
  /// end of the job.
  public void atEnd(Runnable action) {
    rank.atEnd(action);
  }

  /// Runs `action` on each rank when the bodies of all ranks have returned, before the end of the
  /// job is agreed upon. A library stops here whatever it does by itself, such as balancing: it
  /// sends nothing more of its own accord, and messages that still arrive cause none. What is in
  /// flight is handled before the actions of [#whenOver], counted or not. After these nothing
  /// arrives any more.
  public void whenAllReturned(Runnable action) {
    rank.whenAllReturned(action);
  }

  /// Runs `action` at the end of the job, when quiescence has been found, and not in
  /// [weft.World#quiesce]. The action may throw: that is how a library reports what the program
  /// left behind.
  public void whenOver(Runnable action) {
    rank.whenOver(action);
  }

  /// Runs `action` at the very end of this rank, whether the job has succeeded or failed: it gives
  /// back threads and files. Nothing may be sent any more, and the action must not throw.
  public void whenClosed(Runnable action) {
    rank.whenClosed(action);
  }
}
