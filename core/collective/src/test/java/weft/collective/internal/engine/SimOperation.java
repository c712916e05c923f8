// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.collective.schedule.Algorithm;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Shape;

/// One collective operation of a simulation, as all ranks of its group know it: what it is, what
/// everybody contributes, and what must come out.
final class SimOperation {
  private static final int[] ELEMENTS = {1, 4, 8, 16};

  final int index;

  /// Its algorithm's number: an operation that is repeated has the same one again.
  final int number;

  final SimGroup group;
  final Collective collective;
  final int root;
  final SimOperator operator;
  final int element;
  final long bytes;
  final boolean inPlace;
  final long chunk;
  final int chunks;
  final boolean forward;
  final int eager;
  final long @Nullable [] inParts;
  final long @Nullable [] outParts;

  /// For alltoall with blocks of different lengths: the bytes from rank i to rank j.
  private final long @Nullable [][] matrix;

  /// Whether it runs a random program.
  private final boolean random;

  private final String name;
  final Algorithm algorithm;
  private final @Nullable RandomProgram program;
  private final long key;

  /// An operation of random size, of blocks and all else that may differ.
  SimOperation(
      int index, SimGroup group, Collective collective, SimSettings settings, Random random) {
    int size = group.size();
    this.index = index;
    this.number = index;
    this.group = group;
    this.collective = collective;
    this.root = collective.hasRoot() ? random.nextInt(size) : 0;
    this.operator = SimOperator.values()[random.nextInt(2)];
    boolean combines = collective.combines();
    this.element = combines ? operator.element() : ELEMENTS[random.nextInt(ELEMENTS.length)];
    long block = settings.bytes(random) / element * element;
    this.inPlace =
        collective != Collective.BROADCAST
            && collective != Collective.BARRIER
            && random.nextInt(4) == 0;
    this.chunk = settings.chunk(random);
    this.chunks = 1 + random.nextInt(6);
    this.eager = settings.eager();
    this.forward = random.nextInt(4) > 0;
    this.key = random.nextLong();
    boolean parts = random.nextInt(3) == 0;
    boolean all = collective == Collective.ALLTOALL;
    this.matrix = parts && all && !inPlace ? lengths(random, size, size, block) : null;
    boolean vary = parts && !all;
    boolean outBlocks = collective == Collective.GATHER || collective == Collective.ALLGATHER;
    boolean inBlocks = collective == Collective.SCATTER || collective == Collective.REDUCE_SCATTER;
    this.outParts = vary && outBlocks ? parts(random, lengths(random, 1, size, block)[0]) : null;
    this.inParts = vary && inBlocks ? parts(random, lengths(random, 1, size, block)[0]) : null;
    this.bytes = collective == Collective.BARRIER ? 0 : sum(block);
    this.random = false;
    this.program = null;
    Algorithms.Entry entry = SimAlgorithms.choose(this, random);
    this.name = entry.name();
    this.algorithm = entry;
  }

  /// An operation that runs a random program.
  SimOperation(int index, SimGroup group, SimSettings settings, Random random) {
    this.index = index;
    this.number = index;
    this.group = group;
    this.forward = random.nextInt(4) > 0;
    this.collective = forward ? Collective.BROADCAST : Collective.ALLREDUCE;
    this.root = forward ? random.nextInt(group.size()) : 0;
    this.operator = SimOperator.values()[random.nextInt(2)];
    this.element = operator.element();
    this.bytes = Math.max(settings.bytes(random) / element, 1) * element;
    this.inPlace = false;
    this.chunk = Math.max(settings.chunk(random), element);
    this.chunks = 1 + random.nextInt(6);
    this.eager = settings.eager();
    this.key = random.nextLong();
    this.matrix = null;
    this.inParts = null;
    this.outParts = null;
    this.random = true;
    this.program = new RandomProgram(this, settings, random);
    this.name = "a random program";
    this.algorithm = program;
  }

  /// Random operations of these groups, some of them again and again.
  static List<SimOperation> some(SimSettings settings, List<SimGroup> groups, Random random) {
    var operations = new ArrayList<SimOperation>();
    Collective[] collectives = Collective.values();
    for (int i = 0; i < settings.operations(); i++) {
      if (i >= settings.kinds()) {
        operations.add(operations.get(random.nextInt(settings.kinds())).again(i, random));
        continue;
      }
      SimGroup group = groups.get(random.nextInt(groups.size()));
      Collective collective = collectives[random.nextInt(collectives.length)];
      operations.add(
          random.nextInt(100) < settings.programs()
              ? new SimOperation(i, group, settings, random)
              : new SimOperation(i, group, collective, settings, random));
    }
    return operations;
  }

