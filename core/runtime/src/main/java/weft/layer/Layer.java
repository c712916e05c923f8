// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.Rsr4;
import weft.World;
import weft.internal.Engine;
import weft.internal.launch.EarlyEnd;
import weft.internal.launch.EndRequests;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Counted;
import weft.internal.rank.DueWork;
import weft.internal.rank.Owner;
import weft.internal.rank.Pending;
import weft.internal.rank.Program;
import weft.internal.rank.Rank;
import weft.internal.rank.Settings;
import weft.internal.remote.RemoteMemory;
import weft.recording.Recorder;
import weft.transport.JobSetting;
import weft.transport.Waits;
import weft.transport.YieldPolicy;

/// The interface of a rank for Weft's own libraries, the only one besides the public API. It offers
/// services that programs do not need: checks of calls, waiting, completions, and messages written
/// in place. It also offers counting for quiescence, the budget, and registered memory that can be
/// read directly.
public final class Layer {
  private final Engine engine;
  private final Rank rank;
  private final RemoteMemory memory;
  private final Owner owner;
  private final ProgramCalls program;

  private Layer(RankRuntime runtime) {
    this.engine = runtime.engine();
    this.rank = engine.self();
    this.memory = runtime.memory();
    this.owner = rank.owner();
    this.program = new ProgramCalls(engine);
  }

  /// The rank behind `world`.
  public static Layer of(World world) {
    return new Layer(LayerAccess.get().runtime(world));
  }

  /// This rank.
  public int rank() {
    return rank.rank();
  }

  /// The number of ranks.
  public int size() {
    return rank.size();
  }

  // Calls.

  /// Whether [World#start] has been called.
  public boolean isStarted() {
    return rank.checks().isStarted();
  }

  /// Whether the calling thread is the rank's own.
  public boolean isHere() {
    return owner.isHere();
  }

  /// Whether the calling thread may send now: it is the rank's own, between the start and the end,
  /// and no pure part of the program runs.
  public boolean maySend() {
    return owner.maySend();
  }

  /// Refuses `call` by other threads.
  public void checkThread(String call) {
    rank.checks().checkThread(call);
  }

  /// Refuses `call` by other threads, and after the end.
  public void checkOpen(String call) {
    rank.checks().checkOpen(call);
  }

  /// Refuses `call` in a pure part of the program too; see [ProgramCalls#enterPure].
  public void checkMaySend(String call) {
    rank.checks().checkMaySend(call);
  }

  /// 0 while the rank's own thread may send, else −1; see [Owner#mask].
  public int mask() {
    return owner.mask();
  }

  /// Refuses `call` in a handler too.
  public void checkMayWait(String call) {
    rank.checks().checkMayWait(call);
  }

  /// Whether a call may wait now: no handler runs.
  public boolean mayWait() {
    return !rank.context().inHandler();
  }

  /// The line of the program that this rank is at, for reports; empty if there is none.
  public String line() {
    return line(Thread.currentThread());
  }

  /// The line of the program that `thread` is at, for reports; empty if there is none.
  public static String line(Thread thread) {
    StackTraceElement line = Program.line(thread);
    return line == null ? "" : line.toString();
  }

  /// Whether the job is in the debug mode, in which reports may know more and calls may take
  /// longer.
  public boolean isChecking() {
    return rank.isChecking();
  }

  /// The waits and the clock of this rank.
  public Waits waits() {
    return engine.waits();
  }

  /// Waits in `call` until `condition` holds, and makes progress meanwhile.
  public void await(String call, BooleanSupplier condition) {
    rank.loop().await(call, "", condition);
  }

  /// Waits for room at `target` in a send of `name` by `call`, until `room` holds. Handlers run
  /// meanwhile, and never steps of objects; a step may call it. A handler must not.
  public void awaitRoom(String call, String name, int target, BooleanSupplier room) {
    rank.loop().awaitRoom(call, name, target, room);
  }

  /// Flushes buffered messages.
  public void flush() {
    engine.flush();
  }

