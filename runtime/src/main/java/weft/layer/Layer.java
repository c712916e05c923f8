// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.Rsr4;
import weft.World;
import weft.internal.Engine;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Counted;
import weft.internal.rank.DueWork;
import weft.internal.rank.Owner;
import weft.internal.rank.Pending;
import weft.internal.rank.Program;
import weft.internal.rank.Rank;
import weft.internal.remote.RemoteMemory;
import weft.recording.Recorder;
import weft.transport.Waits;

/// One rank, as the libraries of this house see it: the one way up from the runtime. It gives them
/// what programs do not need: checks of calls, waiting, completions, messages written in place,
/// counting for quiescence, the budget, and registered memory that can be read directly.
public final class Layer {
  private final Engine engine;
  private final Rank rank;
  private final RemoteMemory memory;
  private final Owner owner;

  private Layer(RankRuntime runtime) {
    this.engine = runtime.engine();
    this.rank = engine.self();
    this.memory = runtime.memory();
    this.owner = rank.owner();
  }

  /// The rank behind `world`.
  public static Layer of(World world) {
    return new Layer(LayerAccess.get().runtime(world));
  }

  /// This rank.
  public int rank() {
    return engine.rank();
  }

  /// How many ranks there are.
  public int size() {
    return engine.size();
  }

  // Calls.

  /// Whether [World#start] has been called.
  public boolean isStarted() {
    return engine.isStarted();
  }

  /// Whether the calling thread is the rank's own.
  public boolean isHere() {
    return owner.isHere();
  }

  /// Refuses `call` by other threads, and after the end.
  public void checkOpen(String call) {
    engine.checkOpen(call);
  }

  /// Refuses `call` in a handler too.
  public void checkMayWait(String call) {
    engine.checkMayWait(call);
  }

  /// Whether a call may wait now: no handler runs.
  public boolean mayWait() {
    return !rank.context().inHandler();
  }

  /// The line of the program that this rank is at, for people; empty when there is none.
  public String line() {
    StackTraceElement line = Program.line(Thread.currentThread());
    return line == null ? "" : line.toString();
  }

  /// Whether the job is in the debug mode, in which knowing more may take longer.
  public boolean isChecking() {
    return rank.isChecking();
  }

  /// How this rank waits, and its clock.
  public Waits waits() {
    return engine.waits();
  }

  /// Waits in `call`, progressing, until `condition` holds.
  public void await(String call, BooleanSupplier condition) {
    engine.await(call, "", condition);
  }

  /// Lets leave what was sent so far.
  public void flush() {
    engine.flush();
  }

  /// Says what else is under way, when somebody asks who waits where: called by other threads.
  public void describe(Supplier<String> underWay) {
    rank.status()
        .add(text -> {
          String told = underWay.get();
          text.append(told.isEmpty() ? "" : "; ").append(told);
        });
  }

  /// The one object of `type` that a room above has for this rank: `maker` makes it when `call`
  /// asks for the first time.
  public <T> T keep(String call, Class<T> type, Supplier<T> maker) {
    engine.checkOpen(call);
    return rank.keep(type, maker);
  }

  /// Does this when the rank's body has returned well, before the collective end of the job.
  public void atEnd(Runnable action) {
    rank.atEnd(action);
  }

  /// Does this when a wait of any kind has lasted for a second, for 2, 4, 8 … seconds, and in the
  /// end each minute. A loop over polls without messages counts as a wait. It runs in no handler,
  /// and must not wait: of messages it may only try to send some.
  public void whenWaitingLong(Runnable action) {
    rank.waiting().whenLong(action);
  }

  /// Does this in [World#quiesce], and at the end of the job, when quiescence has been found; it
  /// may throw.
  public void whenQuiescent(Runnable action) {
    rank.whenQuiescent(action);
  }

  // Steps of objects, which run below the handlers.

  /// Sets what runs steps, before [World#start]: in every later wait of the body but a send for
  /// want of room. It runs some, each between [#enterStep] and [#leaveStep], and returns how many.
  public void setSteps(IntSupplier steps) {
    Recorder recorder = engine.recorder();
    rank.loop().setSteps(recorder == null ? steps::getAsInt : () -> recorder.steps(steps));
  }

  /// A step runs, which may send and poll, and must not wait; reports name it by its `toString`.
  public void enterStep(Object step) {
    rank.context().enterStep(step);
  }

  /// The step has ended.
  public void leaveStep() {
    rank.context().leaveStep();
  }

  /// Runs steps if the body calls, and returns how many ran; nothing in a step or a handler.
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

  /// Ends the job by `thrown`, which reports name with `where`.
  public RuntimeException fail(String where, Throwable thrown) {
    throw rank.report(where, thrown);
  }

  /// What runs now, for a report; empty for the body.
  public String where() {
    return rank.context().where();
  }

  // Recording.

  /// Whether the job is recorded, as has been decided before it began.
  public boolean isRecorded() {
    return engine.recorder() != null;
  }

  /// Where the ranks of a job that is recorded leave what they record, as far as this rank sees it.
  public Path recordingFolder() {
    return recorder().folder();
  }

  /// The number of a collective operation by name and algorithm, for [#beginRecorded].
  public int recordedId(String name, String algorithm) {
    return recorder().collectiveId(name, algorithm);
  }

  /// An operation begins on this rank of a job that is recorded; returns when.
  public long beginRecorded(int id) {
    return recorder().beginCollective(id);
  }

  /// It has returned. `number` is the same on all ranks that take part, and on no other operation.
  public void endRecorded(int id, long began, long bytes, long number) {
    recorder().endCollective(id, began, bytes, number);
  }

  private Recorder recorder() {
    return Objects.requireNonNull(engine.recorder());
  }

  // Completions.