  /// The same operation with other data, or with the same where it runs a random program.
  private SimOperation(SimOperation same, int index, Random random) {
    this.index = index;
    this.number = same.number;
    this.group = same.group;
    this.collective = same.collective;
    this.root = same.root;
    this.operator = same.operator;
    this.element = same.element;
    this.bytes = same.bytes;
    this.inPlace = same.inPlace;
    this.chunk = same.chunk;
    this.chunks = same.chunks;
    this.eager = same.eager;
    this.forward = same.forward;
    this.inParts = same.inParts;
    this.outParts = same.outParts;
    this.matrix = same.matrix;
    this.random = same.random;
    this.program = same.program;
    this.name = same.name;
    this.algorithm = same.algorithm;
    this.key = program != null ? same.key : random.nextLong();
  }

  /// The same operation again.
  SimOperation again(int index, Random random) {
    return new SimOperation(this, index, random);
  }

  /// Whether data is combined.
  boolean combines() {
    return program != null || collective.combines();
  }

  /// Whether blocks may be of different lengths.
  boolean hasParts() {
    return inParts != null || outParts != null || matrix != null;
  }

  private long sum(long block) {
    if (matrix != null) {
      return Arrays.stream(matrix).flatMapToLong(Arrays::stream).sum();
    }
    long[] parts = outParts != null ? outParts : inParts;
    return parts == null ? block : Arrays.stream(parts, parts.length / 2, parts.length).sum();
  }

  private long[][] lengths(Random random, int rows, int columns, long block) {
    var lengths = new long[rows][columns];
    for (long[] row : lengths) {
      for (int i = 0; i < columns; i++) {
        row[i] = random.nextInt(3) == 0 ? 0 : random.nextLong(block / element + 1) * element;
      }
    }
    return lengths;
  }

  /// Offsets and lengths: blocks in any order, some with gaps between.
  private long[] parts(Random random, long[] lengths) {
    int size = lengths.length;
    var parts = new long[2 * size];
    int first = random.nextInt(size);
    long at = 0;
    for (int i = 0; i < size; i++) {
      int block = (first + i) % size;
      at += (long) element * random.nextInt(2);
      parts[block] = at;
      parts[size + block] = lengths[block];
      at += lengths[block];
    }
    return parts;
  }

  int size() {
    return group.size();
  }

  /// The shape for member `me`.
  Shape shape(Shape shape, int me, boolean shared, boolean inShared, boolean outShared) {
    return shape
        .set(collective, size(), me, root)
        .amount(bytes, element)
        .parts(inParts(me), outParts(me))
        .traits(inPlace, operator.commutes())
        .memory(shared, shared && inShared, shared && outShared)
        .pipeline(chunk, chunks)
        .eager(eager)
        .forward(forward);
  }

  private long @Nullable [] inParts(int me) {
    return matrix == null ? inParts : lined(matrix[me]);
  }

  private long @Nullable [] outParts(int me) {
    if (matrix == null) {
      return outParts;
    }
    return lined(Arrays.stream(matrix).mapToLong(row -> row[me]).toArray());
  }

  /// One after the other, without gaps.
  private static long[] lined(long[] lengths) {
    var parts = new long[2 * lengths.length];
    long at = 0;
    for (int i = 0; i < lengths.length; i++) {
      parts[i] = at;
      parts[lengths.length + i] = lengths[i];
      at += lengths[i];
    }
    return parts;
  }

  /// The bytes of IN of member `me`.
  long inBytes(int me) {
    if (random) {
      return bytes;
    }
    return switch (collective) {
      case BARRIER, BROADCAST -> 0;
      case REDUCE, ALLREDUCE, SCAN, EXSCAN -> bytes;
      case GATHER, ALLGATHER -> outParts == null ? bytes : outParts[size() + me];
      case SCATTER -> me == root ? blocks(inParts) : 0;
      case REDUCE_SCATTER -> blocks(inParts);
      case ALLTOALL -> blocks(inParts(me));
    };
  }

