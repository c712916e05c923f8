// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.Counters;
import weft.transport.Occupancy;
import weft.transport.Waits;

/// Records the events of one rank in a mapped file that can be read after the rank's death. Events
/// are written to the file at once, and sums every few milliseconds. Only the rank's thread calls
/// it.
public final class Recorder {
  /// The number of quick sends after one that read the clock that may use its time.
  private static final int SENDS_TOGETHER = 7;

  private static final long SHORT_NANOS = 500;

  private final int rank;
  private final Waits waits;
  private final RecorderFile file;
  private final EventRing events;
  private final Names names;
  private final Sends sends;
  private final TimeAccount times;
  private final StepAccount steps;
  private final Collections collections;
  private final MachineTimes machine;
  private final RecorderListener listener;
  private final long[] sources;
  private final long[] received;
  private final ShortRun run = new ShortRun();
  private boolean closed;

  /// The number of sends that may still use the time of the last one, and the number after the next
  /// reading.
  private int sendsLeft;

  private int sendsTogether;

  /// The time of the last send.
  private long sentAt;

  private boolean[] program = {};
  private long receivedCount;
  private long receivedBytes;

  /// The collective operation that runs; −1 for none.
  private int collective = -1;

  /// Whether [TimeAccount#mark] is the current time, or very recent.
  private boolean fresh;

  private boolean inBatch;
  private boolean inHandler;

  private long waitBegan;
  private int waitId;
  private int waitPeer;
  private int lastSource = -1;
  private long waitsEnded;

  private Recorder(
      RecorderFile file, int rank, int size, Waits waits, @Nullable RecorderListener listener) {
    this.rank = rank;
    this.waits = waits;
    this.file = file;
    this.listener = listener == null ? RecorderListener.NONE : listener;
    MemorySegment memory = file.memory();
    this.events = new EventRing(memory, 8L * events(size), file.capacity());
    this.sources = new long[2 * size];
    this.received = new long[size];
    this.names = new Names(memory, 8L * names(size));
    this.sends = new Sends(size);
    this.times = new TimeAccount(waits, file, size, this::copy);
    this.steps = new StepAccount(times, events);
    this.collections = Collections.watch(memory, waits);
    this.machine = new MachineTimes(memory);
    file.begin(rank, size, times.mark());
    names.add(STARTUP, "until World.start has returned");
    names.add(BODY, "body");
    names.add(TASKS, "tasks");
    file.publish();
  }

  /// Opens the recorder of `rank` with room for `capacity` events, a power of two, in `folder`.
  ///
  /// @throws UncheckedIOException if there is no room
  public static Recorder open(Path folder, int rank, int size, long capacity, Waits waits) {
    RecorderFile file = RecorderFile.open(folder, rank, size, capacity);
    return new Recorder(file, rank, size, waits, FlightEvents.find(rank));
  }

  /// A recorder without a file, for the events of Flight Recorder; null if none is enabled.
  static @Nullable Recorder forFlight(int rank, int size, Waits waits) {
    FlightEvents flight = FlightEvents.find(rank);
    if (flight == null) {
      return null;
    }
    return new Recorder(RecorderFile.inMemory(size), rank, size, waits, flight);
  }

  /// Whether the rank records for Flight Recorder alone, so that no reader uses the file.
  public boolean isAlone() {
    return file.isAlone();
  }

  /// Flight Recorder calls `bytes`, on its own thread, for the size of the messages that the rank
  /// keeps.
  public void watchBacklog(LongSupplier bytes) {
    listener.watchBacklog(bytes);
  }

  /// This rank.
  public int rank() {
    return rank;
  }

  /// The folder of the files of this job's ranks that this rank can see.
  public Path folder() {
    return file.folder();
  }

  /// The file into which a program writes its part of the page of this job; null if there will be
  /// no page that this rank can reach.
  public @Nullable Path resultsFile() {
    return file.resultsFile();
  }

  /// The rank's policy of waiting, and its clock.
  public Waits waits() {
    return waits;
  }

  // Names.

  /// Names handler `number`.
  public void name(int number, String name) {
    names.add(handlerId(number), number < MANY_HANDLERS ? name : "other handlers");
  }

  /// Sets which handlers' messages are the program's, by number.
  public void setProgram(boolean[] program) {
    this.program = program;
  }

  private static int handlerId(int number) {
    return number < MANY_HANDLERS ? number : OTHER_HANDLERS;
  }

  /// The id of the handler `name` of objects of `type`.
  public int objectHandlerId(String name, String type) {
    return names.objectHandler(name, type);
  }

