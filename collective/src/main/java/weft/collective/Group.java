// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.World;
import weft.codec.Codec;
import weft.collective.internal.Board;
import weft.collective.internal.Context;
import weft.collective.internal.Span;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;
import weft.collective.schedule.Shape;
import weft.layer.Layer;

/// Some ranks of a job that call collective operations together.
///
/// Every member makes the same calls in the same order, with the same roots, sizes, types and
/// operators; who does not is told, and the job ends. Calls that wait may run handlers meanwhile;
/// no call may be made in a handler.
public final class Group {
  private final Member member;
  private final Context context;
  private final BooleanSupplier hasRoom;
  private final Operation barrier = Operation.barrier();
  private final Values values;
  private @Nullable Board board;
  private final Manner manner;
  private int version;
  private final Failure failure = new Failure();
  private boolean freed;

  private Group(Member member, Context context, Manner manner) {
    this.member = member;
    this.context = context;
    this.manner = manner;
    this.hasRoom = context::hasRoom;
    context.forwarding(manner::forwards);
    this.values = new Values(this);
  }

  /// All ranks of a job. The first call is collective and registers handlers: make it on every rank
  /// before [World#start]. Later ones, a library's for example, return the same group.
  public static Group world(World world) {
    return Layer.of(world).keep("Group.world", Group.class, () -> make(world));
  }

  private static Group make(World world) {
    Choices choices = Member.choices(world);
    var member = new Member(world, choices, true);
    var all = new int[world.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    var group = new Group(member, member.core.join(0, 0, all), new Manner(choices));
    group.board = Boards.ofAll(world, member, group.context);
    return group;
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
    return made(Division.of(this, member, Division.SPLIT, 0, color, key));
  }

  /// Takes part in the others' [#split] without being in any of the new groups. Collective.
  public void splitNone() {
    Division.of(this, member, Division.SPLIT, 0, -1, 0);
  }

  /// Another group of the same members, whose operations have nothing to do with those of this one:
  /// what a library that is called with a group works in. Collective.
  public Group dup() {
    return made(Division.of(this, member, Division.DUP, 0, 0, 0));
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
    return Division.of(this, member, Division.SUBGROUP, digest, place < 0 ? -1 : 0, place);
  }

  private static Group made(@Nullable Group group) {
    if (group == null) {
      throw new IllegalStateException("a group was not made for who is in it");
    }
    return group;
  }

  /// The group of `context`, with the settings of this one.
  Group with(Context context) {
    return new Group(member, context, manner.copy());
  }

  /// Ends the group: no call of it any more. Its number can be used again. Collective; nothing may
  /// be under way in the group.
  ///
  /// @throws IllegalStateException when something is, or when this is the group of all ranks
  public void free() {
    if (context.id() == 0) {
      throw new IllegalStateException(
          "Group.free of the group of all ranks, which lasts as they do");
    }
    if (!context.isIdle()) {
      throw new IllegalStateException(
          "Group.free of " + this + " while operations are under way; wait until they are done");
    }
    checkUsable("Group.free");
    // By messages: they say that nobody looks at the board any more.
    Board old = board;
    board = null;
    run(Operation.barrier().as("Group.free"));
    freed = true;
    if (old != null) {
      Boards.free(old, member, context);
    }
    member.core.leave(context);
  }

  /// Lets small operations go over a board from now on, where there can be one. Collective.
  void makeBoard(String name) {
    board = Boards.of(this, member, context, name);
  }

  private void checkUsable(String call) {
    member.layer.checkMayWait(call);
    if (freed) {
      throw new IllegalStateException(call + " of " + this + ", which was freed");
    }
    failure.check(call, this);
  }

  @Override
  public String toString() {
    return "group " + context.id() + " of " + size() + " ranks";
  }

  /// This rank in the group, from 0.
  public int rank() {
    return context.rank();
  }

  /// How many members there are.
  public int size() {
    return context.size();
  }

  /// The rank in the world of a member.
  public int member(int rank) {
    return context.member(rank);
  }

  /// Carries `operation` out: returns when it is done here. Collective.
  public void run(Operation operation) {
    checkUsable(operation.name);
    operation.prepare(this);
    operation.call.begun(false);
    try {
      carryOut(operation);
    } catch (RuntimeException | Error e) {
      failure.note(operation.name, e);
      throw e;
    }
  }

  private void carryOut(Operation operation) {
    Board board = this.board;
    if (board != null && operation.isSmall()) {
      awaitRoom(operation.name);
      board.run(operation.call, operation.name);
      return;
    }
    member.start(context, operation.call);
    if (!operation.call.isDone()) {
      member.layer.await(operation.name, operation.isDone);
    }
  }

  /// Begins `operation`, and tells `done` when it is done here. Operations of one group begin in
  /// the same order on all members and end in any order. It waits for nobody: any number may be
  /// under way, of which 16 move at a time. What one member starts the others do not [#run].
  public void start(Operation operation, Completion done) {
    checkUsable(operation.name);
    operation.prepare(this);
    Layer.begin(done, operation.name);
    operation.tells(done);
    operation.call.begun(true);
    try {
      member.start(context, operation.call);
    } catch (RuntimeException | Error e) {
      failure.note(operation.name, e);
      throw e;
    }
  }

  /// Carries `operation` out with this rank's `value`, and returns what came of it. Collective.
  public <T extends @Nullable Object, R extends @Nullable Object> R run(
      ObjectOperation<T, R> operation, T value) {
    checkUsable(operation.name());
    return operation.run(this, value);
  }

  /// Begins `operation` with this rank's `value`, and tells `done` when its result can be had; as
  /// with data, operations of one group begin in the same order on all members.
  public <T extends @Nullable Object> void start(
      ObjectOperation<T, ?> operation, T value, Completion done) {
    checkUsable(operation.name());
    operation.start(this, member, context, value, done);
  }

  private void awaitRoom(String call) {
    if (!context.hasRoom()) {
      member.layer.await(call, hasRoom);
    }
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
    change("Group.using", () -> manner.choices = choices);
  }

  /// In what kind of memory most of the data will be, at all ranks: rules of the table that are for
  /// that kind hold from now on, too. Data of the other kind is slower then. Collective.
  public void layout(Layout layout) {
    change("Group.layout", () -> manner.layout = layout);
  }

  /// Whether results are to be the same, bit for bit, in every run with this number of ranks: then
  /// the ranks are combined strictly in their order, and no table of choices counts but the one
  /// that is built in. False unless set. Collective.
  public void reproducible(boolean reproducible) {
    change("Group.reproducible", () -> manner.reproducible = reproducible);
  }

  /// Whether a rank passes on what arrives before its own call; true unless set. Collective.
  public void forwarding(boolean forward) {
    change("Group.forwarding", () -> manner.forward = forward);
  }

  /// Nobody begins an operation in the new manner before all know it: others' handlers carry it on
  /// before they have called it.
  private void change(String call, Runnable change) {
    checkUsable(call);
    awaitRoom(call);
    change.run();
    version++;
    if (member.layer.isStarted()) {
      run(Operation.barrier().as(call));
    }
  }

  int version() {
    return version;
  }

  Algorithms.Entry choose(Shape shape) {
    return manner.choose(shape);
  }

  /// Whether an operation of this shape goes over the board, where there is one.
  boolean isSmall(Shape shape) {
    return Board.takes(shape, manner.choices.board());
  }

  boolean shares() {
    return member.core.shares();
  }

  boolean shares(Span span) {
    return member.core.shares(span);
  }
}