  /// The completion stands for `call` from now on.
  public static void begin(Completion completion, String call) {
    pending(completion).begin(call);
  }

  /// What the completion stands for is done.
  public static void done(Completion completion) {
    pending(completion).done(0);
  }

  /// What the completion stands for is done, and brought this word: [Completion#value].
  public static void done(Completion completion, long value) {
    pending(completion).done(value);
  }

  /// What the completion stands for is done, and brought this object: [#result].
  public static void doneWith(Completion completion, @Nullable Object result) {
    pending(completion).done(result);
  }

  /// The object that [#doneWith] brought; a failure is thrown.
  public static @Nullable Object result(Completion completion) {
    return pending(completion).result();
  }

  /// What the completion stands for, for messages.
  public static String call(Completion completion) {
    return pending(completion).call();
  }

  /// What the completion stands for could not be done.
  public static void failed(Completion completion, RuntimeException failure) {
    pending(completion).failed(failure);
  }

  private static Pending pending(Completion completion) {
    return LayerAccess.get().pending(completion);
  }

  // Messages.

  /// Registers, under a name that all ranks use, a handler of messages that are written and read in
  /// place. They are not counted: quiescence does not wait for them.
  public Frames frames(String name, Frames.Receiver handler) {
    return new Frames(engine, name, "frames", Counted.NOT, handler);
  }

  /// Registers a handler as [#frames] does, of messages that quiescence waits for. `shape` is one
  /// word that says what they carry: ranks that have different ones do not begin to talk.
  public Frames countedFrames(String name, String shape, Frames.Receiver handler) {
    return new Frames(engine, name, shape, Counted.BY_QUIESCENCE, handler);
  }

  /// Registers, under a name that all ranks use, a handler of messages of any size, which are the
  /// program's own.
  public Frames messages(String name, String shape, Frames.Receiver handler) {
    return new Frames(engine, name, shape, Counted.BY_PROGRAM, handler);
  }

  /// Sets the keeper of a library's partly filled buffers. It is called in every poll, and in every
  /// round of a wait, from [#holdBuffers] with true to the next with false. It must not wait. It
  /// returns how much it did.
  public void setBuffers(IntSupplier chore) {
    rank.loop().setBuffers(chore::getAsInt);
  }

  /// Whether the library holds partly filled buffers now.
  public void holdBuffers(boolean holds) {
    if (holds) {
      engine.due(DueWork.BUFFERS);
    } else {
      engine.notDue(DueWork.BUFFERS);
    }
  }

  /// Does this at the beginning of each `World.quiesce`. It may wait.
  public void beforeQuiesce(Runnable action) {
    engine.beforeQuiesce(action);
  }

  /// Asks `rooms` before this rank sleeps: it requests to be woken when there is room for what
  /// waits, and returns whether there is some already.
  public void addRooms(BooleanSupplier rooms) {
    rank.waiting().addRooms(rooms::getAsBoolean);
  }

  /// Registers, under a name that all ranks use, a handler of messages of four words. They are not
  /// counted: quiescence does not wait for them. A handler that gets something done by such a
  /// message says so by [#move].
  public UncountedWords uncountedWords(String name, Rsr4.Handler handler) {
    return new UncountedWords(engine, name, handler);
  }

  /// Lets [World#start] compare `shape`, one word, under a name that has no handler.
  public void compare(String name, String shape) {
    engine.handlers().addName(name, shape);
  }

  /// A frame of its own, and what points it at payloads.
  public static FrameCursor frame() {
    return new FrameCursor(LayerAccess.get());
  }

  /// Makes quiescence wait for this much more work that this library owes.
  public void expect(int works) {
    rank.ledger().expect(works);
  }

  /// As much of what [#expect] announced has happened.
  public void happened(int works) {
    rank.ledger().happened(works);
  }

  /// The bytes that all early arrivals, backlogs and large payloads of this rank may take.
  public long budget() {
    return rank.budget().limit();
  }

  /// Whether `bytes` more fit the budget.
  public boolean fitsBudget(long bytes) {
    return rank.budget().fits(bytes);
  }

  /// Takes `bytes` of the budget.
  public void takeBudget(long bytes) {
    rank.budget().take(bytes);
  }

  /// Gives them back.
  public void giveBudget(long bytes) {
    rank.budget().give(bytes);
  }

  /// How many messages have been handled here, and how much of other work has been done: a number
  /// that never falls.
  public long completed() {
    return rank.ledger().completed();
  }

  // Registered memory.

  /// Something moved that no message shows: the rank does not stand still.
  public void move() {
    rank.ledger().move();
  }

  /// Whether ranks outnumber processors, so that one that spins keeps others from working.
  public boolean isCrowded() {
    return rank.waiting().isCrowded();
  }

  /// Wakes `target`, if it sleeps in [#await], so that it looks at what was written for it.
  public void wake(int target) {
    engine.wake(target);
  }

  /// Whether all ranks reach each other's registered memory: whether [#heap] is null for none.
  public boolean sharesHeaps() {
    return memory.isShared();
  }

  /// The registered heap of `rank`, to be read and written directly; null where that is not
  /// possible.
  public @Nullable MemorySegment heap(int rank) {
    return memory.mapped(rank);
  }

  /// Allocates in this rank's own heap; what it holds is undefined.
  ///
  /// @throws weft.HeapExhaustedException when there is no room
  public long allocate(long bytes) {
    return memory.heap().allocate(bytes);
  }

  /// Frees what [#allocate] returned.
  public void free(long offset) {
    memory.heap().free(engine.rank(), offset);
  }

  /// Where a segment lies in this rank's own heap, or −1 when it does not.
  public long offsetOf(MemorySegment segment) {
    return memory.heap().find(segment);
  }
}