  /// The id of a collective operation by name and algorithm.
  public int collectiveId(String name, String algorithm) {
    return names.collective(name, algorithm);
  }

  // Time.

  /// Records how many ranks share how many cores.
  public void occupancy(Occupancy occupancy) {
    file.put(H_CORES, occupancy.processors());
    file.put(H_BESIDE, occupancy.ranks());
  }

  /// Called when [weft.World#start] is about to return.
  public void started() {
    times.started();
    steps.started();
    long now = times.mark();
    collections.countFrom(now);
    machine.begin(now);
    file.put(H_STARTED, now);
  }

  // Handlers.

  /// Called before a record from `source` is passed to handler `number`.
  public void beforeRecord(int number, int source) {
    if (!inBatch) {
      inBatch = true;
      times.turn();
    } else if (run.count > 0 && !run.takes(number, source)) {
      endRun();
    }
    inHandler = true;
    listener.beginHandler();
  }

  /// Called when a record ran no handler, because it is only a part of a message.
  public void partOfMessage() {
    inHandler = false;
  }

  /// Called when a record was refused and will be offered again. The time until then is not a
  /// handler's.
  public void refused() {
    inHandler = false;
    afterBatch();
  }

  /// Called when handler `number` has run for a message from `source`.
  ///
  /// @param bytes the bytes of the message, including its words
  /// @param payload the payload bytes that are counted
  public void afterHandler(int number, int source, boolean isProgram, long bytes, long payload) {
    inHandler = false;
    if (run.count > 0) {
      run.add(bytes, payload);
    } else {
      run.begin(number, source, isProgram, bytes, payload);
    }
    listener.endHandler(names, handlerId(number), source, bytes);
    if (listener.hearsEach() || run.isFull()) {
      endRun();
    }
  }

  /// Records the messages that share an event, and reads the clock for them.
  private void endRun() {
    int together = run.count;
    int source = run.source;
    long began = times.mark();
    long now = times.now();
    int id = handlerId(run.number);
    times.account(id, now);
    times.count(id, together, now - began);
    events.add(HANDLER, id, together, began, now - began, source, run.bytes, received[source]);
    received[source] += together;
    lastSource = source;
    fresh = true;
    if (run.isProgram) {
      sources[2 * source] += together;
      sources[2 * source + 1] += run.bytes;
      receivedCount += together;
      receivedBytes += run.payload;
    }
    run.end(now - began);
  }

  /// Called when handler `number` has thrown an exception. Its event is the last one, and does not
  /// count as a message. If messages before it have no event yet, their event includes its time.
  public void failedHandler(int number, int source, long bytes) {
    inHandler = false;
    if (run.count > 0) {
      endRun();
    }
    long began = times.mark();
    long now = times.now();
    int id = handlerId(number);
    times.account(id, now);
    events.add(HANDLER, id, began, now - began, source, bytes, received[source]++);
    listener.endHandler(names, id, source, bytes);
  }

  /// Called at the end of a batch.
  public void afterBatch() {
    inBatch = false;
    if (run.count > 0) {
      endRun();
    }
  }

  /// Called before tasks or actions, if any, run.
  public long beforeTasks() {
    return times.turn();
  }

  /// Called when `done` tasks and actions have run since `began`.
  public void afterTasks(long began, int done) {
    if (done > 0) {
      long now = times.now();
      times.account(TASKS, now);
      times.count(TASKS, 1, now - began);
      events.add(TASK, TASKS, began, now - began, NO_PEER, 0, done);
      fresh = true;
    }
  }

  /// Runs steps of objects, and returns their number. The time of those that call [#objectHandler]
  /// counts as that of their handlers, and the rest as that of tasks.
  public int steps(IntSupplier all) {
    return steps.run(all);
  }

  /// Called in a step before a handler of an object runs. Messages of one handler in a row share an
  /// event and a reading of the clock.
  public void objectHandler(int id) {
    steps.handler(id);
  }

  // Waits.

  /// Called when a wait in `call` of `name` begins; it is for `target`, or −1.
  public void beginWait(String call, String name, int target) {
    waitBegan = times.turn();
    waitPeer = target;
    times.beginWait();
    lastSource = -1;
    fresh = false;
    if (collective < 0) {
      waitId = names.wait(call, name);
      times.setCurrent(waitId, target);
      listener.beginWait();
    } else {
      waitId = collective;
      times.setCurrent(collective, target);
    }
  }

  /// Called when a poll in a wait has not ended the wait.
  public void goesOn() {
    fresh = false;
  }

