// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import weft.internal.Engine;
import weft.internal.dispatch.Dispatcher;
import weft.internal.dispatch.Reassembly;
import weft.internal.send.Sender;
import weft.transport.FailureReport;
import weft.transport.Transport;

/// What a rank does, told to who asks from another thread. It reads the rank's fields as they are,
/// without ordering: good enough for people.
public final class RankStatus implements Transport.Watcher {
  private final Engine engine;
  private final Dispatcher dispatcher;
  private final Waiting waiting;
  private final Sender sender;
  private final Reassembly reassembly;
  private final List<Supplier<String>> underWay = new CopyOnWriteArrayList<>();

  public RankStatus(
      Engine engine, Dispatcher dispatcher, Waiting waiting, Sender sender, Reassembly reassembly) {
    this.engine = engine;
    this.dispatcher = dispatcher;
    this.waiting = waiting;
    this.sender = sender;
    this.reassembly = reassembly;
  }

  /// Also tells what `more` says then.
  public void alsoUnderWay(Supplier<String> more) {
    underWay.add(more);
  }

  @Override
  public void failed(FailureReport report) {
    engine.failed(report);
  }

  @Override
  public long activity() {
    long moved =
        engine.issued()
            + engine.completed()
            + engine.rounds().activity()
            + engine.upstairs().moved();
    // A handler that runs inside a wait computes: nobody should say that the rank waits.
    boolean waits = waiting.isWaiting() && !dispatcher.inHandler();
    return waits ? moved : ~Math.max(0, moved);
  }

  @Override
  public String describe() {
    var text = new StringBuilder("rank ").append(engine.rank());
    String call = waiting.call();
    StackTraceElement line = Program.line(engine.contexts().owner());
    boolean inHandler = dispatcher.inHandler();
    if (inHandler) {
      text.append(" runs ").append(dispatcher.where());
      text.append(call == null ? "" : " (in " + call + ")");
    } else if (call == null) {
      text.append(" computes");
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
        .append(engine.issued())
        .append(" sent, ")
        .append(Math.max(0, engine.completed())) // it lags within a batch
        .append(" received");
    sender.describe(text);
    reassembly.describe(text);
    for (Supplier<String> each : underWay) {
      String told = each.get();
      text.append(told.isEmpty() ? "" : "; ").append(told);
    }
    return text.toString();
  }
}
