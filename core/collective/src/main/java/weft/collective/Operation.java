// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.collective.internal.engine.GroupCall;
import weft.collective.schedule.Collective;
import weft.layer.LayerCompletions;

/// A collective operation on given data, which [Group#run] runs and [Group#start] starts. It can be
/// used repeatedly, one run at a time (like a persistent call in MPI). Repeated use allocates
/// nothing and reuses the schedule.
///
/// Until the operation is done, do not read memory that it writes, and do not write memory that it
/// reads. Blocks are in the order of the group's ranks.
public final class Operation {
  final Collective collective;
  final int root;
  final @Nullable Data in;
  final @Nullable Data out;
  final @Nullable Operator operator;
  final @Nullable Parts inParts;
  final @Nullable Parts outParts;

  /// Whether `in` and `out` are the same data (at the root, if there is one), so that one rank's
  /// block is part of the other.
  final boolean inPlace;

  String name;
  GroupCall call = new GroupCall();
  BooleanSupplier isDone = call::isDone;

  /// The settings of the group that it was prepared for, and their version then.
  private @Nullable GroupSettings preparedFor;

  private int preparedVersion;
  private boolean small;

  /// The completion to complete when the operation is done.
  private @Nullable Completion completion;

  private final Runnable complete = this::complete;

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

  /// Renames the operation in reports.
  Operation as(String name) {
    this.name = name;
    return this;
  }

  /// Uses `reserved`, which already has its place in the order of operations.
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

  /// Waits until all members have called it.
  public static Operation barrier() {
    return apart(Collective.BARRIER, 0, null, null, null);
  }

  /// Copies the root's `data` to every rank.
  public static Operation broadcast(int root, Data data) {
    return apart(Collective.BROADCAST, root, null, data, null);
  }

  /// Combines the `in` of all ranks, element by element, into the root's `out`. Other ranks do not
  /// use `out`; it may be [Data#none].
  public static Operation reduce(int root, Data in, Data out, Operator operator) {
    return apart(Collective.REDUCE, root, in, out, operator);
  }

  /// Reduces in place: the root's `data` becomes the result; other ranks' `data` is only read.
  public static Operation reduce(int root, Data data, Operator operator) {
    return inPlace(Collective.REDUCE, root, data, operator, null, null);
  }

  /// Combines the `in` of all ranks, element by element, into every rank's `out`; all get the same
  /// bits.
  public static Operation allreduce(Data in, Data out, Operator operator) {
    return apart(Collective.ALLREDUCE, 0, in, out, operator);
  }

  /// Combines in place.
  public static Operation allreduce(Data data, Operator operator) {
    return inPlace(Collective.ALLREDUCE, 0, data, operator, null, null);
  }

  /// Gathers the `in` of all ranks, which has the same length everywhere, into the root's `out`.
  /// Other ranks do not use `out`; it may be [Data#none].
  public static Operation gather(int root, Data in, Data out) {
    return apart(Collective.GATHER, root, in, out, null);
  }

  /// Gathers in place. The root's `data` holds all blocks, its own at its position; another rank's
  /// `data` is its block.
  public static Operation gather(int root, Data data) {
    return inPlace(Collective.GATHER, root, data, null, null, null);
  }

  /// Gathers blocks of different lengths to where `parts` says; `parts` is the same on every rank.
  public static Operation gather(int root, Data in, Data out, Parts parts) {
    return new Operation(Collective.GATHER, root, in, out, null, null, parts, false);
  }

  /// Gathers in place; see [#gather(int, Data)].
  public static Operation gather(int root, Data data, Parts parts) {
    return inPlace(Collective.GATHER, root, data, null, null, parts);
  }

  /// Cuts the root's `in` into equal blocks, one for each rank's `out`. Other ranks do not use
  /// `in`; it may be [Data#none].
  public static Operation scatter(int root, Data in, Data out) {
    return apart(Collective.SCATTER, root, in, out, null);
  }

  /// Scatters in place. The root's `data` holds all blocks, and its own stays where it is; another
  /// rank's `data` receives its block.
  public static Operation scatter(int root, Data data) {
    return inPlace(Collective.SCATTER, root, data, null, null, null);
  }

  /// Scatters blocks of different lengths from where `parts` says; `parts` is the same on every
  /// rank.
  public static Operation scatter(int root, Data in, Data out, Parts parts) {
    return new Operation(Collective.SCATTER, root, in, out, null, parts, null, false);
  }

  /// Scatters in place; see [#scatter(int, Data)].
  public static Operation scatter(int root, Data data, Parts parts) {
    return inPlace(Collective.SCATTER, root, data, null, parts, null);
  }

  /// Gathers the `in` of all ranks, which has the same length everywhere, into every rank's `out`.
  public static Operation allgather(Data in, Data out) {
    return apart(Collective.ALLGATHER, 0, in, out, null);
  }

  /// Gathers in place: each rank's block is at its position in `out`.
  public static Operation allgather(Data out) {
    return inPlace(Collective.ALLGATHER, 0, out, null, null, null);
  }

  /// Gathers blocks of different lengths on every rank, to where `parts` says.
  public static Operation allgather(Data in, Data out, Parts parts) {
    return new Operation(Collective.ALLGATHER, 0, in, out, null, null, parts, false);
  }

  /// Gathers in place: each rank's block is at its position in `out`.
  public static Operation allgather(Data out, Parts parts) {
    return inPlace(Collective.ALLGATHER, 0, out, null, null, parts);
  }