  /// Called when the wait has ended.
  public void endWait() {
    long now = fresh ? times.mark() : times.now();
    int peer = waitPeer >= 0 ? waitPeer : lastSource;
    times.accountCurrent(now);
    times.endWait(waitPeer < 0 ? peer : -1);
    if (collective < 0) {
      if (!times.isStarting()) {
        times.count(waitId, 1, now - waitBegan);
      }
      events.add(WAIT, waitId, waitBegan, now - waitBegan, peer, 0, waitsEnded++);
      listener.endWait(names, waitId, peer);
      times.setCurrent(steps.outside(), -1);
    } else {
      times.setCurrent(collective, -1);
    }
  }

  // Collectives.

  /// Records the begin of a collective operation on this rank, and returns its time.
  public long beginCollective(int id) {
    long now = times.turn();
    collective = id;
    times.setCurrent(id, -1);
    listener.beginCollective();
    return now;
  }

  /// Records the end of the operation; `number` identifies the operation and its group.
  public void endCollective(int id, long began, long bytes, long number) {
    long now = fresh ? times.mark() : times.now();
    times.accountCurrent(now);
    collective = -1;
    times.setCurrent(BODY, -1);
    times.count(id, 1, now - began);
    events.add(COLLECTIVE, id, began, now - began, NO_PEER, bytes, number);
    listener.endCollective(names, id, bytes, number);
  }

  // Sends.

  /// Records a sent message with a payload of `bytes` bytes for handler `number`.
  ///
  /// A few sends of the body in quick succession use one reading of the clock. They share an event
  /// if they are for one handler of one rank.
  public void sent(int number, int target, long bytes, boolean isPayload) {
    if (!inHandler) {
      if (run.count > 0) {
        endRun();
      }
      long before = times.mark();
      if (sendsLeft > 0 && before == sentAt) {
        sendsLeft--;
      } else {
        sentAt = times.turn();
        fresh = true;
        boolean quick = sentAt - before <= SHORT_NANOS * (sendsTogether + 1);
        sendsTogether = quick ? Math.min(SENDS_TOGETHER, 2 * sendsTogether + 1) : 0;
        sendsLeft = sendsTogether;
      }
    }
    boolean isProgram = number < program.length ? program[number] : number >= program.length;
    int id = handlerId(number);
    events.addSend(id, target, times.mark(), bytes, sends.next(target), !inHandler);
    if (isProgram) {
      sends.add(id, target, bytes, isPayload);
    }
  }

  // Clocks.

  /// Records that the clock of rank 0 is `offset` ahead of this rank's, within `error`.
  public void clock(boolean first, long when, long offset, long error) {
    int at = first ? H_FIRST_CLOCK : H_LAST_CLOCK;
    file.put(at, when);
    file.put(at + 1, offset);
    file.put(at + 2, error);
    file.put(H_CLOCKS, first ? 1 : 2);
  }

  // The file.

  /// The file itself.
  MemorySegment file() {
    return file.memory();
  }

  /// Copies all sums to the file.
  public void flush() {
    copy(times.turn());
  }

  /// The bytes of the whole file.
  public long bytes() {
    return file.memory().byteSize();
  }

  /// The used bytes of the file, from its beginning.
  public long usedBytes() {
    return events.usedBytes();
  }

  /// Copies `words` words of the file, from byte `at` on, to place `to` of `into`.
  public void copy(long at, long[] into, int to, int words) {
    file.read(at, into, to, words);
  }

  private void copy(long now) {
    times.copy(now);
    file.put(sources(received.length), sources);
    sends.copy(file.memory());
    machine.copy(now);
    file.put(H_RECEIVED, receivedCount);
    file.put(H_RECEIVED_BYTES, receivedBytes);
  }

  /// Called at the rank's end, with the rank's own counters, which are kept for comparison.
  public void end(Counters counters, boolean failed) {
    if (closed) {
      return;
    }
    closed = true;
    collections.close();
    listener.close();
    long now = times.turn();
    machine.end();
    copy(now);
    long[] all = {
      counters.sent(), counters.received(), counters.sentBytes(), counters.receivedBytes(),
      counters.fragmented(), counters.backlogged(), counters.budgetUsed(), counters.budgetPeak(),
      counters.polls(), counters.sleeps(), counters.tasks(), counters.refused()
    };
    file.put(H_COUNTERS, all);
    file.put(H_STATE, failed ? STATE_FAILED : STATE_ENDED);
    file.close();
  }
}
