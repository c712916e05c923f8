// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.collective.internal.board.SharedBoard;
import weft.collective.internal.engine.CallQueue;
import weft.collective.internal.engine.Context;
import weft.collective.internal.engine.GroupCall;
import weft.layer.LayerCompletions;

/// Runs the operations of one group on this rank: over the board if they are small, else by
/// schedules.
class GroupRunner {
  /// The engine that all groups of this rank share.
  final RankCollectives rankCollectives;

  final Context context;
  final GroupSettings settings;
  private final OperationBinder binder;
  private final BooleanSupplier hasRoom;
  private @Nullable SharedBoard board;

  /// The exception that ended an operation half way on this rank, and the name of that operation.
  /// Other ranks wait for its messages, so this rank cannot take part in the next one.
  private @Nullable Throwable failure;

  private String failedCall = "";

  GroupRunner(RankCollectives rankCollectives, Context context, GroupSettings settings) {
    this.rankCollectives = rankCollectives;
    this.context = context;
    this.settings = settings;
    this.binder = new OperationBinder(rankCollectives.core, context, settings);
    this.hasRoom = context::hasRoom;
    context.forwarding(settings::forwards);
  }

  /// The runner of a new group, which records if the job is recorded.
  static GroupRunner of(RankCollectives rankCollectives, Context context, GroupSettings settings) {
    return rankCollectives.layer.recording() == null
        ? new GroupRunner(rankCollectives, context, settings)
        : new RecordingRunner(rankCollectives, context, settings);
  }

  /// Sets the call of `operation`, unless it is set already.
  final void prepare(Operation operation) {
    checkUsable(operation.name);
    binder.prepare(operation);
  }

  /// Whether `operation`, which is prepared, uses the board.
  final boolean isOverBoard(Operation operation) {
    return board != null && operation.isSmall();
  }

  int rank() {
    return context.rank();
  }

  int size() {
    return context.size();
  }

  /// The rank in the world of a member.
  int member(int rank) {
    return context.member(rank);
  }

  /// Sends small operations over `board` from now on; null for none.
  void board(@Nullable SharedBoard board) {
    this.board = board;
    if (board != null && rank() == 0) {
      context.whenOver(() -> rankCollectives.layer.memory().free(board.offset()));
    }
  }

  /// Refuses a call in a function of the program that must not wait, before the start, of a freed
  /// group, or after a failure.
  void checkUsable(String call) {
    rankCollectives.layer.calls().checkMayWait(call);
    if (!rankCollectives.layer.calls().isStarted()) {
      throw new IllegalStateException(
          call
              + " of "
              + this
              + " on rank "
              + rankCollectives.layer.rank()
              + " before World.start(); call Group.world and register all handlers,"
              + " then call start() on every rank");
    }
    if (context.isLeft()) {
      throw new IllegalStateException(
          call + " of " + this + ", which was freed" + context.leftAt());
    }
    if (failure != null) {
      throw new IllegalStateException(
          call
              + " of "
              + this
              + ", in which "
              + failedCall
              + " ended half way on this rank: "
              + rankCollectives.layer.program().describe(failure)
              + ". Other ranks may wait for its messages; let the job end",
          failure);
    }
  }

  /// Runs `operation` and returns when it is done on this rank.
  void run(Operation operation) {
    checkUsable(operation.name);
    binder.prepare(operation);
    operation.call.begun(false);
    try {
      carryOut(operation);
    } catch (RuntimeException | Error e) {
      failed(operation.name, e);
      throw e;
    }
  }

  /// Runs the prepared operation.
  void carryOut(Operation operation) {
    SharedBoard board = this.board;
    if (board != null && operation.isSmall()) {
      awaitRoom(operation.name);
      board.run(operation.call, operation.name);
      return;
    }
    rankCollectives.start(context, operation.call);
    if (!operation.call.isDone()) {
      rankCollectives.layer.waiting().await(operation.name, operation.isDone);
    }
  }

  /// Begins `operation`; `done` completes with it.
  void start(Operation operation, Completion done) {
    checkUsable(operation.name);
    binder.prepare(operation);
    LayerCompletions.begin(done, operation.name);
    operation.completes(done);
    operation.call.begun(true);
    try {
      rankCollectives.start(context, operation.call);
    } catch (RuntimeException | Error e) {
      failed(operation.name, e);
      throw e;
    }
  }

  /// Keeps the next place in the order of operations for `call`.
  void reserve(GroupCall call) {
    calls().reserve(context, call);
  }

  /// Begins `operation` in the place that [#reserve] kept for its call; `done` completes with it.
  void startReserved(Operation operation, Completion done) {
    binder.prepare(operation);
    operation.call.begun(true);
    LayerCompletions.begin(done, operation.name);
    operation.completes(done);
    calls().startReserved(context, operation.call);
    rankCollectives.layer.messages().flush();
  }

  /// Gives up the place that [#reserve] kept for `call`.
  void giveUp(GroupCall call) {
    calls().giveUp(context, call);
  }

  private CallQueue calls() {
    return rankCollectives.core.calls();
  }

  /// Refuses later calls: this one has ended half way on this rank.
  void failed(String call, Throwable thrown) {
    failure = thrown;
    failedCall = call;
  }

  private void awaitRoom(String call) {
    if (!context.hasRoom()) {
      rankCollectives.layer.waiting().await(call, hasRoom);
    }
  }

  /// Changes the settings of this group in the call `name`. A barrier follows, because handlers of
  /// other members forward an operation before they have called it. No member starts one before all
  /// know the new settings.
  void change(String name, Runnable change) {
    boolean started = rankCollectives.layer.calls().isStarted();
    if (started) {
      checkUsable(name);
      awaitRoom(name);
    }
    change.run();
    settings.changed();
    if (started) {
      run(Operation.barrier().as(name));
    }
  }

  /// Whether no operation is pending on this rank.
  boolean isIdle() {
    return context.isIdle();
  }

  /// Leaves the group on this rank. Does not wait for other ranks.
  void free() {
    if (context.id() == 0) {
      throw new IllegalStateException(
          "Group.free of the group of all ranks, which lasts as long as the job");
    }
    if (failure != null) {
      return; // Others may wait for ever in the operation that failed, so the job ends anyway.
    }
    checkUsable("Group.free");
    if (!context.isIdle()) {
      throw new IllegalStateException(
          "Group.free of "
              + this
              + " while operations are pending: "
              + rankCollectives.core.describe(context)
              + "; wait until they are done. In a finally block this exception replaces one that"
              + " was under way");
    }
    SharedBoard left = board;
    if (left != null) {
      // Its memory stays until all members have left, so no longer than this call.
      left.compareWithAll();
      context.atEnd(() -> {});
      board = null;
    }
    rankCollectives.core.groups().leave(context, rankCollectives.layer.calls().line());
  }

  @Override
  public String toString() {
    return "group " + context.id() + " of " + size() + " ranks";
  }
}