  /// Adds `underWay` to status reports; other threads call it.
  public void describe(Supplier<String> underWay) {
    rank.status()
        .add(text -> {
          String named = underWay.get();
          text.append(named.isEmpty() ? "" : "; ").append(named);
        });
  }

  /// The object of `type` that a library keeps for this rank; `maker` creates it at the first
  /// `call`.
  public <T> T keep(String call, Class<T> type, Supplier<T> maker) {
    rank.checks().checkOpen(call);
    return rank.keep(type, maker);
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

  /// Runs `action` when any wait has lasted for half a second, then after 1, 2, 4, 8 … seconds, and
  /// finally each minute. A loop over polls without messages counts as a wait. The action runs
  /// outside handlers, and must not wait: it may send messages only by `trySend`.
  public void whenWaitingLong(Runnable action) {
    rank.waiting().whenLong(action);
  }

  /// Runs `action` in [World#quiesce] and at the end of the job, when quiescence has been found.
  /// The action may throw.
  public void whenQuiescent(Runnable action) {
    rank.whenQuiescent(action);
  }

  /// How often this rank has reported its counts in [World#quiesce]. At quiescence, whatever this
  /// rank did before its last report was done before the quiescence. Whatever it did after that
  /// report was caused by a rank that had already left [World#quiesce]. So a library that keeps the
  /// number beside an event can tell, in its action of [#whenQuiescent], on which side the event
  /// was.
  public long reports() {
    return rank.ledger().reports();
  }

  /// Runs `action` at the end of the job, when quiescence has been found, and not in
  /// [World#quiesce]. The action may throw: that is how a library reports what the program left
  /// behind.
  public void whenOver(Runnable action) {
    rank.whenOver(action);
  }

  /// Runs `action` at the very end of this rank, whether the job has succeeded or failed: it gives
  /// back threads and files. Nothing may be sent any more, and the action must not throw.
  public void whenClosed(Runnable action) {
    rank.whenClosed(action);
  }

  // Steps of objects, which run below the handlers.

  /// Sets the function that runs steps, before [World#start]; a second one is refused. Every later
  /// wait of the body calls it, except a send that waits for room. It returns the number of steps
  /// that it ran, each between [#enterStep] and [#leaveStep].
  public void setSteps(IntSupplier steps) {
    Recorder recorder = engine.recorder();
    rank.loop().setSteps(recorder == null ? steps::getAsInt : () -> recorder.steps(steps));
  }

  /// Enters a step, which may send and poll, and must not wait. Reports name it by its `toString`.
  public void enterStep(Object step) {
    rank.context().enterStep(step);
  }

  /// Leaves the step.
  public void leaveStep() {
    rank.context().leaveStep();
  }

  /// Runs steps if the body calls, and returns their number. In a step or a handler it runs none.
  public int step() {
    return rank.loop().step();
  }

  /// Whether a step runs, or a handler inside one.
  public boolean inStep() {
    return rank.context().inStep();
  }

  /// Whether a handler, a task or an action runs.
  public boolean inHandler() {
    return rank.context().inHandler();
  }

  /// Calls of functions of the program.
  public ProgramCalls program() {
    return program;
  }

  /// Ends the job with the exception `thrown`; the report names `where`.
  public RuntimeException fail(String where, Throwable thrown) {
    throw rank.failures().report(where, thrown);
  }

  /// Ends the bodies of all ranks early, as if they had returned: each throws the result. The call
  /// is collective, and only the body makes it.
  public static Error endEarly(String reason) {
    EndRequests.ended();
    return new EarlyEnd(reason);
  }

  /// Lets `ask` ask the whole job to save its state and to end, if this process is to end; null for
  /// nothing. It is called on another thread. It returns whether no other process has asked before.
  public static void saveBeforeEnd(@Nullable Callable<Boolean> ask) {
    EndRequests.saveBy(ask);
  }

  /// The current context, for a report; empty for the body.
  public String where() {
    return rank.context().where();
  }

  /// The setting of a library as the user gave it; null if it was not given. A library that uses a
  /// setting calls this before [weft.World#start]: what no library asks for is told to the user.
  public @Nullable String setting(JobSetting setting) {
    return rank.libraries().use(setting);
  }

  /// The time that `text` gives, such as `10m`; `name` says where it was given.
  public static Duration duration(String text, String name) {
    return Settings.duration(text, name);
  }

  /// The bytes that `text` gives, such as `64m`; `name` says where it was given.
  public static long bytes(String text, String name) {
    return Settings.bytes(text, name);
  }

  /// The user's name of the program.
  public String programName() {
    return Program.name();
  }

  // Recording.

  /// Whether the job is recorded, which is decided before it begins.
  public boolean isRecorded() {
    return engine.recorder() != null;
  }

  /// The folder and settings of the job's recording, as far as this rank sees them.
  public Path recordingFolder() {
    return recorder().folder();
  }

  /// The number of a collective operation by name and algorithm, for [#beginRecorded].
  public int recordedId(String name, String algorithm) {
    return recorder().collectiveId(name, algorithm);
  }

  /// The number of a handler of objects by its name and the type of its objects, for
  /// [#objectHandler].
  public int recordedHandler(String handler, String type) {
    return recorder().objectHandlerId(handler, type);
  }

  /// Called in a step of a recorded job, before a handler of an object runs.
  public void objectHandler(int id) {
    recorder().objectHandler(id);
  }

  /// Records the begin of an operation on this rank, and returns its time. Used only in a recorded
  /// job.
  public long beginRecorded(int id) {
    return recorder().beginCollective(id);
  }

  /// Records the end of an operation. `number` is the same on all participating ranks, and unique
  /// to the operation.
  public void endRecorded(int id, long began, long bytes, long number) {
    recorder().endCollective(id, began, bytes, number);
  }

  private Recorder recorder() {
    return Objects.requireNonNull(engine.recorder());
  }

  // Completions.

  /// Begins an operation of `call` for the completion.
  public static void begin(Completion completion, String call) {
    pending(completion).begin(call);
  }

  /// Marks the completion's operation as done.
  public static void done(Completion completion) {
    pending(completion).done(0);
  }

  /// Marks the completion's operation as done, with this word as [Completion#value].
  public static void done(Completion completion, long value) {
    pending(completion).done(value);
  }

  /// Marks the completion's operation as done, with this object as [#result].
  public static void doneWith(Completion completion, @Nullable Object result) {
    pending(completion).done(result);
  }

  /// The object of [#doneWith]; throws the operation's failure.
  public static @Nullable Object result(Completion completion) {
    return pending(completion).result();
  }

  /// The call of the completion's operation, for messages.
  public static String call(Completion completion) {
    return pending(completion).call();
  }

  /// Marks the completion's operation as failed.
  public static void failed(Completion completion, RuntimeException failure) {
    pending(completion).failed(failure);
  }

  private static Pending pending(Completion completion) {
    return LayerAccess.get().pending(completion);
  }

  // Messages.

  /// Registers, under the same name on all ranks, a handler of messages written and read in place.
  /// They are not counted, so quiescence ignores them; the end of the job waits for them.
  public Frames frames(String name, Frames.Receiver handler) {
    return new Frames(engine, name, "frames", Counted.BY_END, handler);
  }

  /// Registers a handler as [#frames] does, of messages that quiescence waits for. `shape`
  /// describes their content in one word. If shapes differ between ranks, `start` throws.
  public Frames countedFrames(String name, String shape, Frames.Receiver handler) {
    return new Frames(engine, name, shape, Counted.BY_QUIESCENCE, handler);
  }

  /// Registers, under the same name on all ranks, a handler of messages of any size, which count as
  /// the program's own.
  public Frames messages(String name, String shape, Frames.Receiver handler) {
    return new Frames(engine, name, shape, Counted.BY_PROGRAM, handler);
  }

  /// Sets the chore for a library's partly filled buffers; a second library is refused. It runs in
  /// every poll and round of a wait while [#holdBuffers] is set. It must not wait, and returns the
  /// number of things done.
  public void setBuffers(IntSupplier chore) {
    rank.loop().setBuffers(chore::getAsInt);
  }

  /// Sets whether the library holds partly filled buffers now.
  public void holdBuffers(boolean holds) {
    if (holds) {
      rank.due().add(DueWork.BUFFERS);
    } else {
      rank.due().remove(DueWork.BUFFERS);
    }
  }

  /// Runs `action` at the beginning of each `World.quiesce`. The action may wait.
  public void beforeQuiesce(Runnable action) {
    engine.beforeQuiesce(action);
  }

  /// Calls `rooms` before this rank sleeps. It must request a wake-up when there is room for
  /// waiting messages, and return whether there is some already.
  public void addRooms(BooleanSupplier rooms) {
    rank.waiting().addRooms(rooms::getAsBoolean);
  }

  /// Registers, under the same name on all ranks, a handler of messages of four words. They are not
  /// counted, so quiescence does not wait for them. A handler that makes progress with such a
  /// message calls [#move].
  public UncountedWords uncountedWords(String name, Rsr4.Handler handler) {
    return new UncountedWords(engine, name, handler);
  }

  /// Lets [World#start] compare `shape`, one word, under a name that has no handler.
  public void compare(String name, String shape) {
    engine.handlers().addName(name, shape);
  }

  /// A new frame, with the cursor that sets it to payloads.
  public static FrameCursor frame() {
    return new FrameCursor(LayerAccess.get());
  }

  /// Counts a message of [#messages] as maintenance: +1 where it is sent, −1 where it is handled.
  /// Such messages keep the library's own knowledge up to date, and the program may not know of
  /// them. So it is not warned about them at the end of the job.
  public void maintenance(int change) {
    rank.ledger().maintenance(change);
  }

  /// Makes quiescence wait for `works` more pieces of work of this library.
  public void expect(int works) {
    rank.ledger().expect(works);
  }

  /// Counts `works` finished pieces that [#expect] has announced.
  public void happened(int works) {
    rank.ledger().happened(works);
  }

  /// Counts `works` pieces of work that [#happened] has counted only since they go to another rank,
  /// such as mail that moves with its object.
  public void handedOver(int works) {
    rank.ledger().handedOver(works);
  }

  /// Counts `works` pieces of work that [#expect] has announced only since they have come from
  /// another rank.
  public void takenOver(int works) {
    rank.ledger().takenOver(works);
  }

  /// The budget of all backlogs, large payloads and libraries of this rank, in bytes.
  public long budget() {
    return rank.budget().limit();
  }

  /// The share of the budget that `owner` takes. The owner is a few words for reports: "records of
  /// later steps". The same words give the same share.
  public BudgetShare budgetShare(String owner) {
    return new BudgetShare(rank.budget(), owner);
  }

  /// The number of handled messages and of other finished work here. It never falls.
  public long completed() {
    return rank.ledger().completed();
  }

  // Registered memory.

  /// Counts progress that no message shows, so that the rank does not seem to stand still.
  public void move() {
    rank.ledger().move();
  }

  /// The policy by which this rank polls and yields before it calls [#await].
  public YieldPolicy yieldPolicy() {
    return rank.waiting().policy();
  }

  /// Wakes `target`, if it sleeps in [#await], so that it reads memory that was written for it.
  public void wake(int target) {
    engine.wake(target);
  }

  /// Whether all ranks can access each other's registered memory, so [#heap] never returns null.
  public boolean sharesHeaps() {
    return memory.isShared();
  }

  /// The registered heap of `rank`, to be read and written directly; or null if that is not
  /// possible.
  public @Nullable MemorySegment heap(int rank) {
    return memory.mapped(rank);
  }

  /// Allocates in this rank's own heap; the contents are undefined.
  ///
  /// @throws weft.HeapExhaustedException when there is no room
  public long allocate(long bytes) {
    return memory.heap().allocate(bytes);
  }

  /// Frees memory that [#allocate] returned.
  public void free(long offset) {
    memory.heap().free(rank.rank(), offset);
  }

  /// The offset of a segment in this rank's own heap, or −1 if it is not there.
  public long offsetOf(MemorySegment segment) {
    return memory.heap().find(segment);
  }
}