  /// Sends block *j* of rank *i*'s `in` to block *i* of rank *j*'s `out`; blocks have equal
  /// lengths.
  public static Operation alltoall(Data in, Data out) {
    return apart(Collective.ALLTOALL, 0, in, out, null);
  }

  /// Exchanges in place.
  public static Operation alltoall(Data data) {
    return inPlace(Collective.ALLTOALL, 0, data, null, null, null);
  }

  /// Exchanges blocks of different lengths. The length that one rank sends must be the length that
  /// the other expects.
  public static Operation alltoall(Data in, Parts inParts, Data out, Parts outParts) {
    return new Operation(Collective.ALLTOALL, 0, in, out, null, inParts, outParts, false);
  }

  /// Exchanges in place: two ranks send each other blocks of the same length.
  public static Operation alltoall(Data data, Parts parts) {
    return inPlace(Collective.ALLTOALL, 0, data, null, parts, parts);
  }

  /// Exchanges data with a layout of its own for each rank, like `MPI_Alltoallw`. Element *j* of
  /// rank *i*'s `in` goes to element *i* of rank *j*'s `out`; they must have as many elements. Each
  /// may be in an array or segment of its own, and may be contiguous, rows of a matrix, or
  /// block-cyclic. [Data#none] means no elements. Every rank gives one [Data] for each rank of the
  /// group, in both lists, and all of one type.
  ///
  /// No block is read in place by other ranks, also in the registered heap: each is copied once
  /// more, as from an array.
  ///
  /// @throws IllegalArgumentException if the types differ, or if pieces of `out` overlap
  public static Operation alltoall(List<Data> in, List<Data> out) {
    String name = "Group." + name(Collective.ALLTOALL);
    return new Operation(
        Collective.ALLTOALL,
        0,
        Data.ofPieces(name, in, false),
        Data.ofPieces(name, out, true),
        null,
        Parts.of(in),
        Parts.of(out),
        false);
  }

  /// Combines the `in` of all ranks; each rank's `out` gets its block of the result. Blocks have
  /// equal lengths.
  public static Operation reduceScatter(Data in, Data out, Operator operator) {
    return apart(Collective.REDUCE_SCATTER, 0, in, out, operator);
  }

  /// Combines in place: the rank's block of the result is at the beginning of `data`; the rest of
  /// `data` is undefined.
  public static Operation reduceScatter(Data data, Operator operator) {
    return inPlace(Collective.REDUCE_SCATTER, 0, data, operator, null, null);
  }

  /// Combines blocks of different lengths; `parts` is the same on every rank.
  public static Operation reduceScatter(Data in, Data out, Operator operator, Parts parts) {
    return new Operation(Collective.REDUCE_SCATTER, 0, in, out, operator, parts, null, false);
  }

  /// Combines in place; see [#reduceScatter(Data, Operator)].
  public static Operation reduceScatter(Data data, Operator operator, Parts parts) {
    return inPlace(Collective.REDUCE_SCATTER, 0, data, operator, parts, null);
  }

  /// Rank *i*'s `out` combines the `in` of ranks 0 to *i*.
  public static Operation scan(Data in, Data out, Operator operator) {
    return apart(Collective.SCAN, 0, in, out, operator);
  }

  /// Scans in place.
  public static Operation scan(Data data, Operator operator) {
    return inPlace(Collective.SCAN, 0, data, operator, null, null);
  }

  /// Rank *i*'s `out` combines the `in` of ranks 0 to *i* − 1; rank 0's `out` does not change.
  public static Operation exscan(Data in, Data out, Operator operator) {
    return apart(Collective.EXSCAN, 0, in, out, operator);
  }

  /// Scans in place.
  public static Operation exscan(Data data, Operator operator) {
    return inPlace(Collective.EXSCAN, 0, data, operator, null, null);
  }

  /// Refuses to start an operation that is pending.
  void checkFree() {
    if (!call.isDone()) {
      throw new IllegalStateException(name + " is pending; an operation has one run at a time");
    }
  }

  /// Sets the completion of the next run.
  void completes(Completion done) {
    completion = done;
    call.whenDone = complete;
  }

  private void complete() {
    Completion done = completion;
    completion = null;
    call.whenDone = null;
    if (done != null) {
      LayerCompletions.done(done);
    }
  }

  static void checkRoot(String name, int root, int size) {
    if (root < 0 || root >= size) {
      throw new IndexOutOfBoundsException(
          name + " with root " + root + ", but the ranks of the group are 0 to " + (size - 1));
    }
  }

  /// Whether the board takes the operation, in the group that it was prepared for.
  boolean isSmall() {
    return small;
  }

  /// Whether it is prepared for a group with these settings.
  @SuppressWarnings("ReferenceEquality") // each group has its own
  boolean isPreparedFor(GroupSettings settings) {
    return preparedFor == settings && preparedVersion == settings.version();
  }

  /// Notes that its call is set for a group with these settings; `small` if the board takes it.
  void prepared(GroupSettings settings, boolean small) {
    this.small = small;
    preparedFor = settings;
    preparedVersion = settings.version();
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

  /// Whether the elements have a type; an empty array has one.
  boolean hasType() {
    return isTyped(in) || isTyped(out);
  }

  /// The type of the elements; an arbitrary type if there is none.
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
