// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.Counters;
import weft.memory.Words;
import weft.transport.Occupancy;
import weft.transport.Waits;

/// Records the events of one rank in a mapped file that can be read after the rank's death.
///
/// One reading of the clock ends one activity and begins the next. Sums are kept in arrays of this
/// object. They are copied to the file every few milliseconds, when something is recorded. Events
/// are written to the file at once. Only the rank's thread calls it.
public final class Recorder {
  /// The interval at which sums are copied to the file.
  private static final long COPY_NANOS = 10_000_000;

  private static final long FIRST_BUCKET_NANOS = 1L << 16;

  /// The number of quick sends after one that read the clock that may use its time.
  private static final int SENDS_TOGETHER = 7;

  private static final long SHORT_NANOS = 500;

  private final Path folder;
  private final int rank;
  private final Waits waits;
  private final Arena arena;
  private final MemorySegment file;
  private final EventRing events;
  private final Names names;
  private final Sends sends;
  private final Collections collections;
  private final MachineTimes machine;

  /// Null if Flight Recorder has no events enabled.
  private final @Nullable FlightEvents flight;

  /// Whether no reader uses the file, because the rank records for Flight Recorder alone.
  private final boolean alone;

  private boolean closed;

  private final long[] stats = new long[STAT_WORDS * IDS];
  private final long[] waited;
  private final long[] sources;
  private final long[] received;
  private final Load load;
  private final ShortRun run = new ShortRun();

  /// The number of sends that may still use the time of [#mark], and the number after the next
  /// reading.
  private int sendsLeft;

  private int sendsTogether;

  private boolean[] program = {};
  private long receivedCount;
  private long receivedBytes;

  /// The time until which the time is accounted for.
  private long mark;

  private long copyAt;

  /// The activity outside handlers, and the rank for which it waits.
  private int current = STARTUP;

  private int currentPeer = -1;
  private int collective = -1;

  /// Whether [weft.World#start] has not returned yet. Until then, only handlers have time of their
  /// own.
  private boolean starting = true;

  /// Whether [#mark] is the current time, or very recent.
  private boolean fresh;

  private boolean inBatch;
  private boolean inHandler;

  private boolean waiting;
  private long waitBegan;

  /// The time waited for no particular rank, before this wait.
  private long waitedBefore;

  /// What goes on when a wait ends: the body, or steps of objects.
  private int outside = STARTUP;

  /// The handler of objects that runs, its messages in a row, and when they began; −1 for none.
  private int objectId = -1;

  private int objectTimes;
  private long objectBegan;
  private boolean objectsRan;

  private int waitId;
  private int waitPeer;
  private int lastSource = -1;
  private long waitsEnded;

  private Recorder(
      Path folder,
      int rank,
      int size,
      Waits waits,
      Arena arena,
      MemorySegment file,
      long capacity,
      @Nullable FlightEvents flight,
      boolean alone) {
    this.folder = folder;
    this.rank = rank;
    this.waits = waits;
    this.arena = arena;
    this.file = file;
    this.flight = flight;
    this.alone = alone;
    this.events = new EventRing(file, 8L * events(size), capacity);
    this.waited = new long[size + 1];
    this.sources = new long[2 * size];
    this.received = new long[size];
    this.names = new Names(file, 8L * names(size));
    this.sends = new Sends(size);
    this.mark = waits.nanoTime();
    this.copyAt = mark + COPY_NANOS;
    this.load = new Load(mark, FIRST_BUCKET_NANOS);
    this.collections = Collections.watch(file, waits);
    this.machine = new MachineTimes(file);
    put(H_RANK, rank);
    put(H_SIZE, size);
    put(H_PID, ProcessHandle.current().pid());
    put(H_CLOCK, Identity.clock());
    put(H_HOST, Identity.host());
    put(H_START, mark);
    put(H_START_MILLIS, System.currentTimeMillis());
    put(H_UNTIL, mark);
    put(H_CAPACITY, capacity);
    put(H_CURRENT, STARTUP);
    put(H_CURRENT_PEER, -1);
    names.add(STARTUP, "until World.start has returned");
    names.add(BODY, "body");
    names.add(TASKS, "tasks");
    Words.setRelease(file, 8L * H_MAGIC, MAGIC);
  }

