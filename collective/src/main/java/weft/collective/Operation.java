// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.collective.internal.engine.GroupCall;
import weft.collective.schedule.Collective;
import weft.layer.Layer;

/// A collective operation on certain data: what [Group#run] carries out, and [Group#start] begins.
/// It can be carried out again and again (MPI calls that persistent), one time at a time; that
/// costs no allocation, and its schedule is written once.
///
/// Data that is received must not be read, and data that is sent must not be written, until the
/// operation is done. Blocks of ranks stand in the order of the group's ranks.
public final class Operation {
  final Collective collective;
  final int root;
  final @Nullable Data in;
  final @Nullable Data out;
  final @Nullable Operator operator;
  final @Nullable Parts inParts;
  final @Nullable Parts outParts;

  /// Whether `in` and `out` are the same, of which one rank's part is in the other's place; where
  /// there is a root, at the root.
  final boolean inPlace;

  String name;
  GroupCall call = new GroupCall();
  BooleanSupplier isDone = call::isDone;

  /// The settings of the group that it was prepared for, and their version then.
  private @Nullable Manner preparedFor;

  private int preparedVersion;
  private boolean small;

  /// What is told when it is done.
  private @Nullable Completion completion;

  private final Runnable tell = this::tell;

  private Operation(
      Collective collective,
      int root,
      @Nullable Data in,
      @Nullable Data out,
      @Nullable Operator operator,
      @Nullable Parts inParts,
      @Nullable Parts outParts,
      boolean inPlace) {
    this.name = "Group." + name(collective);
    this.collective = collective;
    this.root = root;
    this.in = in;
    this.out = out;
    this.operator = operator;
    this.inParts = inParts;
    this.outParts = outParts;
    this.inPlace = inPlace;
    checkGiven();
  }

  /// Refuses null where the operation needs data or an operator.
  private void checkGiven() {
    if (collective == Collective.BARRIER) {
      return;
    }
    if (out == null || (in == null && collective != Collective.BROADCAST)) {
      throw new NullPointerException(
          name + " was given null as data; for no data give Data.none()");
    }
    if (operator == null && combines(collective)) {
      throw new NullPointerException(
          name + " was given null as its operator; give one, such as Operator.SUM");
    }
  }

