// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import weft.transport.FailureReport;
import weft.transport.Transport;

/// Status report of a rank; readable from any thread. It reads the rank's fields without ordering,
/// which is sufficient for a report.
public final class RankStatus implements Transport.Watcher {
  private final int rank;
  private final Owner owner;
  private final CurrentContext context;
  private final Waiting waiting;
  private final Failures failures;
  private final DueWork due;
  private final Ledger ledger;
  private final List<Consumer<StringBuilder>> pending = new CopyOnWriteArrayList<>();
  private final List<Consumer<StringBuilder>> end = new CopyOnWriteArrayList<>();

  RankStatus(
      int rank,
      Owner owner,
      CurrentContext context,
      Waiting waiting,
      Failures failures,
      DueWork due,
      Ledger ledger) {
    this.rank = rank;
    this.owner = owner;
    this.context = context;
    this.waiting = waiting;
    this.failures = failures;
    this.due = due;
    this.ledger = ledger;
  }

  /// Adds a part of the report, which appends its pending work; each clause begins with "; ".
  public void add(Consumer<StringBuilder> part) {
    pending.add(part);
  }

  /// The same, after all that is pending.
  public void addAtEnd(Consumer<StringBuilder> part) {
    end.add(part);
  }

  @Override
  public void failed(FailureReport report) {
    failures.learn(report);
    due.raise(DueWork.FAILED);
  }

  @Override
  public long activity() {
    long moved = ledger.activity();
    // A handler that runs inside a wait computes, so the report must not say that the rank waits.
    boolean waits = waiting.isWaiting() && (context.isBody() || waiting.isNested());
    return waits ? moved : ~moved;
  }

  @Override
  public String describe() {
    var text = new StringBuilder("rank ").append(rank);
    String call = waiting.call();
    StackTraceElement line = Program.line(owner.thread());
    boolean inHandler = !context.isBody();
    if (inHandler) {
      text.append(" runs ").append(context.where());
      text.append(call == null ? "" : " (in " + call + ")");
    } else if (call == null) {
      String wait = Program.wait(owner.thread());
      text.append(wait == null ? " computes" : " waits outside Weft, in " + wait + ",");
    } else {
      text.append(" waits in ").append(call);
      if (waiting.target() >= 0) {
        text.append(" for rank ").append(waiting.target());
      }
    }
    if (line != null) {
      text.append(" at ").append(line);
    }
    if (call != null && !inHandler && waiting.nanos() > 0) {
      long millis = waiting.nanos() / 1_000_000;
      text.append(", for ").append(millis / 1e3).append(" s");
    }
    text.append("; ")
        .append(ledger.issued())
        .append(" sent, ")
        .append(ledger.completed()) // it lags within a batch
        .append(" received");
    pending.forEach(part -> part.accept(text));
    end.forEach(part -> part.accept(text));
    return text.toString();
  }
}
