// SPDX-License-Identifier: Apache-2.0
package weft.internal.dispatch;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import weft.Frame;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.internal.rank.Counted;
import weft.internal.rank.CurrentContext;
import weft.internal.rank.Ledger;
import weft.internal.rank.Loop;
import weft.internal.rank.Rank;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.memory.RecordLayout;
import weft.memory.Words;

/// Takes records off the rings and runs their handlers.
///
/// The tables are split by arity, so that a handler is found by one array load and run by one
/// interface call. A handler of words whose messages the program does not count is wrapped in one
/// that counts them. So the other handlers pay nothing for counting.
public final class Dispatcher implements Loop.Taker {
  /// After this many records, a class of constant handlers pays off.
  private static final long MANY = 200_000;

  /// The interval, in records, at which the rank checks whether that class is ready.
  private static final long AGAIN = 20_000;

  private Handlers handlers = new Handlers();
  private @Nullable HandlerSpinner spinner;
  private long spinAt = MANY;

  private final CurrentContext context;
  private final Ledger ledger;
  private final Sender sender;
  private final Frame frame;
  private final PayloadView view;
  private final Reassembly reassembly;

  /// Handlers below this number are counted by [#counted]. Payload handlers need it, because their
  /// bytes are counted too.
  private int firstCounted = SystemHandlers.FIRST_USER;

  private Counted[] counted = new Counted[SystemHandlers.FIRST_USER];

  /// The number of records of this batch that are not a message of the program, or only a part of
  /// one.
  private int others;

  private long records;
  private long receivedBytes;

  /// The dispatcher of `rank`. Handlers see payloads through `frame`, which `view` sets.
  public Dispatcher(
      Rank rank, Sender sender, Frame frame, PayloadView view, Reassembly reassembly) {
    this.context = rank.context();
    this.ledger = rank.ledger();
    this.sender = sender;
    this.frame = frame;
    this.view = view;
    this.reassembly = reassembly;
    for (int number = 0; number < counted.length; number++) {
      counted[number] = SystemHandlers.counted(number);
    }
  }

  @Override
  public boolean accept(long header, int source, MemorySegment memory, long at) {
    context.enterHandler(header, source);
    if (RecordLayout.isSync(header)) {
      // In a large message only the last fragment has the flag.
      sender.acknowledge(source);
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

  /// Counts a message whose handler may be an internal one.
  private boolean countOther(int id) {
    Counted counted = this.counted[id];
    if (counted == Counted.BY_PROGRAM) {
      return true;
    }
    others++;
    ledger.handled(counted);
    return false;
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
          context.leave();
          return false;
        }
        reassembly.add(source, memory, at + RecordLayout.HEADER + 8, bytes - 8L);
        others++;
      }
      case RecordLayout.MORE -> {
        if (reassembly.add(source, memory, at + RecordLayout.HEADER, bytes)) {
          run(id, source, reassembly.buffer(source), 0, reassembly.total(source));
          reassembly.end(source);
        } else {
          others++;
        }
      }
      case RecordLayout.BULK -> {
        return bytes == RecordLayout.ANNOUNCED_PUT
            ? acceptPut(id, source, memory, at + RecordLayout.HEADER)
            : acceptBulk(id, source, memory, at + RecordLayout.HEADER);
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
      context.leave();
      return false;
    }
    if (Words.get(memory, at + Long.BYTES) != 0) {
      sender.acknowledge(source);
    }
    run(id, source, reassembly.buffer(source), 0, bytes);
    reassembly.end(source);
    return true;
  }

  /// Takes a payload that goes to its place in the heap. Its handler has nothing left to do.
  private boolean acceptPut(int id, int source, MemorySegment memory, long at) {
    long bytes = Words.get(memory, at);
    if (!reassembly.landed(source, bytes, Words.get(memory, at + 2 * Long.BYTES))) {
      context.leave();
      return false;
    }
    countOther(id);
    return true;
  }

  /// Sets the place of payloads that are put into the heap.
  void setLandings(Landings landings) {
    reassembly.setLandings(landings);
  }

  private void run(int id, int source, MemorySegment memory, long base, long bytes) {
    view.show(memory, base, bytes);
    handlers.rsrN[id].handle(source, frame);
    view.hide();
    if (id >= firstCounted || countOther(id)) {
      receivedBytes += bytes;
    }
  }

  /// Counted once per batch, so a single message pays nothing.
  @Override
  public void endBatch(int taken) {
    context.leave();
    ledger.handled(taken - others);
    others = 0;
    records += taken;
    if (records >= spinAt) {
      spin();
    }
  }

  /// Gives a busy rank a class of constant handlers.
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

  /// Ends this rank: no more records are taken.
  public void close() {
    HandlerSpinner mine = spinner;
    if (mine != null) {
      mine.release();
      spinner = null;
    }
    spinAt = Long.MAX_VALUE;
  }

  /// Runs `handler` for messages with this number from now on.
  void put(int number, Object handler) {
    boolean apart = number < firstCounted && counted[number] != Counted.BY_PROGRAM;
    handlers.put(number, apart ? counting(number, handler) : handler);
  }

  /// A handler of words that also counts its messages; a handler of payloads unchanged.
  private Object counting(int number, Object handler) {
    return switch (handler) {
      case Rsr0.Handler it ->
          (Rsr0.Handler)
              source -> {
                it.handle(source);
                countOther(number);
              };
      case Rsr1.Handler it ->
          (Rsr1.Handler)
              (source, a) -> {
                it.handle(source, a);
                countOther(number);
              };
      case Rsr2.Handler it ->
          (Rsr2.Handler)
              (source, a, b) -> {
                it.handle(source, a, b);
                countOther(number);
              };
      case Rsr3.Handler it ->
          (Rsr3.Handler)
              (source, a, b, c) -> {
                it.handle(source, a, b, c);
                countOther(number);
              };
      case Rsr4.Handler it ->
          (Rsr4.Handler)
              (source, a, b, c, d) -> {
                it.handle(source, a, b, c, d);
                countOther(number);
              };
      default -> handler;
    };
  }

  /// Makes room for handlers with numbers below `end`.
  void growTo(int end) {
    handlers = new Handlers(handlers, end);
  }

  /// Sets how messages of the handler with this number, the lowest free one, are counted. Called
  /// before [#put].
  void countApart(int number, Counted counted) {
    this.counted = Arrays.copyOf(this.counted, number + 1);
    this.counted[number] = counted;
    firstCounted = number + 1;
  }

  /// Sets the frame to payloads.
  PayloadView view() {
    return view;
  }

  /// The number of records of this batch that are not a message of the program, or only a part of
  /// one.
  int others() {
    return others;
  }

  /// Whether messages are the program's, by the number of their handler. Messages with greater
  /// numbers are.
  public boolean[] program() {
    var program = new boolean[firstCounted];
    for (int number = 0; number < firstCounted; number++) {
      program[number] = counted[number] == Counted.BY_PROGRAM;
    }
    return program;
  }

  /// The bytes of all payloads of the program that have arrived.
  public long receivedBytes() {
    return receivedBytes;
  }
}
