// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.collective.internal.engine.Context;
import weft.collective.internal.engine.Core;
import weft.collective.internal.engine.GroupCall;
import weft.collective.internal.reduction.Combiner;
import weft.collective.internal.wire.Signature;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.BoardRules;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Region;
import weft.collective.schedule.Shape;
import weft.memory.span.Span;

/// Prepares operations for a group. It determines what this rank contributes and receives. Data
/// that does not fit is refused before any message is sent.
final class OperationBinder {
  private final Core core;
  private final Context context;
  private final GroupSettings settings;

  OperationBinder(Core core, Context context, GroupSettings settings) {
    this.core = core;
    this.context = context;
    this.settings = settings;
  }

  /// Sets the call of `operation` for the group, unless it is set already.
  void prepare(Operation operation) {
    operation.checkFree();
    if (operation.isPreparedFor(settings)) {
      return;
    }
    operation.unprepared();
    Operation.checkRoot(operation.name, operation.root, context.size());
    GroupCall call = operation.call;
    Shape shape = call.shape;
    bind(operation);
    Algorithms.Entry entry = settings.choose(shape);
    call.signature =
        Signature.of(
            operation.collective,
            entry.id(),
            Operation.isEmpty(operation.in) && Operation.isEmpty(operation.out)
                ? null
                : operation.type().element(),
            operatorNumber(operation),
            !shape.equal(),
            operation.root);
    call.agreed = agreed(operation, shape);
    operation.prepared(settings, BoardRules.takes(shape, settings.choices.board()));
  }

  private static int operatorNumber(Operation operation) {
    if (operation.collective == Collective.BARRIER) {
      return Signature.barrier(operation.name);
    }
    return operation.operator == null ? 0 : operation.operator.number();
  }

  /// The number on which all ranks must agree: the bytes, or a hash of all lengths. It is 0 if only
  /// the sender and the receiver of a block know its length; they compare that.
  private static long agreed(Operation operation, Shape shape) {
    if (shape.equal()) {
      return shape.bytes();
    }
    return switch (operation.collective) {
      case ALLGATHER -> Objects.requireNonNull(operation.outParts).digest();
      case REDUCE_SCATTER -> Objects.requireNonNull(operation.inParts).digest();
      default -> 0;
    };
  }

  private void bind(Operation operation) {
    GroupCall call = operation.call;
    Shape shape = call.shape;
    Collective collective = operation.collective;
    int size = context.size();
    int rank = context.rank();
    shape.set(collective, size, rank, operation.root);
    if (collective == Collective.BARRIER) {
      return;
    }
    boolean isRoot = rank == operation.root;
    boolean inPlace = operation.inPlace && (isRoot || !collective.hasRoot());
    Data in = isRoot || collective != Collective.SCATTER ? operation.in : null;
    Data out =
        isRoot || (collective != Collective.REDUCE && collective != Collective.GATHER)
            ? operation.out
            : null;
    Operator operator = operation.operator;
    Type type = operation.type();
    call.combiner = operator == null ? null : combiner(operation, operator, type);
    Parts inParts = operation.inParts;
    Parts outParts = operation.outParts;
    Parts parts = inParts == null ? outParts : inParts;
    shape.amount(
        parts == null ? bytes(operation, in, out, size, inPlace) : parts.total() * type.bytes(),
        call.combiner == null ? type.bytes() : call.combiner.element());
    shape.parts(
        inParts == null ? null : inParts.places(in, type.bytes(), size, inPlace),
        outParts == null ? null : outParts.places(out, type.bytes(), size, true));
    shape.traits(inPlace, operator == null || operator.commutative());
    set(call.in, in, size);
    set(call.out, out, size);
    check(operation, shape, in, out);
    if (!inPlace && parts == null && in != null && out != null) {
      checkCounts(operation, in, out, size);
    }
    checkElements(operation, call);
    if (inPlace) {
      joined(call, shape);
    } else if (call.in.meets(call.out)) {
      throw new WeftException(
          operation.name
              + " reads and writes the same memory; give that once, to the form of the operation"
              + " that works in place");
    }
    shape.memory(core.shares(), core.shares(call.in), core.shares(call.out));
  }

  private static Combiner combiner(Operation operation, Operator operator, Type type) {
    return operation.hasType() ? operator.combiner(type) : operator.ofNothing();
  }

  /// The bytes of the whole data, or of each block.
  private static long bytes(
      Operation operation, @Nullable Data in, @Nullable Data out, int size, boolean inPlace) {
    return switch (operation.collective) {
      case BARRIER -> 0;
      case REDUCE -> bytes(in);
      case BROADCAST, ALLREDUCE, SCAN, EXSCAN -> bytes(out);
      case GATHER, ALLGATHER -> inPlace ? block(operation, out, size) : bytes(in);
      case SCATTER, REDUCE_SCATTER -> inPlace ? block(operation, in, size) : bytes(out);
      case ALLTOALL -> block(operation, out, size);
    };
  }

  private static long bytes(@Nullable Data data) {
    return data == null ? 0 : data.bytes();
  }

