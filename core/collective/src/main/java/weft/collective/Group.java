// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.World;
import weft.codec.Codec;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;
import weft.layer.Layer;

/// Ranks of a job that call collective operations together.
///
/// All members make the same calls in the same order, with the same root, sizes, type and operator.
/// If a member differs, a report names both calls and the job ends. A call that waits runs
/// handlers. A handler must not make a collective call.
public final class Group {
  final GroupRunner runner;
  private final SingleValues values;
  private final Operation barrier = Operation.barrier();

  private Group(GroupRunner runner) {
    this.runner = runner;
    this.values = new SingleValues(runner);
  }

  /// Returns the group of all ranks. The first call registers handlers, so make it on every rank
  /// before [World#start]. Later calls, a library's for example, return the same group.
  public static Group world(World world) {
    return Layer.of(world).keep("Group.world", Group.class, () -> make(world));
  }

  private static Group make(World world) {
    Choices choices = RankCollectives.choices(world);
    var rank = new RankCollectives(world, choices);
    var all = new int[world.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    var runner = GroupRunner.of(rank, rank.core.join(0, 0, all), new GroupSettings(choices));
    runner.board(Boards.ofAll(rank, runner.context));
    return new Group(runner);
  }

  /// Divides this group: members with the same `color` form a new group, ordered by `key`, and by
  /// rank where keys are equal. Collective. To join no new group, call [#splitNone].
  ///
  /// @throws IllegalArgumentException if the color is negative; the other ranks are not notified
  public Group split(int color, int key) {
    if (color < 0) {
      throw new IllegalArgumentException(
          "Group.split with the color "
              + color
              + "; colors are 0 or more; to join no group, call splitNone");
    }
    return made(Division.of(runner, Division.SPLIT, 0, color, key));
  }

  /// Takes part in [#split] without joining a new group. Collective.
  public void splitNone() {
    Division.of(runner, Division.SPLIT, 0, -1, 0);
  }

  /// Returns another group of the same members, whose operations never mix with this group's. A
  /// library that is given a group works in its own duplicate. Collective.
  public Group dup() {
    return made(Division.of(runner, Division.DUP, 0, 0, 0));
  }

  /// Returns the group of the members `ranks`, in this order; null on ranks outside the list.
  /// Collective: all members of this group give the same list.
  ///
  /// @throws IllegalArgumentException if a rank appears twice; the other ranks are not notified
  /// @throws weft.WeftException if members give different lists
  public @Nullable Group subgroup(int... ranks) {
    int place = -1;
    var seen = new BitSet();
    for (int i = 0; i < ranks.length; i++) {
      Objects.checkIndex(ranks[i], size());
      if (seen.get(ranks[i])) {
        throw new IllegalArgumentException(
            "Group.subgroup of " + Arrays.toString(ranks) + " has rank " + ranks[i] + " twice");
      }
      seen.set(ranks[i]);
      place = ranks[i] == rank() ? i : place;
    }
    // The members compare this hash of their lists.
    long digest = 1;
    for (int rank : ranks) {
      digest = digest * 1_000_003 + rank + 1;
    }
    GroupRunner made = Division.of(runner, Division.SUBGROUP, digest, place < 0 ? -1 : 0, place);
    return made == null ? null : new Group(made);
  }

  private static Group made(@Nullable GroupRunner runner) {
    if (runner == null) {
      throw new IllegalStateException("a rank with a color is in no group");
    }
    return new Group(runner);
  }

  /// Ends the group on this rank, which cannot use it any more. Every member must call this. It
  /// does not wait for the others, so a rank with an exception under way can call it. The group's
  /// number and memory are used again when all members have freed it. After an operation of the
  /// group has ended half way, it does nothing.
  ///
  /// @throws IllegalStateException if an operation of this rank is pending, if the group was freed,
  ///   or if this is the group of all ranks. In a `finally` block it replaces an exception that was
  ///   under way; [#isIdle] avoids that
  public void free() {
    runner.free();
  }

  /// Whether no operation that this rank has called is pending. Local.
  public boolean isIdle() {
    return runner.isIdle();
  }

  @Override
  public String toString() {
    return runner.toString();
  }

  /// This rank in the group, from 0.
  public int rank() {
    return runner.rank();
  }

  /// The number of members.
  public int size() {
    return runner.size();
  }

  /// Returns the rank in the world of a member.
  public int member(int rank) {
    return runner.member(rank);
  }

  /// Runs `operation`; returns when it is done on this rank. Collective.
  public void run(Operation operation) {
    runner.run(operation);
  }

  /// Starts `operation`; `done` completes when it is done on this rank. All members start the
  /// operations of a group in the same order; they end in any order. Any number may be pending, of
  /// which 16 progress at a time; this call never waits for other ranks. If one member starts an
  /// operation, no member may [#run] it.
  public void start(Operation operation, Completion done) {
    runner.start(operation, done);
  }

  /// Runs `operation` with this rank's `value` and returns its result. Collective.
  public <T extends @Nullable Object, R extends @Nullable Object> R run(
      ObjectOperation<T, R> operation, T value) {
    runner.checkUsable(operation.name());
    return operation.run(runner, value);
  }

  /// Starts `operation` with this rank's `value`; `done` completes when the result is available.
  /// All members start the operations of a group in the same order.
  public <T extends @Nullable Object> void start(
      ObjectOperation<T, ?> operation, T value, Completion done) {
    runner.checkUsable(operation.name());
    operation.start(runner, value, done);
  }

  /// Returns when all members have called it.
  public void barrier() {
    run(barrier);
  }

  /// Returns the root's value on every rank.
  public long broadcast(int root, long value) {
    return values.broadcast(root, value);
  }

  /// Copies the root's array to every rank.
  public void broadcast(int root, long[] values) {
    run(Operation.broadcast(root, Data.of(values)));
  }

  /// Copies the root's array to every rank.
  public void broadcast(int root, double[] values) {
    run(Operation.broadcast(root, Data.of(values)));
  }

  /// Combines one value of each rank; every rank gets the same result.
  public long allreduce(long value, Operator operator) {
    return values.allreduce(value, operator);
  }

  /// Combines one value of each rank; every rank gets the same bits.
  public double allreduce(double value, Operator operator) {
    return values.allreduce(value, operator);
  }

  /// Combines the ranks' arrays element by element, in place. For repeated calls keep an
  /// [Operation], which allocates nothing.
  public void allreduce(long[] values, Operator operator) {
    run(Operation.allreduce(Data.of(values), operator));
  }

  /// Combines the ranks' arrays element by element, in place.
  public void allreduce(double[] values, Operator operator) {
    run(Operation.allreduce(Data.of(values), operator));
  }

  /// Returns the root's object on every rank and ignores the others': [ObjectOperation#broadcast].
  public <T extends @Nullable Object> T broadcast(int root, T value, Codec<T> codec) {
    return run(ObjectOperation.broadcast(root, codec), value);
  }

  /// Returns all objects at the root and an empty list elsewhere: [ObjectOperation#gather].
  public <T extends @Nullable Object> List<T> gather(int root, T value, Codec<T> codec) {
    return run(ObjectOperation.gather(root, codec), value);
  }

  /// Returns all objects on every rank: [ObjectOperation#allgather].
  public <T extends @Nullable Object> List<T> allgather(T value, Codec<T> codec) {
    return run(ObjectOperation.allgather(codec), value);
  }

  /// Returns this rank's object from the root's list: [ObjectOperation#scatter].
  public <T extends @Nullable Object> T scatter(int root, List<T> values, Codec<T> codec) {
    return run(ObjectOperation.scatter(root, codec), values);
  }

  /// Returns every rank's object for this rank: [ObjectOperation#alltoall].
  public <T extends @Nullable Object> List<T> alltoall(List<T> values, Codec<T> codec) {
    return run(ObjectOperation.alltoall(codec), values);
  }

  /// Combines all objects at the root; returns null elsewhere: [ObjectOperation#reduce].
  public <T> @Nullable T reduce(int root, T value, Codec<T> codec, BinaryOperator<T> operator) {
    return run(ObjectOperation.reduce(root, codec, operator), value);
  }

  /// Combines all objects for every rank: [ObjectOperation#allreduce].
  public <T> T allreduce(T value, Codec<T> codec, BinaryOperator<T> operator) {
    return run(ObjectOperation.allreduce(codec, operator), value);
  }

  /// Combines object *i* of every list for rank *i*: [ObjectOperation#reduceScatter].
  public <T> T reduceScatter(List<T> values, Codec<T> codec, BinaryOperator<T> operator) {
    return run(ObjectOperation.reduceScatter(codec, operator), values);
  }

  /// Combines the objects of ranks 0 to this one: [ObjectOperation#scan].
  public <T> T scan(T value, Codec<T> codec, BinaryOperator<T> operator) {
    return run(ObjectOperation.scan(codec, operator), value);
  }

  /// Combines the objects of the ranks before this one; null at rank 0: [ObjectOperation#exscan].
  public <T> @Nullable T exscan(T value, Codec<T> codec, BinaryOperator<T> operator) {
    return run(ObjectOperation.exscan(codec, operator), value);
  }

  /// Sets the table that chooses algorithms from now on. Collective.
  public void using(Choices choices) {
    runner.change("Group.using", () -> runner.settings.choices = choices);
  }

  /// Declares the kind of memory that holds most data on all ranks. Rules of the table for that
  /// kind apply from now on. Operations on data of another kind may be slower. Collective.
  public void layout(Layout layout) {
    runner.change("Group.layout", () -> runner.settings.layout = layout);
  }

  /// Sets whether results have the same bits in every run with this number of ranks; false by
  /// default. If so, ranks are combined strictly in their order, and only the built-in table of
  /// choices is used. Collective.
  public void reproducible(boolean reproducible) {
    runner.change("Group.reproducible", () -> runner.settings.reproducible = reproducible);
  }

  /// Sets whether a rank forwards data that arrives before its own call; true by default.
  /// Collective.
  public void forwarding(boolean forward) {
    runner.change("Group.forwarding", () -> runner.settings.forward = forward);
  }
}
