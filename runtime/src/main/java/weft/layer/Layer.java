// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.World;
import weft.internal.Doors;
import weft.internal.Engine;
import weft.internal.rank.Pending;
import weft.transport.Waits;

/// One rank, as the rooms above the runtime see it: who may call what, waiting, completions,
/// messages written in place, and registered memory that can be read directly.
public final class Layer {
  private final Engine engine;

  private Layer(Engine engine) {
    this.engine = engine;
  }

  /// The rank behind `world`.
  public static Layer of(World world) {
    return new Layer(Doors.get().engine(world));
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
    return engine.upstairs().mayWait();
  }

  /// The line of the program that this rank is at, for people; empty when there is none.
  public String line() {
    return engine.upstairs().line();
  }

  /// Whether the job is in the debug mode, in which knowing more may take longer.
  public boolean isChecking() {
    return engine.upstairs().isChecking();
  }

  /// Waits in `call`, progressing, until `condition` holds.
  public void await(String call, BooleanSupplier condition) {
    engine.await(call, "", condition);
  }

  /// Lets leave what was sent so far.
  public void flush() {
    engine.upstairs().flush();
  }

  /// Says what else is under way, when somebody asks who waits where: called by other threads.
  public void describe(Supplier<String> underWay) {
    engine.upstairs().describe(underWay);
  }

  /// The one object of `type` that a room above has for this rank: `maker` makes it when `call`
  /// asks for the first time.
  public <T> T keep(String call, Class<T> type, Supplier<T> maker) {
    engine.checkOpen(call);
    return engine.upstairs().keep(type, maker);
  }

  /// Does this when the rank's body has returned well, before the collective end of the job.
  public void atEnd(Runnable action) {
    engine.upstairs().atEnd(action);
  }

  /// Does this when a wait of any kind, or a loop over polls in which nothing comes, has lasted for
  /// a second, for 2, 4, 8 … seconds, and each minute in the end. It runs in no handler, and must
  /// not wait: of messages it may only try to send some.
  public void whenWaitingLong(Runnable action) {
    engine.upstairs().whenWaitingLong(action);
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

  /// What the completion stands for could not be done.
  public static void failed(Completion completion, RuntimeException failure) {
    pending(completion).failed(failure);
  }

  private static Pending pending(Completion completion) {
    return Doors.get().pending(completion);
  }

  // Messages.

  /// Registers a handler of messages that are written and read in place, under a name that all
  /// ranks use.
  public Frames frames(World world, String name, Frames.Handler handler) {
    return new Frames(engine, world, name, handler);
  }

  /// A message of words that was sent is of a room's own: not counted, and quiescence does not wait
  /// for it. Its handler calls [#uncountReceived].
  public void uncountSent() {
    engine.upstairs().uncountSent();
  }

  /// Says the same of the message of words whose handler runs.
  public void uncountReceived() {
    engine.upstairs().uncountReceived(0);
  }

  /// The same, where nothing moves on by that message: who only gets such ones stands still.
  public void uncountReceivedIdle() {
    engine.upstairs().uncountReceivedIdle(0);
  }

  /// The bytes that all early arrivals, backlogs and large payloads of this rank may take.
  public long budget() {
    return engine.upstairs().budget().limit();
  }

  /// Takes `bytes` of the budget.
  public void takeBudget(long bytes) {
    engine.upstairs().budget().take(bytes);
  }

  /// Gives them back.
  public void giveBudget(long bytes) {
    engine.upstairs().budget().give(bytes);
  }

  // Registered memory.

  /// Something moved that no message shows: the rank does not stand still.
  public void move() {
    engine.upstairs().move();
  }

  /// Whether ranks outnumber processors, so that one that spins keeps others from working.
  public boolean isCrowded() {
    return engine.upstairs().isCrowded();
  }

  /// How this rank waits, and its clock.
  public Waits waits() {
    return engine.upstairs().waits();
  }

  /// Wakes `target`, if it sleeps in [#await], so that it looks at what was written for it.
  public void wake(int target) {
    engine.upstairs().wake(target);
  }

  /// Whether all ranks reach each other's registered memory: whether [#heap] is null for none.
  public boolean sharesHeaps() {
    return engine.oneSided().sharesHeaps();
  }

  /// The registered heap of `rank`, to be read and written directly; null where that is not
  /// possible.
  public @Nullable MemorySegment heap(int rank) {
    return engine.oneSided().own().mapped(rank);
  }

  /// Allocates in this rank's own heap; what it holds is undefined.
  ///
  /// @throws weft.HeapExhaustedException when there is no room
  public long allocate(long bytes) {
    return engine.oneSided().own().allocate(bytes);
  }

  /// Frees what [#allocate] returned.
  public void free(long offset) {
    engine.oneSided().own().free(engine.rank(), offset);
  }

  /// Where a segment lies in this rank's own heap, or −1 when it does not.
  public long offsetOf(MemorySegment segment) {
    return engine.oneSided().own().find(segment);
  }
}
