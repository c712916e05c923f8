// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import weft.WeftException;
import weft.internal.rank.Blocks;
import weft.internal.rank.CurrentContext;
import weft.internal.rank.DueWork;
import weft.internal.rank.Failures;
import weft.internal.rank.Rank;
import weft.memory.Peers;
import weft.memory.RecordLayout;
import weft.transport.Outbox;

/// The backlogs of one rank, one per target. While a backlog has records, its outbox is held, so
/// that nothing overtakes them.
final class Backlogs {
  private final int rank;
  private final CurrentContext context;
  private final DueWork due;
  private final Failures failures;
  private final Blocks blocks;
  private final Peers<Outbox> outboxes;
  private final Peers<Backlog> backlogs;
  private int standing;
  private long records;

  Backlogs(Rank rank, Peers<Outbox> outboxes) {
    this.rank = rank.rank();
    this.context = rank.context();
    this.due = rank.due();
    this.failures = rank.failures();
    this.blocks = rank.blocks();
    this.outboxes = outboxes;
    this.backlogs = Peers.empty(outboxes.size());
  }

  /// The backlog of `out`, which is about to take a record with this header. Internal records may
  /// exceed the budget, so that they always move.
  Backlog join(String name, Outbox out, long header) {
    boolean control = SystemHandlers.isControl(RecordLayout.handler(header));
    Backlog backlog = of(out.target());
    boolean stood = !backlog.isEmpty();
    if (!backlog.reserve(RecordLayout.length(header), control)) {
      // Reported here, because a handler that caught the exception would leave its message
      // incomplete.
      throw failures.report(context.where(), new WeftException(overBudget(name, out.target())));
    }
    joined(out, stood);
    return backlog;
  }

  /// The backlog of `out`, which is about to take the next record of a buffered send; the records
  /// from this one on take at most `rest` bytes.
  ///
  /// @throws WeftException if they do not fit the budget; nothing is lost, and the job continues
  Backlog joinBuffered(String name, Outbox out, long rest) {
    Backlog backlog = of(out.target());
    boolean stood = !backlog.isEmpty();
    if (!backlog.reserve(rest, false)) {
      throw cannotBuffer(name, out.target(), rest);
    }
    joined(out, stood);
    return backlog;
  }

  /// Refuses a buffered send whose records, of `bytes` bytes together, may not fit the budget.
  void checkBuffered(String name, Outbox out, long bytes) {
    if (!blocks.fits(bytes)) {
      throw cannotBuffer(name, out.target(), bytes);
    }
  }

  private WeftException cannotBuffer(String name, int target, long bytes) {
    return new WeftException(
        "rank "
            + rank
            + " cannot buffer \""
            + name
            + "\" for rank "
            + target
            + ", "
            + bytes
            + " bytes with its headers: "
            + blocks.budget().owners()
            + " are taken, and the budget is "
            + blocks.budget().limit()
            + " bytes; nothing was sent. Poll or wait, so that buffered messages can leave, use"
            + " send, which waits for room, or raise the budget (--budget)");
  }

  private Backlog of(int target) {
    Backlog backlog = backlogs.find(target);
    if (backlog == null) {
      backlog = new Backlog(blocks);
      backlogs.set(target, backlog);
    }
    return backlog;
  }

  private void joined(Outbox out, boolean stood) {
    if (!stood) {
      standing++;
      due.add(DueWork.BACKLOG);
      out.hold();
    }
    records++;
  }

  private String overBudget(String name, int target) {
    return context.where()
        + " on rank "
        + rank
        + " has sent \""
        + name
        + "\" to rank "
        + target
        + " faster than that rank takes it: "
        + blocks.budget().owners()
        + " are taken, and the budget is "
        + blocks.budget().limit()
        + " bytes; send less from handlers, let the target poll more often, or raise the budget"
        + " (--budget)";
  }

  /// Whether the backlog of `target` has records.
  boolean stands(int target) {
    Backlog backlog = backlogs.find(target);
    return backlog != null && !backlog.isEmpty();
  }

  /// Moves records into the rings, as far as there is room, but not to `except`, where a fragmented
  /// message is pending. Returns to how many targets records moved.
  int flush(int except) {
    int moved = 0;
    for (int target = 0; standing > 0 && target < backlogs.size(); target++) {
      Backlog backlog = backlogs.find(target);
      if (backlog == null || backlog.isEmpty() || target == except) {
        continue;
      }
      moved += backlog.flush(outboxes.get(target)) ? 1 : 0;
      if (backlog.isEmpty()) {
        if (--standing == 0) {
          due.remove(DueWork.BACKLOG);
        }
        outboxes.get(target).release();
      }
    }
    return moved;
  }

  /// Requests a wake-up from every target with a backlog when it has made room, and returns whether
  /// there is some already.
  boolean requestWakes(int except) {
    boolean room = false;
    for (int target = 0; standing > 0 && target < backlogs.size(); target++) {
      Backlog backlog = backlogs.find(target);
      if (backlog != null && !backlog.isEmpty() && target != except) {
        room |= outboxes.get(target).requestWake(backlog.nextBytes());
      }
    }
    return room;
  }

  /// The total number of records that joined a backlog.
  long records() {
    return records;
  }

  /// Describes the backlogs, for status reports.
  void describe(StringBuilder text) {
    for (int target = 0; target < backlogs.size(); target++) {
      Backlog backlog = backlogs.find(target);
      if (backlog != null && !backlog.isEmpty()) {
        text.append("; ")
            .append(backlog.bytes())
            .append(" bytes of backlog wait for rank ")
            .append(target);
      }
    }
  }
}