  /// Opens the recorder of `rank` with room for `capacity` events, a power of two, in `folder`.
  ///
  /// @throws UncheckedIOException if there is no room
  public static Recorder open(Path folder, int rank, int size, long capacity, Waits waits) {
    Path path = folder.resolve(RecordingLayout.file(rank));
    Arena arena = Arena.ofShared();
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      long bytes = RecordingLayout.bytes(size, capacity);
      file.setLength(bytes);
      MemorySegment memory = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      FlightEvents flight = FlightEvents.find(rank);
      return new Recorder(folder, rank, size, waits, arena, memory, capacity, flight, false);
    } catch (IOException e) {
      arena.close();
      throw new UncheckedIOException(
          "rank " + rank + " cannot record in " + folder + ": " + e.getMessage(), e);
    }
  }

  /// A recorder without a file, for the events of Flight Recorder; null if none is enabled.
  static @Nullable Recorder forFlight(int rank, int size, Waits waits) {
    FlightEvents flight = FlightEvents.find(rank);
    if (flight == null) {
      return null;
    }
    Arena arena = Arena.ofShared();
    MemorySegment memory = arena.allocate(RecordingLayout.bytes(size, 1), 8);
    return new Recorder(Path.of(""), rank, size, waits, arena, memory, 1, flight, true);
  }

  /// Whether the rank records for Flight Recorder alone, so that no reader uses the file.
  public boolean isAlone() {
    return alone;
  }

  /// Flight Recorder calls `bytes`, on its own thread, for the size of the messages that the rank
  /// keeps.
  public void watchBacklog(LongSupplier bytes) {
    if (flight != null) {
      flight.watchBacklog(bytes);
    }
  }

  /// This rank.
  public int rank() {
    return rank;
  }

  /// The folder of the files of this job's ranks that this rank can see.
  public Path folder() {
    return folder;
  }

  /// The file into which a program writes its part of the page of this job; null if there will be
  /// no page that this rank can reach.
  public @Nullable Path resultsFile() {
    Path file = folder.resolve(JobRecording.RESULTS);
    return !alone && Files.exists(file) ? file : null;
  }

  /// The rank's policy of waiting, and its clock.
  public Waits waits() {
    return waits;
  }

  private void put(int word, long value) {
    Words.set(file, 8L * word, value);
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
    put(H_CORES, occupancy.processors());
    put(H_BESIDE, occupancy.ranks());
  }

  /// Called when [weft.World#start] is about to return.
  public void started() {
    accountCurrent(waits.nanoTime());
    starting = false;
    outside = BODY;
    setCurrent(BODY, -1);
    collections.countFrom(mark);
    machine.begin(mark);
    put(H_STARTED, mark);
  }

  /// Accounts the time from [#mark] to `now` to `id`.
  private void account(int id, long now) {
    long nanos = now - mark;
    stats[STAT_WORDS * id + 1] += nanos;
    load.add(category(id), mark, now);
    mark = now;
    sendsLeft = 0;
    if (now - copyAt >= 0) {
      copy(now);
    }
  }

  private void accountCurrent(long now) {
    long nanos = now - mark;
    account(starting ? STARTUP : current, now);
    if (waiting && !starting) {
      waited[currentPeer + 1] += nanos;
    }
  }

  private void count(int id, long nanos) {
    count(id, 1, nanos);
  }

  private void count(int id, int times, long nanos) {
    int at = STAT_WORDS * id;
    stats[at] += times;
    if (nanos > stats[at + 2]) {
      stats[at + 2] = nanos;
    }
  }

  private void setCurrent(int id, int peer) {
    current = id;
    currentPeer = peer;
    put(H_CURRENT, id);
    put(H_CURRENT_PEER, peer);
    put(H_UNTIL, mark);
  }

  // Handlers.

  /// Called before a record from `source` is passed to handler `number`.
  public void beforeRecord(int number, int source) {
    if (!inBatch) {
      inBatch = true;
      accountCurrent(waits.nanoTime());
    } else if (run.count > 0 && !run.takes(number, source)) {
      endRun();
    }
    inHandler = true;
    if (flight != null) {
      flight.beginHandler();
    }
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
    if (flight != null) {
      flight.endHandler(names.text(handlerId(number)), source, bytes);
      endRun();
    } else if (run.isFull()) {
      endRun();
    }
  }

  /// Records the messages that share an event, and reads the clock for them.
  private void endRun() {
    int times = run.count;
    int source = run.source;
    long began = mark;
    long now = waits.nanoTime();
    int id = handlerId(run.number);
    account(id, now);
    count(id, times, now - began);
    events.add(HANDLER, id, times, began, now - began, source, run.bytes, received[source]);
    received[source] += times;
    lastSource = source;
    fresh = true;
    if (run.isProgram) {
      sources[2 * source] += times;
      sources[2 * source + 1] += run.bytes;
      receivedCount += times;
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
    long began = mark;
    long now = waits.nanoTime();
    int id = handlerId(number);
    account(id, now);
    events.add(HANDLER, id, began, now - began, source, bytes, received[source]++);
    if (flight != null) {
      flight.endHandler(names.text(id), source, bytes);
    }
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
    accountCurrent(waits.nanoTime());
    return mark;
  }

  /// Called when `done` tasks and actions have run since `began`.
  public void afterTasks(long began, int done) {
    if (done > 0) {
      long now = waits.nanoTime();
      account(TASKS, now);
      count(TASKS, now - began);
      events.add(TASK, TASKS, began, now - began, NO_PEER, 0, done);
      fresh = true;
    }
  }

  /// Runs steps of objects, and returns their number. The time of those that call [#objectHandler]
  /// counts as that of their handlers, and the rest as that of tasks.
  public int steps(IntSupplier steps) {
    long began = beforeTasks();
    int before = current;
    int peer = currentPeer;
    boolean waited = waiting;
    waiting = false;
    outside = TASKS;
    objectsRan = false;
    setCurrent(TASKS, -1);
    int did = steps.getAsInt();
    endObjects(waits.nanoTime());
    outside = BODY;
    waiting = waited;
    setCurrent(before, peer);
    if (did > 0 && !objectsRan) {
      count(TASKS, mark - began);
      events.add(TASK, TASKS, began, mark - began, NO_PEER, 0, did);
    }
    return did;
  }

  /// Called in a step before a handler of an object runs. Messages of one handler in a row share an
  /// event and a reading of the clock.
  public void objectHandler(int id) {
    if (id == objectId && objectTimes < MOST_TOGETHER) {
      objectTimes++;
      return;
    }
    endObjects(waits.nanoTime());
    objectId = id;
    objectTimes = 1;
    objectBegan = mark;
    objectsRan = true;
    setCurrent(id, -1);
  }

  private void endObjects(long now) {
    accountCurrent(now);
    if (objectId >= 0) {
      count(objectId, objectTimes, now - objectBegan);
      events.add(TASK, objectId, objectTimes, objectBegan, now - objectBegan, NO_PEER, 0, 0);
      objectId = -1;
    }
  }

  // Waits.

  /// Called when a wait in `call` of `name` begins; it is for `target`, or −1.
  public void beginWait(String call, String name, int target) {
    long now = waits.nanoTime();
    accountCurrent(now);
    waitBegan = now;
    waitPeer = target;
    waitedBefore = waited[0];
    waiting = true;
    lastSource = -1;
    fresh = false;
    if (collective < 0) {
      waitId = names.wait(call, name);
      setCurrent(waitId, target);
      if (flight != null) {
        flight.beginWait();
      }
    } else {
      waitId = collective;
      setCurrent(collective, target);
    }
  }

  /// Called when a poll in a wait has not ended the wait.
  public void goesOn() {
    fresh = false;
  }

  /// Called when the wait has ended.
  public void endWait() {
    long now = fresh ? mark : waits.nanoTime();
    int peer = waitPeer >= 0 ? waitPeer : lastSource;
    accountCurrent(now);
    waiting = false;
    if (waitPeer < 0 && peer >= 0) {
      // The rank that was waited for is the sender of the message that ended the wait.
      long nanos = waited[0] - waitedBefore;
      waited[0] -= nanos;
      waited[peer + 1] += nanos;
    }
    if (collective < 0) {
      if (!starting) {
        count(waitId, now - waitBegan);
      }
      events.add(WAIT, waitId, waitBegan, now - waitBegan, peer, 0, waitsEnded++);
      if (flight != null) {
        flight.endWait(names.text(waitId), peer);
      }
      setCurrent(objectId >= 0 ? objectId : outside, -1);
    } else {
      setCurrent(collective, -1);
    }
  }

  // Collectives.

  /// Records the begin of a collective operation on this rank, and returns its time.
  public long beginCollective(int id) {
    long now = waits.nanoTime();
    accountCurrent(now);
    collective = id;
    setCurrent(id, -1);
    if (flight != null) {
      flight.beginCollective();
    }
    return now;
  }

  /// Records the end of the operation; `number` identifies the operation and its group.
  public void endCollective(int id, long began, long bytes, long number) {
    long now = fresh ? mark : waits.nanoTime();
    accountCurrent(now);
    collective = -1;
    setCurrent(BODY, -1);
    count(id, now - began);
    events.add(COLLECTIVE, id, began, now - began, NO_PEER, bytes, number);
    if (flight != null) {
      flight.endCollective(names.text(id), bytes, number);
    }
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
      if (sendsLeft > 0) {
        sendsLeft--;
      } else {
        long before = mark;
        accountCurrent(waits.nanoTime());
        fresh = true;
        boolean quick = mark - before <= SHORT_NANOS * (sendsTogether + 1);
        sendsTogether = quick ? Math.min(SENDS_TOGETHER, 2 * sendsTogether + 1) : 0;
        sendsLeft = sendsTogether;
      }
    }
    boolean isProgram = number < program.length ? program[number] : number >= program.length;
    int id = handlerId(number);
    events.addSend(id, target, mark, bytes, sends.next(target), !inHandler);
    if (isProgram) {
      sends.add(id, target, bytes, isPayload);
    }
  }

  // Clocks.

  /// Records that the clock of rank 0 is `offset` ahead of this rank's, within `error`.
  public void clock(boolean first, long when, long offset, long error) {
    int at = first ? H_FIRST_CLOCK : H_LAST_CLOCK;
    put(at, when);
    put(at + 1, offset);
    put(at + 2, error);
    put(H_CLOCKS, first ? 1 : 2);
  }

  // The file.

  /// The file itself.
  MemorySegment file() {
    return file;
  }

  /// Copies all sums to the file.
  public void flush() {
    accountCurrent(waits.nanoTime());
    copy(mark);
  }

  /// The bytes of the whole file.
  public long bytes() {
    return file.byteSize();
  }

  /// The used bytes of the file, from its beginning.
  public long usedBytes() {
    return events.usedBytes();
  }

  /// Copies `words` words of the file, from byte `at` on, to place `to` of `into`.
  public void copy(long at, long[] into, int to, int words) {
    MemorySegment.copy(file, at, MemorySegment.ofArray(into), 8L * to, 8L * words);
  }

  // The end.

  private void copy(long now) {
    copyAt = now + COPY_NANOS;
    int size = received.length;
    copy(stats, STATS);
    copy(waited, waited(size));
    copy(sources, sources(size));
    load.copy(file);
    sends.copy(file);
    machine.copy(now);
    put(H_UNTIL, mark);
    put(H_RECEIVED, receivedCount);
    put(H_RECEIVED_BYTES, receivedBytes);
  }

  private void copy(long[] from, int word) {
    MemorySegment.copy(MemorySegment.ofArray(from), 0, file, 8L * word, 8L * from.length);
  }

  /// Called at the rank's end, with the rank's own counters, which are kept for comparison.
  public void end(Counters counters, boolean failed) {
    if (closed) {
      return;
    }
    closed = true;
    collections.close();
    if (flight != null) {
      flight.close();
    }
    accountCurrent(waits.nanoTime());
    machine.end();
    copy(mark);
    long[] all = {
      counters.sent(), counters.received(), counters.sentBytes(), counters.receivedBytes(),
      counters.fragmented(), counters.backlogged(), counters.budgetUsed(), counters.budgetPeak(),
      counters.polls(), counters.sleeps(), counters.tasks(), counters.refused()
    };
    copy(all, H_COUNTERS);
    put(H_STATE, failed ? STATE_FAILED : STATE_ENDED);
    arena.close();
  }
}
