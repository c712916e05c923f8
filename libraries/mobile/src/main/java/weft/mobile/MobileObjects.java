// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.checkpoint.part.CheckpointParts;
import weft.codec.Codec;
import weft.collective.Group;
import weft.layer.Layer;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.StealPolicy;
import weft.mobile.internal.protocol.Resident;

/// The mobile objects of one rank, and access to those of other ranks.
///
/// ```java
/// var objects = MobileObjects.of(world); // before start
/// MobileType<Cell> cell = objects.type("cell", CODEC);
/// MobileRsr1<Cell> add = cell.rsr1("add", (self, it, value) -> it.add(value));
/// world.start();
/// MobilePointer<Cell> p = cell.create(new Cell());
/// objects.migrate(p, 1);
/// add.send(p, 42); // it gets there
/// world.quiesce();
/// ```
///
/// Handlers of objects run on the rank's own thread, one at a time and never nested. They run in
/// every wait of the body, but not in `poll` nor in a send that waits for room. Handlers of
/// messages between ranks have priority: they run inside an object's handler whenever it sends or
/// polls. Such a handler must not touch an object whose own handler is running.
public final class MobileObjects {
  private final ObjectRank rank;
  private final ArrayBroadcasts broadcasts;
  private final Group group;
  private final Balancing balancing;
  private final ObjectsPart part;

  private MobileObjects(World world) {
    this.group = Group.world(world);
    this.rank = new ObjectRank(world);
    this.broadcasts = new ArrayBroadcasts(rank, rank.reductions());
    this.balancing = new Balancing(rank, group);
    rank.hosted.offer();
    this.part = new ObjectsPart(rank);
    CheckpointParts.of(world).add(part);
  }

  /// Returns the mobile objects of this rank. Call it on every rank before [World#start].
  public static MobileObjects of(World world) {
    return Layer.of(world)
        .keep("MobileObjects.of", MobileObjects.class, () -> new MobileObjects(world));
  }

  /// The rank.
  public World world() {
    return rank.world;
  }

  /// Registers a type, whose objects are encoded by `codec`. A handler changes its object in place,
  /// so `T` is mostly a class with fields, or an array. A handler of an object that cannot change,
  /// such as a record of numbers, gives it a new state by [Self#replace].
  public <T> MobileType<T> type(String name, Codec<T> codec) {
    return new MobileType<>(rank, broadcasts, rank.types.addKind(name, codec));
  }

  /// Lets a restart drop what a checkpoint holds of a type that the program no longer registers:
  /// its objects and the messages that wait for them, and its arrays with their reductions. How
  /// many objects are dropped is said. The arrays and reductions that stay must keep their numbers,
  /// so register them where they were, or let others take the numbers of those that are dropped.
  /// Call it on every rank before [weft.checkpoint.Checkpoints#restored].
  public void drops(String type) {
    rank.layer.calls().checkOpen("MobileObjects.drops");
    part.drop(Objects.requireNonNull(type));
  }

  /// Moves an object from this rank to `target`: at once, or as soon as nothing pins it.
  ///
  /// @throws IllegalStateException if the object is not on this rank
  /// @throws weft.codec.CodecException if the object cannot be encoded; it stays
  public void migrate(MobilePointer<?> pointer, int target) {
    rank.moves.checkTarget("MobileObjects.migrate", target);
    Resident object = rank.router.find(pointer.word).here();
    if (object == null || pointer.kind.number != object.type()) {
      throw new IllegalStateException(
          "MobileObjects.migrate of "
              + pointer
              + " on rank "
              + rank.rank()
              + ", where it is not; let it move itself (Self.migrate)");
    }
    rank.moves.moveByCall(object, target);
  }

  /// Returns the object itself if it is on this rank, else null. If it lies on disk, it is read
  /// now, and the rank waits meanwhile. A caller in a handler may use it until the handler returns.
  /// The body may use it until its next call that waits, or its next call of this class. The object
  /// does not move until then.
  ///
  /// @throws IllegalStateException if a handler of that object is running
  @SuppressWarnings("unchecked") // the type of the pointer
  public <T> @Nullable T here(MobilePointer<T> pointer) {
    return (T) rank.here(pointer);
  }