  private static boolean combines(Collective collective) {
    return switch (collective) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> true;
      case BARRIER, BROADCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL -> false;
    };
  }

  private static String name(Collective collective) {
    return switch (collective) {
      case BARRIER -> "barrier";
      case BROADCAST -> "broadcast";
      case REDUCE -> "reduce";
      case ALLREDUCE -> "allreduce";
      case GATHER -> "gather";
      case SCATTER -> "scatter";
      case ALLGATHER -> "allgather";
      case ALLTOALL -> "alltoall";
      case REDUCE_SCATTER -> "reduceScatter";
      case SCAN -> "scan";
      case EXSCAN -> "exscan";
    };
  }

  /// The same, called otherwise in reports.
  Operation as(String name) {
    this.name = name;
    return this;
  }

  /// The same, as a call that has its place in the group's order already.
  Operation reservedAs(GroupCall reserved) {
    this.call = reserved;
    this.isDone = reserved::isDone;
    return this;
  }

  private static Operation apart(
      Collective collective,
      int root,
      @Nullable Data in,
      @Nullable Data out,
      @Nullable Operator operator) {
    return new Operation(collective, root, in, out, operator, null, null, false);
  }

  private static Operation inPlace(
      Collective collective,
      int root,
      Data data,
      @Nullable Operator operator,
      @Nullable Parts inParts,
      @Nullable Parts outParts) {
    return new Operation(collective, root, data, data, operator, inParts, outParts, true);
  }

  /// Nobody goes on before all have come.
  public static Operation barrier() {
    return apart(Collective.BARRIER, 0, null, null, null);
  }

  /// Fills `data` on every rank with the root's.
  public static Operation broadcast(int root, Data data) {
    return apart(Collective.BROADCAST, root, null, data, null);
  }

  /// Combines the `in` of all ranks, element by element, into the root's `out`; elsewhere `out` is
  /// not used and may be [Data#none].
  public static Operation reduce(int root, Data in, Data out, Operator operator) {
    return apart(Collective.REDUCE, root, in, out, operator);
  }

  /// The same in place: the root's `data` becomes the result; elsewhere it is only read.
  public static Operation reduce(int root, Data data, Operator operator) {
    return inPlace(Collective.REDUCE, root, data, operator, null, null);
  }

  /// Combines the `in` of all ranks, element by element, into everybody's `out`: the same bits.
  public static Operation allreduce(Data in, Data out, Operator operator) {
    return apart(Collective.ALLREDUCE, 0, in, out, operator);
  }

  /// The same in place.
  public static Operation allreduce(Data data, Operator operator) {
    return inPlace(Collective.ALLREDUCE, 0, data, operator, null, null);
  }

  /// Everybody's `in`, all of the same length, side by side in the root's `out`; elsewhere `out` is
  /// not used and may be [Data#none].
  public static Operation gather(int root, Data in, Data out) {
    return apart(Collective.GATHER, root, in, out, null);
  }

  /// The same in place: at the root `data` is for all blocks, and its own stands in its place
  /// already; elsewhere `data` is the rank's block.
  public static Operation gather(int root, Data data) {
    return inPlace(Collective.GATHER, root, data, null, null, null);
  }

  /// Gathers blocks of different lengths: `parts`, the same on every rank, says where they go.
  public static Operation gather(int root, Data in, Data out, Parts parts) {
    return new Operation(Collective.GATHER, root, in, out, null, null, parts, false);
  }

  /// The same in place; see [#gather(int, Data)].
  public static Operation gather(int root, Data data, Parts parts) {
    return inPlace(Collective.GATHER, root, data, null, null, parts);
  }

  /// The root's `in`, cut into equal blocks, one to everybody's `out`; elsewhere `in` is not used
  /// and may be [Data#none].
  public static Operation scatter(int root, Data in, Data out) {
    return apart(Collective.SCATTER, root, in, out, null);
  }

  /// The same in place: at the root `data` is all blocks, and its own stays where it is; elsewhere
  /// `data` is for the rank's block.
  public static Operation scatter(int root, Data data) {
    return inPlace(Collective.SCATTER, root, data, null, null, null);
  }

  /// Scatters blocks of different lengths: `parts`, the same on every rank, says where they are.
  public static Operation scatter(int root, Data in, Data out, Parts parts) {
    return new Operation(Collective.SCATTER, root, in, out, null, parts, null, false);
  }

  /// The same in place; see [#scatter(int, Data)].
  public static Operation scatter(int root, Data data, Parts parts) {
    return inPlace(Collective.SCATTER, root, data, null, parts, null);
  }

  /// Everybody's `in`, all of the same length, side by side in everybody's `out`.
  public static Operation allgather(Data in, Data out) {
    return apart(Collective.ALLGATHER, 0, in, out, null);
  }

  /// The same in place: everybody's block stands in its place in `out` already.
  public static Operation allgather(Data out) {
    return inPlace(Collective.ALLGATHER, 0, out, null, null, null);
  }

  /// Gathers blocks of different lengths everywhere: `parts` says where they go.
  public static Operation allgather(Data in, Data out, Parts parts) {
    return new Operation(Collective.ALLGATHER, 0, in, out, null, null, parts, false);
  }

  /// The same in place: everybody's block stands in its place in `out` already.
  public static Operation allgather(Data out, Parts parts) {
    return inPlace(Collective.ALLGATHER, 0, out, null, null, parts);
  }

  /// Block *j* of rank *i*'s `in` becomes block *i* of rank *j*'s `out`; blocks are equal.
  public static Operation alltoall(Data in, Data out) {
    return apart(Collective.ALLTOALL, 0, in, out, null);
  }

  /// The same in place.
  public static Operation alltoall(Data data) {
    return inPlace(Collective.ALLTOALL, 0, data, null, null, null);
  }

  /// The same with blocks of different lengths: what one rank sends to another must be as long as
  /// what that one expects.
  public static Operation alltoall(Data in, Parts inParts, Data out, Parts outParts) {
    return new Operation(Collective.ALLTOALL, 0, in, out, null, inParts, outParts, false);
  }

  /// The same in place: what two ranks send each other is of one length.
  public static Operation alltoall(Data data, Parts parts) {
    return inPlace(Collective.ALLTOALL, 0, data, null, parts, parts);
  }

  /// Combines the `in` of all ranks; everybody's `out` gets one of equal blocks of the result.
  public static Operation reduceScatter(Data in, Data out, Operator operator) {
    return apart(Collective.REDUCE_SCATTER, 0, in, out, operator);
  }

  /// The same in place: the rank's block of the result stands at the beginning of `data`; what the
  /// rest of it holds then is not defined.
  public static Operation reduceScatter(Data data, Operator operator) {
    return inPlace(Collective.REDUCE_SCATTER, 0, data, operator, null, null);
  }

  /// The same with blocks of different lengths: `parts`, the same on every rank.
  public static Operation reduceScatter(Data in, Data out, Operator operator, Parts parts) {
    return new Operation(Collective.REDUCE_SCATTER, 0, in, out, operator, parts, null, false);
  }

  /// The same in place; see [#reduceScatter(Data, Operator)].
  public static Operation reduceScatter(Data data, Operator operator, Parts parts) {
    return inPlace(Collective.REDUCE_SCATTER, 0, data, operator, parts, null);
  }

  /// Rank *i*'s `out` combines the `in` of ranks 0 to *i*.
  public static Operation scan(Data in, Data out, Operator operator) {
    return apart(Collective.SCAN, 0, in, out, operator);
  }

  /// The same in place.
  public static Operation scan(Data data, Operator operator) {
    return inPlace(Collective.SCAN, 0, data, operator, null, null);
  }

  /// Rank *i*'s `out` combines the `in` of ranks 0 to *i* − 1; rank 0's is left as it is.
  public static Operation exscan(Data in, Data out, Operator operator) {
    return apart(Collective.EXSCAN, 0, in, out, operator);
  }

  /// The same in place.
  public static Operation exscan(Data data, Operator operator) {
    return inPlace(Collective.EXSCAN, 0, data, operator, null, null);
  }

  /// Refuses to be begun while it is under way.
  void checkFree() {
    if (!call.isDone()) {
      throw new IllegalStateException(
          name + " is under way; an operation is carried out one time at a time");
    }
  }

  /// Tells this completion when it is done, once.
  void tells(Completion done) {
    completion = done;
    call.whenDone = tell;
  }

  private void tell() {
    Completion done = completion;
    completion = null;
    call.whenDone = null;
    if (done != null) {
      Layer.done(done);
    }
  }

  static void checkRoot(String name, int root, int size) {
    if (root < 0 || root >= size) {
      throw new IndexOutOfBoundsException(
          name + " with root " + root + ", but the ranks of the group are 0 to " + (size - 1));
    }
  }

  /// Whether it is small enough for the board of the group it was made ready for.
  boolean isSmall() {
    return small;
  }

  /// Whether it is prepared for a group with these settings.
  @SuppressWarnings("ReferenceEquality") // each group has its own
  boolean isPreparedFor(Manner manner) {
    return preparedFor == manner && preparedVersion == manner.version();
  }

  /// Notes that its call is set for a group with these settings; `small` if the board takes it.
  void prepared(Manner manner, boolean small) {
    this.small = small;
    preparedFor = manner;
    preparedVersion = manner.version();
  }

  /// Notes that its call is about to be set again.
  void unprepared() {
    preparedFor = null;
  }

  static boolean isEmpty(@Nullable Data data) {
    return data == null || data.count() == 0;
  }

  @SuppressWarnings("ReferenceEquality") // there is one that has no type
  private static boolean isTyped(@Nullable Data data) {
    return data != null && data != Data.none();
  }

  /// Whether there is a type: there is, too, where an array or a segment has no elements.
  boolean hasType() {
    return isTyped(in) || isTyped(out);
  }

  /// The type of the elements; any where there is none.
  Type type() {
    Data typed = isEmpty(in) ? out : in;
    if (isEmpty(typed)) {
      typed = isTyped(in) ? in : out;
    }
    return typed == null ? Type.BYTE : typed.type();
  }

  @Override
  public String toString() {
    return name;
  }
}
