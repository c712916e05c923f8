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

/// Some ranks of a job that call collective operations together.
///
/// Every member makes the same calls in the same order, with the same roots, sizes, types and
/// operators; who does not is told, and the job ends. Calls that wait may run handlers meanwhile;
/// no call may be made in a handler.
public final class Group {
  final GroupRunner runner;
  private final SingleValues values;
  private final Operation barrier = Operation.barrier();

  private Group(GroupRunner runner) {
    this.runner = runner;
    this.values = new SingleValues(runner);
  }

  /// All ranks of a job. The first call is collective and registers handlers: make it on every rank
  /// before [World#start]. Later ones, a library's for example, return the same group.
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
    var runner = new GroupRunner(rank, rank.core.join(0, 0, all), new Manner(choices));
    runner.board(Boards.ofAll(rank, runner.context));
    return new Group(runner);
  }

  /// Divides this group: those who give the same `color`, 0 or more, make a new one, in which they
  /// are ordered by `key`, and by their rank here where keys are equal. Collective: who wants to be
  /// in none of the new groups calls [#splitNone] instead.
  ///
  /// @throws IllegalArgumentException before anything is said, when the colour is negative
  public Group split(int color, int key) {
    if (color < 0) {
      throw new IllegalArgumentException(
          "Group.split with the color "
              + color
              + "; colors are 0 or more, and who wants to be in no group calls splitNone");
    }
    return made(Division.of(runner, Division.SPLIT, 0, color, key));
  }

  /// Takes part in the others' [#split] without being in any of the new groups. Collective.
  public void splitNone() {
    Division.of(runner, Division.SPLIT, 0, -1, 0);
  }

  /// Another group of the same members, whose operations have nothing to do with those of this one:
  /// what a library that is called with a group works in. Collective.
  public Group dup() {
    return made(Division.of(runner, Division.DUP, 0, 0, 0));
  }

  /// The group of the members `ranks` of this one, in this order; null for who is not in the list.
  /// Collective: all members of this group give the same list.
  ///
  /// @throws IllegalArgumentException before anything is said, when a rank stands there twice
  /// @throws weft.WeftException when members give different lists
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
    // The lists must be the same: a hash of them goes round.
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

  /// Ends the group: no call of it any more. Its number can be used again. Collective; nothing may
  /// be under way in the group.
  ///
  /// @throws IllegalStateException when something is, or when this is the group of all ranks
  public void free() {
    runner.free();
  }

  @Override
  public String toString() {
    return runner.toString();
  }

  /// This rank in the group, from 0.
  public int rank() {
    return runner.rank();
  }

  /// How many members there are.
  public int size() {
    return runner.size();
  }

  /// The rank in the world of a member.
  public int member(int rank) {
    return runner.member(rank);
  }

  /// Carries `operation` out: returns when it is done here. Collective.
  public void run(Operation operation) {
    runner.run(operation);
  }

  /// Begins `operation`, and tells `done` when it is done here. Operations of one group begin in
  /// the same order on all members and end in any order. It waits for nobody: any number may be
  /// under way, of which 16 move at a time. What one member starts the others do not [#run].
  public void start(Operation operation, Completion done) {
    runner.start(operation, done);
  }

  /// Carries `operation` out with this rank's `value`, and returns what came of it. Collective.
  public <T extends @Nullable Object, R extends @Nullable Object> R run(
      ObjectOperation<T, R> operation, T value) {
    runner.checkUsable(operation.name());
    return operation.run(runner, value);
  }

  /// Begins `operation` with this rank's `value`, and tells `done` when its result can be had; as
  /// with data, operations of one group begin in the same order on all members.
  public <T extends @Nullable Object> void start(
      ObjectOperation<T, ?> operation, T value, Completion done) {
    runner.checkUsable(operation.name());
    operation.start(runner, value, done);
  }

  /// Nobody goes on before all members have come.
  public void barrier() {
    run(barrier);
  }

  /// Returns the root's value on every rank.
  public long broadcast(int root, long value) {
    return values.broadcast(root, value);
  }

  /// Fills the array on every rank with the root's.
  public void broadcast(int root, long[] values) {
    run(Operation.broadcast(root, Data.of(values)));
  }

  /// Fills the array on every rank with the root's.
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

  /// Combines the ranks' arrays element by element, in place. Who does it often keeps an
  /// [Operation] instead, which allocates nothing.
  public void allreduce(long[] values, Operator operator) {
    run(Operation.allreduce(Data.of(values), operator));
  }

  /// Combines the ranks' arrays element by element, in place.
  public void allreduce(double[] values, Operator operator) {
    run(Operation.allreduce(Data.of(values), operator));
  }

  /// Returns the root's object on every rank; what others give is not looked at:
  /// [ObjectOperation#broadcast].
  public <T extends @Nullable Object> T broadcast(int root, T value, Codec<T> codec) {
    return run(ObjectOperation.broadcast(root, codec), value);
  }

  /// Returns everybody's object at the root, no objects elsewhere: [ObjectOperation#gather].
  public <T extends @Nullable Object> List<T> gather(int root, T value, Codec<T> codec) {
    return run(ObjectOperation.gather(root, codec), value);
  }

  /// Returns everybody's object on every rank: [ObjectOperation#allgather].
  public <T extends @Nullable Object> List<T> allgather(T value, Codec<T> codec) {
    return run(ObjectOperation.allgather(codec), value);
  }

  /// Returns to each rank its object of the root's list: [ObjectOperation#scatter].
  public <T extends @Nullable Object> T scatter(int root, List<T> values, Codec<T> codec) {
    return run(ObjectOperation.scatter(root, codec), values);
  }

  /// Returns what each rank has for this one: [ObjectOperation#alltoall].
  public <T extends @Nullable Object> List<T> alltoall(List<T> values, Codec<T> codec) {
    return run(ObjectOperation.alltoall(codec), values);
  }

  /// Combines everybody's object at the root; null elsewhere: [ObjectOperation#reduce].
  public <T> @Nullable T reduce(int root, T value, Codec<T> codec, BinaryOperator<T> operator) {
    return run(ObjectOperation.reduce(root, codec, operator), value);
  }

  /// Combines everybody's object for every rank: [ObjectOperation#allreduce].
  public <T> T allreduce(T value, Codec<T> codec, BinaryOperator<T> operator) {
    return run(ObjectOperation.allreduce(codec, operator), value);
  }

  /// Combines object *i* of everybody's list for rank *i*: [ObjectOperation#reduceScatter].
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

  /// By which table algorithms are chosen from now on. Collective.
  public void using(Choices choices) {
    runner.change("Group.using", () -> runner.manner.choices = choices);
  }

  /// In what kind of memory most of the data will be, at all ranks: rules of the table that are for
  /// that kind hold from now on, too. Data of the other kind is slower then. Collective.
  public void layout(Layout layout) {
    runner.change("Group.layout", () -> runner.manner.layout = layout);
  }

  /// Whether results are to be the same, bit for bit, in every run with this number of ranks: then
  /// the ranks are combined strictly in their order, and no table of choices counts but the one
  /// that is built in. False unless set. Collective.
  public void reproducible(boolean reproducible) {
    runner.change("Group.reproducible", () -> runner.manner.reproducible = reproducible);
  }

  /// Whether a rank passes on what arrives before its own call; true unless set. Collective.
  public void forwarding(boolean forward) {
    runner.change("Group.forwarding", () -> runner.manner.forward = forward);
  }
}