  /// Returns the object itself if it is on this rank and in memory, else null. It is used as by
  /// [#here], and nothing is read from disk for it.
  ///
  /// @throws IllegalStateException if a handler of that object is running
  @SuppressWarnings("unchecked") // the type of the pointer
  public <T> @Nullable T inMemory(MobilePointer<T> pointer) {
    return (T) rank.inMemory(pointer);
  }

  /// Returns whether the object is on this rank.
  public boolean isHere(MobilePointer<?> pointer) {
    rank.layer.calls().checkOpen("MobileObjects.isHere");
    return rank.router.find(pointer.word).here() != null;
  }

  /// The number of objects on this rank.
  public int count() {
    rank.layer.calls().checkOpen("MobileObjects.count");
    var count = new int[1];
    rank.router.forEachHere(it -> count[0]++);
    return count[0];
  }

  /// Lets one object handle one message, and returns the number of messages handled. Only the body
  /// may call it. Waits do the same without this call.
  public int step() {
    rank.layer.calls().checkMayWait("MobileObjects.step");
    return rank.runner.stepOnce();
  }

  /// Moves objects as `policy` plans from the loads since the last call, and returns the result of
  /// the balancing. This is a collective call. It does not wait for quiescence: messages may be in
  /// flight. If the policy finds the loads of the ranks even ([BalancePolicy#isWorthIt]), the loads
  /// of objects are not gathered.
  public Balanced balance(BalancePolicy policy) {
    rank.layer.calls().checkMayWait("MobileObjects.balance");
    return balancing.balance(policy);
  }

  /// Makes `policy` balance automatically, every `millis` milliseconds. It replaces an earlier
  /// policy, also that of [#stealWhenIdle]. Null ends automatic balancing of both kinds. Call it
  /// before [World#start], or later on every rank.
  ///
  /// Objects may still move after [World#quiesce], by an earlier plan. To know where objects stay,
  /// end the balancing on every rank, then await quiescence.
  public void balanceEvery(long millis, @Nullable BalancePolicy policy) {
    balancing.every(millis, policy);
  }

  /// Makes a rank whose objects have no mail ask other ranks for objects. `policy` decides what
  /// they give. It replaces the policy of [#balanceEvery]; `balanceEvery(0, null)` ends it. Call it
  /// before [World#start], or later on every rank.
  ///
  /// Objects may still move after [World#quiesce], as with `balanceEvery`.
  public void stealWhenIdle(StealPolicy policy) {
    balancing.stealWhenIdle(policy);
  }

  /// Writes the loads to `file` at each later [#balance] that makes a plan, and at each periodic
  /// balancing. Only rank 0 writes. `weft bench balance` reads the file
  /// ([weft.mobile.balance.LoadTrace]). An existing file is emptied first. Null ends the trace.
  ///
  /// @throws weft.WeftException if the file cannot be written, in this call or at a later balancing
  public void traceLoads(@Nullable Path file) {
    balancing.trace(file);
  }

  /// Starts to measure the time of handlers, so that the first [#balance] already has loads.
  public void measure() {
    rank.layer.calls().checkOpen("MobileObjects.measure");
    rank.runner.measuring = true;
  }

  /// Discards what the protocol remembers of past messages and moves, and of objects that have
  /// ended, at a quiet point. This is a collective call. Handlers of objects stop when all ranks
  /// have called it, and then continue with the mail that waits. [World#quiesce] does the same
  /// where much is about objects that have ended, and so does each checkpoint.
  public void compact() {
    rank.layer.calls().checkMayWait("MobileObjects.compact");
    group.barrier(); // another rank may still wait for the answer of an object here
    rank.compaction.run();
  }

  /// Returns the counters of this rank's objects.
  public MobileCounters counters() {
    rank.layer.calls().checkThread("MobileObjects.counters");
    var counts = rank.router.counts();
    return new MobileCounters(
        counts.sent(),
        rank.runner.handled,
        counts.forwarded(),
        counts.left(),
        counts.came(),
        counts.created(),
        counts.byHops(),
        balancing.messages());
  }
}
