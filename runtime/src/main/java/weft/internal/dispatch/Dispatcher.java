// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.Frame;
import weft.internal.Engine;
import weft.internal.rank.Pending;
import weft.internal.rank.Work;
import weft.memory.RecordLayout;
import weft.memory.Words;
import weft.transport.RecordSink;

/// Takes records off the rings and runs their handlers.
///
/// The tables are split by arity, so that a handler is found by one array load and run by one
/// interface call.
public final class Dispatcher implements RecordSink {
  /// The pseudo header while a task of a worker runs.
  private static final long TASK = -1;

  private static final long ACTION = -2;

  /// After so many records the handlers are worth a class of their own.
  private static final long MANY = 200_000;

  /// How often, in records, it is asked whether that class is there.
  private static final long AGAIN = 20_000;

  private Handlers handlers = new Handlers();
  private @Nullable HandlerSpinner spinner;
  private long spinAt = MANY;

  private final Engine engine;
  private final Frame frame;
  private final PayloadView view;
  private final Reassembly reassembly;

  private long current;
  private int currentSource;

  /// For what the completion stood whose action ran last.
  private String actionOf = "";

  private long records;
  private long uncounted;
  private long receivedBytes;

  public Dispatcher(Engine engine, Frame frame, PayloadView view, Reassembly reassembly) {
    this.engine = engine;
    this.frame = frame;
    this.view = view;
    this.reassembly = reassembly;
  }

  @Override
  public boolean accept(long header, int source, MemorySegment memory, long at) {
    current = header;
    currentSource = source;
    if (RecordLayout.isSync(header)) {
      // Of a large message the flag stands on the last fragment only.
      engine.sender().acknowledge(source);
    }
    int id = RecordLayout.handler(header);
    switch (RecordLayout.kind(header)) {
      case RecordLayout.RSR0 -> handlers.run0(id, source);
      case RecordLayout.RSR0 + 1 -> handlers.run1(id, source, word(memory, at, 1));
      case RecordLayout.RSR0 + 2 ->
          handlers.run2(id, source, word(memory, at, 1), word(memory, at, 2));
      case RecordLayout.RSR0 + 3 ->
          handlers.run3(id, source, word(memory, at, 1), word(memory, at, 2), word(memory, at, 3));
      case RecordLayout.RSR0 + 4 ->
          handlers.run4(
              id,
              source,
              word(memory, at, 1),
              word(memory, at, 2),
              word(memory, at, 3),
              word(memory, at, 4));
      default -> {
        return acceptPayload(header, id, source, memory, at);
      }
    }
    return true;
  }

  private static long word(MemorySegment memory, long at, int index) {
    return Words.get(memory, at + 8L * index);
  }

  private boolean acceptPayload(long header, int id, int source, MemorySegment memory, long at) {
    int bytes = RecordLayout.payload(header);
    switch (RecordLayout.kind(header)) {
      case RecordLayout.RSRN -> run(id, source, memory, at + RecordLayout.HEADER, bytes);
      case RecordLayout.FIRST -> {
        if (!reassembly.begin(source, Words.get(memory, at + RecordLayout.HEADER))) {
          current = 0;
          return false;
        }
        reassembly.add(source, memory, at + RecordLayout.HEADER + 8, bytes - 8L);
        uncounted++;
      }
      case RecordLayout.MORE -> {
        if (reassembly.add(source, memory, at + RecordLayout.HEADER, bytes)) {
          run(id, source, reassembly.buffer(source), 0, reassembly.total(source));
          reassembly.end(source);
        } else {
          uncounted++;
        }
      }
      case RecordLayout.BULK -> {
        return acceptBulk(id, source, memory, at + RecordLayout.HEADER);
      }
      default ->
          throw new IllegalStateException(
              "rank " + source + " sent a record of unknown kind, header " + header);
    }
    return true;
  }

  private boolean acceptBulk(int id, int source, MemorySegment memory, long at) {
    long bytes = Words.get(memory, at);
    if (!reassembly.arrived(source, bytes)) {
      current = 0;
      return false;
    }
    if (Words.get(memory, at + Long.BYTES) != 0) {
      engine.sender().acknowledge(source);
    }
    run(id, source, reassembly.buffer(source), 0, bytes);
    reassembly.end(source);
    return true;
  }

  private void run(int id, int source, MemorySegment memory, long base, long bytes) {
    view.show(memory, base, bytes);
    handlers.rsrN[id].handle(source, frame);
    view.hide();
    receivedBytes += bytes;
  }

  /// Leaves out a message of Weft's own, as quiescence does; called by its handler.
  public void countSystem(long bytes) {
    uncounted++;
    receivedBytes -= bytes;
  }

  /// Runs a worker's task in handler context.
  public void runTask(Work work) throws Exception {
    current = TASK;
    work.run();
    current = 0;
  }

  /// Runs the action of a completion in handler context.
  public void runAction(Pending pending) throws Exception {
    current = ACTION;
    actionOf = pending.call();
    pending.takeAction().run();
    current = 0;
  }

  /// A batch of `taken` records has ended, or a handler has thrown: from here on the rank is in no
  /// handler. Told once a batch, it costs the single message nothing.
  public void leaveHandlers(int taken) {
    records += taken;
    current = 0;
    if (records >= spinAt) {
      spin();
    }
  }

  /// A rank that is busy gets its handlers in a class of their own.
  private void spin() {
    if (spinner == null) {
      spinner = HandlerSpinner.begin(handlers);
    }
    Handlers spun = spinner == null ? null : spinner.spun();
    if (spun != null) {
      handlers = spun;
    }
    spinAt = spinner == null || spun != null ? Long.MAX_VALUE : records + AGAIN;
  }

  /// The tables, to be filled.
  Handlers handlers() {
    return handlers;
  }

  /// Makes room for handlers with numbers below `end`.
  void growTo(int end) {
    handlers = new Handlers(handlers, end);
  }

  public boolean inHandler() {
    return current != 0;
  }

  /// Leaves the handler that has thrown, and says which one that was.
  public String leaveFailed() {
    String where = where();
    leaveHandlers(0);
    return where;
  }

  /// What the rank does, for a report: nothing when it is in no handler.
  public String where() {
    if (current == 0) {
      return "";
    }
    if (current == TASK) {
      return "a task submitted by a worker thread";
    }
    if (current == ACTION) {
      return "the action of a completion of \"" + actionOf + "\"";
    }
    return "handler \""
        + engine.handlers().nameOf(current)
        + "\" for a message from rank "
        + currentSource;
  }

  /// The user's requests whose handlers ran in batches that have ended.
  public long received() {
    return records - uncounted;
  }

  public long receivedBytes() {
    return receivedBytes;
  }
}