  /// The bytes of OUT of member `me`.
  long outBytes(int me) {
    return switch (collective) {
      case BARRIER -> 0;
      case BROADCAST, ALLREDUCE, SCAN, EXSCAN -> bytes;
      case REDUCE -> me == root ? bytes : 0;
      case GATHER -> me == root ? blocks(outParts) : 0;
      case ALLGATHER -> blocks(outParts);
      case SCATTER -> length(inParts, me);
      case REDUCE_SCATTER -> inPlace ? blocks(inParts) : length(inParts, me);
      case ALLTOALL -> blocks(outParts(me));
    };
  }

  private long blocks(long @Nullable [] parts) {
    return parts == null ? bytes * size() : SimData.end(parts);
  }

  /// Where block `of` begins, where there is one for each rank.
  long block(long @Nullable [] parts, int of) {
    return parts == null ? bytes * of : parts[of];
  }

  long length(long @Nullable [] parts, int of) {
    return parts == null ? bytes : parts[size() + of];
  }

  /// What member `me` contributes.
  byte[] input(int me) {
    return SimData.content(key + me, inBytes(me));
  }

  /// What stands in member `me`'s OUT before.
  byte[] before(int me) {
    byte[] out = SimData.content(~key + me, outBytes(me));
    if (inPlace) {
      byte[] in = input(me);
      switch (collective) {
        case GATHER, ALLGATHER -> {
          if (out.length > 0) {
            System.arraycopy(in, 0, out, (int) block(outParts, me), in.length);
          }
        }
        case SCATTER -> {
          if (in.length > 0) {
            System.arraycopy(in, (int) block(inParts, me), out, 0, out.length);
          }
        }
        default -> System.arraycopy(in, 0, out, 0, Math.min(in.length, out.length));
      }
    }
    return out;
  }

  /// What must stand in member `me`'s OUT behind.
  byte[] expected(int me) {
    if (program != null) {
      return program.expected(me);
    }
    byte[] out = before(me);
    if (out.length == 0) {
      return out;
    }
    switch (collective) {
      case BARRIER -> {}
      case BROADCAST -> System.arraycopy(before(root), 0, out, 0, out.length);
      case REDUCE, ALLREDUCE -> System.arraycopy(combined(0, size()), 0, out, 0, out.length);
      case SCAN -> System.arraycopy(combined(0, me + 1), 0, out, 0, out.length);
      case EXSCAN -> {
        if (me > 0) {
          System.arraycopy(combined(0, me), 0, out, 0, out.length);
        }
      }
      case GATHER, ALLGATHER -> {
        for (int i = 0; i < size(); i++) {
          byte[] theirs = input(i);
          System.arraycopy(theirs, 0, out, (int) block(outParts, i), theirs.length);
        }
      }
      case SCATTER -> System.arraycopy(input(root), (int) block(inParts, me), out, 0, out.length);
      case REDUCE_SCATTER -> {
        int from = (int) block(inParts, me);
        int length = (int) length(inParts, me);
        byte[] sum = combined(0, size());
        System.arraycopy(sum, from, out, inPlace ? from : 0, length);
        System.arraycopy(sum, from, out, 0, length);
      }
      case ALLTOALL -> {
        for (int i = 0; i < size(); i++) {
          System.arraycopy(
              input(i),
              (int) block(inParts(i), me),
              out,
              (int) block(outParts(me), i),
              (int) length(outParts(me), i));
        }
      }
    }
    return out;
  }

  private byte[] combined(int from, int to) {
    byte[] sum = input(from).clone();
    for (int i = from + 1; i < to; i++) {
      operator.combine(sum, 0, input(i), 0, sum, 0, sum.length);
    }
    return sum;
  }

  @Override
  public String toString() {
    return "operation "
        + index
        + " ("
        + collective
        + ", "
        + name
        + ", group "
        + group.id()
        + " of "
        + size()
        + ", root "
        + root
        + ", "
        + bytes
        + " bytes of "
        + element
        + (hasParts() ? ", in blocks of any size" : "")
        + (inPlace ? ", in place" : "")
        + (combines() ? ", " + operator : "")
        + ", chunk "
        + chunk
        + " × "
        + chunks
        + (forward ? "" : ", no forwarding")
        + ")";
  }
}
