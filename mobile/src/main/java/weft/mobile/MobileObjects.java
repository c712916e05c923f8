// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.World;
import weft.codec.Codec;
import weft.collective.Group;
import weft.layer.Layer;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.internal.protocol.Resident;

/// The mobile objects of one rank, and access to those of all other ranks.
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
/// Handlers of objects run on the rank's own thread, in every wait of its body (but not in a send
/// that waits for room, nor in `poll`), one at a time and never inside each other: *below* the
/// handlers of messages between ranks, which run inside them whenever they send or poll. Such a
/// handler must not touch an object whose own handler is under way.
public final class MobileObjects {
  private final ObjectRank rank;
  private final ArrayBroadcasts broadcasts;
  private final Group group;
  private final Balancing balancing;

  private MobileObjects(World world) {
    this.group = Group.world(world);
    this.rank = new ObjectRank(world);
    this.broadcasts = new ArrayBroadcasts(rank, new Reductions(rank));
    this.balancing = new Balancing(rank, group);
  }

  /// The mobile objects of this rank: before [World#start], on every rank.
  public static MobileObjects of(World world) {
    return Layer.of(world)
        .keep("MobileObjects.of", MobileObjects.class, () -> new MobileObjects(world));
  }

  /// Registers a type, whose objects travel by `codec`.
  public <T> MobileType<T> type(String name, Codec<T> codec) {
    return new MobileType<>(rank, broadcasts, rank.addKind(name, codec));
  }

  /// Moves an object that is here to `target`: at once, or when nothing keeps it.
  ///
  /// @throws IllegalStateException when it is not here
  /// @throws weft.codec.CodecException when it cannot be encoded; it stays
  public void migrate(MobilePointer<?> pointer, int target) {
    rank.checkTarget("MobileObjects.migrate", target);
    Resident object = rank.router.find(pointer.word).here();
    if (object == null || pointer.kind.number != object.type()) {
      throw new IllegalStateException(
          "MobileObjects.migrate of "
              + pointer
              + " on rank "
              + rank.rank()
              + ", where it is not; let it move itself (Self.migrate)");
    }
    rank.moveByCall(object, target);
  }

  /// The object itself when it is here in memory, else null. It stays here until the handler that
  /// asks returns, or, when the body asks, until the body's next call that waits, or to this class.
  ///
  /// @throws IllegalStateException when a handler of that object is under way
  @SuppressWarnings("unchecked") // the type of the pointer
  public <T> @Nullable T here(MobilePointer<T> pointer) {
    return (T) rank.here(pointer);
  }

  /// Whether the object is here.
  public boolean isHere(MobilePointer<?> pointer) {
    return rank.router.find(pointer.word).here() != null;
  }

  /// How many objects are here.
  public int count() {
    var count = new int[1];
    rank.router.forEachHere(it -> count[0]++);
    return count[0];
  }

  /// From the body: one object handles one message; returns how many did. Waits do it by
  /// themselves.
  public int step() {
    rank.layer.checkMayWait("MobileObjects.step");
    return rank.stepOnce();
  }

  /// Moves objects as `policy` says, after the loads since the last call. Collective; it is no
  /// quiescence, and messages may be under way. Where the policy finds the loads of the ranks even,
  /// nothing else is gathered or planned ([BalancePolicy#isWorthIt]). Returns what it has done.
  public Balanced balance(BalancePolicy policy) {
    rank.layer.checkMayWait("MobileObjects.balance");
    return balancing.balance(policy);
  }

  /// Lets `policy` balance by itself from now on, every `millis` milliseconds or, for a policy of
  /// idle ranks, whenever a rank has nothing to do; null ends that. Before [World#start], or later
  /// on every rank. Moves that were planned before may still come after [World#quiesce]: whoever
  /// wants to know where objects stay ends the balancing on every rank, then awaits quiescence.
  public void balanceEvery(long millis, @Nullable BalancePolicy policy) {
    balancing.every(millis, policy);
  }

  /// Writes the loads at each later [#balance] that makes a plan, and at each periodic balancing,
  /// to `file`, at rank 0 alone, for `weft bench balance` ([weft.mobile.balance.LoadTrace]). The
  /// file begins anew; null ends that.
  ///
  /// @throws weft.WeftException when the file cannot be written: here, or at a later balancing
  public void traceLoads(@Nullable Path file) {
    balancing.trace(file);
  }

  /// Starts to measure the time that handlers take, for the first [#balance].
  public void measure() {
    rank.measuring = true;
  }

  /// A quiet point: forgets what the protocol had to remember of messages and moves. Collective.
  /// Handlers of objects stop meanwhile, and go on afterwards with the mail that they have.
  public void compact() {
    rank.layer.checkMayWait("MobileObjects.compact");
    rank.suspend(true);
    rank.world.quiesce();
    rank.router.forget();
    group.barrier();
    rank.suspend(false);
  }

  /// What this rank's objects have done so far.
  public MobileCounters counters() {
    var counts = rank.router.counts();
    return new MobileCounters(
        counts.sent(),
        rank.handled,
        counts.forwarded(),
        counts.left(),
        counts.came(),
        counts.byHops(),
        balancing.messages());
  }
}