  /// The bytes of one of `size` equal blocks.
  private static long block(Operation operation, @Nullable Data data, int size) {
    if (data == null) {
      return 0;
    }
    if (data.count() % size != 0) {
      throw new WeftException(
          operation.name
              + " needs a block for each of the "
              + size
              + " ranks of the group, all of one length, in "
              + data
              + "; give Parts where lengths differ");
    }
    return data.bytes() / size;
  }

  private static void set(Span span, @Nullable Data data, int size) {
    if (data == null) {
      span.clear();
    } else {
      span.set(data.span(), size);
    }
  }

  /// Sets one of `in` and `out`, which are the same memory, to this rank's block of the other.
  private static void joined(GroupCall call, Shape shape) {
    int rank = shape.rank();
    switch (shape.collective()) {
      case GATHER, ALLGATHER ->
          call.in.set(call.out, shape.outBlock(rank) - Region.OUT, shape.outBytes(rank));
      case SCATTER -> call.out.set(call.in, shape.inBlock(rank), shape.inBytes(rank));
      default -> {}
    }
  }

  /// Refuses data of two types, and data that is too short for its blocks.
  private static void check(
      Operation operation, Shape shape, @Nullable Data in, @Nullable Data out) {
    if (in != null && out != null && in.type() != out.type() && in.count() > 0 && out.count() > 0) {
      throw new WeftException(
          operation.name
              + " from "
              + in.type()
              + " to "
              + out.type()
              + "; the types must be the same");
    }
    int rank = shape.rank();
    long needIn = 0;
    long needOut = 0;
    for (int i = 0; i < shape.size(); i++) {
      needIn = Math.max(needIn, shape.inBlock(i) + shape.inBytes(i));
      needOut = Math.max(needOut, shape.outBlock(i) - Region.OUT + shape.outBytes(i));
    }
    switch (shape.collective()) {
      case BARRIER, BROADCAST -> {}
      case REDUCE, ALLREDUCE, SCAN, EXSCAN -> {
        require(operation, "in", in, shape.bytes());
        require(operation, "out", out, shape.bytes());
      }
      case GATHER, ALLGATHER -> {
        require(operation, "in", in, shape.outBytes(rank));
        require(operation, "out", out, needOut);
      }
      case SCATTER, REDUCE_SCATTER -> {
        require(operation, "in", in, needIn);
        require(operation, "out", out, shape.inBytes(rank));
      }
      case ALLTOALL -> {
        require(operation, "in", in, needIn);
        require(operation, "out", out, needOut);
        if (shape.inBytes(rank) != shape.outBytes(rank)) {
          throw new WeftException(
              operation.name
                  + " has "
                  + shape.inBytes(rank)
                  + " bytes for this rank itself and expects "
                  + shape.outBytes(rank)
                  + "; a rank must send as many bytes as the receiver expects");
        }
      }
    }
  }

  /// Refuses source elements that the result has no room for. [#check] has found `in` long enough.
  private static void checkCounts(Operation operation, Data in, Data out, int size) {
    switch (operation.collective) {
      case REDUCE, ALLREDUCE, SCAN, EXSCAN -> {
        if (in.bytes() != out.bytes()) {
          throw new WeftException(
              operation.name
                  + " from "
                  + in
                  + " to "
                  + out
                  + "; both must have the same number of elements");
        }
      }
      case SCATTER, REDUCE_SCATTER -> {
        if (in.bytes() != out.bytes() * size) {
          throw new WeftException(
              operation.name
                  + " from "
                  + in
                  + " to "
                  + out
                  + " on each of the "
                  + size
                  + " ranks of the group; \"in\" must have "
                  + size
                  + " blocks, each as long as \"out\"");
        }
      }
      case ALLTOALL -> {
        if (in.bytes() != out.bytes()) {
          throw new WeftException(
              operation.name
                  + " from "
                  + in
                  + " to "
                  + out
                  + "; both must have the same number of elements, a block for each rank");
        }
      }
      case BARRIER, BROADCAST, GATHER, ALLGATHER -> {}
    }
  }

  /// Refuses data that is not a whole number of the operator's elements.
  private static void checkElements(Operation operation, GroupCall call) {
    Combiner combiner = call.combiner;
    if (combiner == null) {
      return;
    }
    Shape shape = call.shape;
    boolean inBlocks = shape.collective() == Collective.REDUCE_SCATTER;
    for (int block = 0; block < (inBlocks ? shape.size() : 1); block++) {
      long bytes = inBlocks ? shape.inBytes(block) : shape.bytes();
      if (bytes % combiner.element() != 0) {
        throw new WeftException(
            operation.name
                + " with "
                + bytes
                + " bytes"
                + (inBlocks ? " for rank " + block : "")
                + ", which are not a whole number of elements of "
                + combiner.element()
                + " bytes, as the operator \""
                + combiner.name()
                + "\" combines them");
      }
    }
  }

  private static void require(Operation operation, String which, @Nullable Data data, long bytes) {
    if (data != null && data.bytes() < bytes) {
      throw new WeftException(
          operation.name
              + " needs "
              + bytes
              + " bytes in \""
              + which
              + "\", which has "
              + data.bytes());
    }
  }
}
