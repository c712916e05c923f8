// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.WeftException;
import weft.collective.internal.Call;
import weft.collective.internal.Signature;
import weft.collective.internal.Span;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Region;
import weft.collective.schedule.Shape;
import weft.layer.Layer;

/// A collective operation on certain data: what [Group#run] carries out, and [Group#start] begins.
/// It can be carried out again and again (MPI calls that persistent), one time at a time; that
/// costs no allocation, and its schedule is written once.
///
/// Data that is received must not be read, and data that is sent must not be written, until the
/// operation is done. Blocks of ranks stand in the order of the group's ranks.
public final class Operation {
  private final Collective collective;
  private final int root;
  private final @Nullable Data in;
  private final @Nullable Data out;
  private final @Nullable Operator operator;
  private final @Nullable Parts inParts;
  private final @Nullable Parts outParts;
  String name;
  final Call call = new Call();
  final BooleanSupplier isDone = call::isDone;

  /// The group it was made ready for.
  private @Nullable Group ready;

  private int readyFor;
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
      @Nullable Parts outParts) {
    this.collective = collective;
    this.root = root;
    this.in = in;
    this.out = out;
    this.operator = operator;
    this.inParts = inParts;
    this.outParts = outParts;
    this.name = "Group." + name(collective);
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

  private static Operation plain(
      Collective collective, int root, @Nullable Data in, @Nullable Data out) {
    return new Operation(collective, root, in, out, null, null, null);
  }

  /// Nobody goes on before all have come.
  public static Operation barrier() {
    return plain(Collective.BARRIER, 0, null, null);
  }

  /// Fills `data` on every rank with the root's.
  public static Operation broadcast(int root, Data data) {
    return plain(Collective.BROADCAST, root, null, data);
  }

  /// Combines the `in` of all ranks, element by element, into the root's `out`; elsewhere `out` is
  /// not used and may be [Data#none].
  public static Operation reduce(int root, Data in, Data out, Operator operator) {
    return new Operation(Collective.REDUCE, root, in, out, operator, null, null);
  }

  /// Combines the `in` of all ranks, element by element, into everybody's `out`: the same bits.
  public static Operation allreduce(Data in, Data out, Operator operator) {
    return new Operation(Collective.ALLREDUCE, 0, in, out, operator, null, null);
  }

  /// The same in place.
  public static Operation allreduce(Data data, Operator operator) {
    return new Operation(Collective.ALLREDUCE, 0, null, data, operator, null, null);
  }

  /// Everybody's `in`, all of the same length, side by side in the root's `out`; elsewhere `out` is
  /// not used and may be [Data#none].
  public static Operation gather(int root, Data in, Data out) {
    return plain(Collective.GATHER, root, in, out);
  }

  /// Gathers blocks of different lengths: `parts`, the same on every rank, says where they go.
  public static Operation gather(int root, Data in, Data out, Parts parts) {
    return new Operation(Collective.GATHER, root, in, out, null, null, parts);
  }

  /// The root's `in`, cut into equal blocks, one to everybody's `out`; elsewhere `in` is not used
  /// and may be [Data#none].
  public static Operation scatter(int root, Data in, Data out) {
    return plain(Collective.SCATTER, root, in, out);
  }

  /// Scatters blocks of different lengths: `parts`, the same on every rank, says where they are.
  public static Operation scatter(int root, Data in, Data out, Parts parts) {
    return new Operation(Collective.SCATTER, root, in, out, null, parts, null);
  }

  /// Everybody's `in`, all of the same length, side by side in everybody's `out`.
  public static Operation allgather(Data in, Data out) {
    return plain(Collective.ALLGATHER, 0, in, out);
  }

  /// The same in place: everybody's block stands in its place in `out` already.
  public static Operation allgather(Data out) {
    return plain(Collective.ALLGATHER, 0, null, out);
  }

  /// Gathers blocks of different lengths everywhere: `parts` says where they go.
  public static Operation allgather(Data in, Data out, Parts parts) {
    return new Operation(Collective.ALLGATHER, 0, in, out, null, null, parts);
  }

  /// Block *j* of rank *i*'s `in` becomes block *i* of rank *j*'s `out`; blocks are equal.
  public static Operation alltoall(Data in, Data out) {
    return plain(Collective.ALLTOALL, 0, in, out);
  }

  /// The same in place.
  public static Operation alltoall(Data data) {
    return plain(Collective.ALLTOALL, 0, null, data);
  }

  /// The same with blocks of different lengths: what one rank sends to another must be as long as
  /// what that one expects.
  public static Operation alltoall(Data in, Parts inParts, Data out, Parts outParts) {
    return new Operation(Collective.ALLTOALL, 0, in, out, null, inParts, outParts);
  }

  /// Combines the `in` of all ranks; everybody's `out` gets one of equal blocks of the result.
  public static Operation reduceScatter(Data in, Data out, Operator operator) {
    return new Operation(Collective.REDUCE_SCATTER, 0, in, out, operator, null, null);
  }

  /// The same with blocks of different lengths: `parts`, the same on every rank.
  public static Operation reduceScatter(Data in, Data out, Operator operator, Parts parts) {
    return new Operation(Collective.REDUCE_SCATTER, 0, in, out, operator, parts, null);
  }

  /// Rank *i*'s `out` combines the `in` of ranks 0 to *i*.
  public static Operation scan(Data in, Data out, Operator operator) {
    return new Operation(Collective.SCAN, 0, in, out, operator, null, null);
  }

  /// Rank *i*'s `out` combines the `in` of ranks 0 to *i* − 1; rank 0's is left as it is.
  public static Operation exscan(Data in, Data out, Operator operator) {
    return new Operation(Collective.EXSCAN, 0, in, out, operator, null, null);
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

  static IndexOutOfBoundsException noRoot(String name, int root, int size) {
    return new IndexOutOfBoundsException(
        name + " with root " + root + ", but the ranks of the group are 0 to " + (size - 1));
  }

  /// Whether it is small enough for the board of the group it was made ready for.
  boolean isSmall() {
    return small;
  }

  /// Makes it ready for a group.
  @SuppressWarnings("ReferenceEquality") // groups are themselves
  void prepare(Group group) {
    checkFree();
    if (ready == group && readyFor == group.version()) {
      return;
    }
    ready = null;
    int size = group.size();
    if (root < 0 || root >= size) {
      throw noRoot(name, root, size);
    }
    Shape shape = call.shape;
    shape.set(collective, size, group.rank(), root);
    if (collective != Collective.BARRIER) {
      fill(group, shape);
    }
    Algorithms.Entry entry = group.choose(shape);
    call.signature =
        Signature.of(
            collective,
            entry.id(),
            type(),
            operator == null ? 0 : operator.name().hashCode(),
            !shape.equal(),
            root);
    call.agreed = shape.equal() ? shape.bytes() : 0;
    small = group.isSmall(shape);
    ready = group;
    readyFor = group.version();
  }

  private Type type() {
    return in != null && in.count() > 0 ? in.type() : out != null ? out.type() : Type.BYTE;
  }

  private void fill(Group group, Shape shape) {
    int size = shape.size();
    int rank = shape.rank();
    boolean isRoot = rank == root;
    boolean inPlace = in == null && collective != Collective.BROADCAST;
    Type type = type();
    call.combiner = operator == null ? null : operator.combiner(type);
    int element = call.combiner == null ? type.bytes() : call.combiner.element();
    boolean usesOut =
        isRoot || (collective != Collective.REDUCE && collective != Collective.GATHER);
    boolean usesIn = isRoot || collective != Collective.SCATTER;
    long bytes =
        switch (collective) {
          case BARRIER -> 0;
          case BROADCAST -> bytes(out);
          case REDUCE -> bytes(in == null ? out : in);
          case ALLREDUCE, SCAN, EXSCAN -> bytes(out);
          case GATHER -> bytes(in);
          case SCATTER -> bytes(out);
          case ALLGATHER -> in == null ? bytes(out) / size : bytes(in);
          case ALLTOALL -> bytes(out) / size;
          case REDUCE_SCATTER -> bytes(out);
        };
    Parts parts = inParts == null ? outParts : inParts;
    shape.amount(parts == null ? bytes : parts.total() * type.bytes(), element);
    shape.parts(
        inParts == null ? null : inParts.places(usesIn ? in : null, type.bytes(), size, false),
        outParts == null ? null : outParts.places(usesOut ? out : null, type.bytes(), size, true));
    shape.manner(inPlace, operator == null || operator.commutative());
    set(call.in, usesIn ? in : null);
    set(call.out, usesOut ? out : null);
    if (inPlace) {
      inPlace(shape);
    }
    check(shape, usesIn, usesOut);
    shape.memory(group.shares(), group.shares(call.in), group.shares(call.out));
  }

  private void inPlace(Shape shape) {
    if (collective == Collective.ALLGATHER) {
      long from = shape.outBlock(shape.rank()) - Region.OUT;
      call.in.set(call.out, from, shape.outBytes(shape.rank()));
    } else {
      call.in.set(call.out);
    }
  }

  private static long bytes(@Nullable Data data) {
    return data == null ? 0 : data.bytes();
  }

  private static void set(Span span, @Nullable Data data) {
    if (data == null) {
      span.clear();
    } else {
      span.set(data.span());
    }
  }

  /// Refuses data that is too short for the blocks.
  private void check(Shape shape, boolean usesIn, boolean usesOut) {
    int size = shape.size();
    if (in != null
        && out != null
        && usesIn
        && usesOut
        && in.type() != out.type()
        && in.count() > 0
        && out.count() > 0) {
      throw new WeftException(
          name + " from " + in.type() + " to " + out.type() + "; the types must be the same");
    }
    long needIn = 0;
    long needOut = 0;
    for (int i = 0; i < size; i++) {
      needIn = Math.max(needIn, shape.inBlock(i) + shape.inBytes(i));
      needOut = Math.max(needOut, shape.outBlock(i) - Region.OUT + shape.outBytes(i));
    }
    long whole = shape.bytes();
    switch (collective) {
      case BARRIER, BROADCAST -> {}
      case REDUCE, ALLREDUCE, SCAN, EXSCAN -> {
        require("in", call.in, whole, usesIn);
        require("out", call.out, whole, usesOut);
      }
      case GATHER -> require("out", call.out, needOut, usesOut);
      case SCATTER -> require("in", call.in, needIn, usesIn);
      case ALLGATHER -> require("out", call.out, needOut, true);
      case ALLTOALL -> {
        require("in", call.in, needIn, true);
        require("out", call.out, needOut, true);
      }
      case REDUCE_SCATTER -> require("in", call.in, needIn, true);
    }
  }

  private void require(String which, Span span, long bytes, boolean used) {
    if (used && span.bytes() < bytes) {
      throw new WeftException(
          name + " needs " + bytes + " bytes in \"" + which + "\", which has " + span.bytes());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
