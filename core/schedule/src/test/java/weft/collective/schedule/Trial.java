// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// One operation with random data: what goes in, what has to come out.
final class Trial {
  /// What is combined.
  enum Values {
    /// Longs: any order is right.
    SUMS(8),
    /// Maps x → a·x + b, as two longs: the order of ranks must be kept, brackets do not matter.
    MAPS(16),
    /// Doubles of very different sizes: the brackets matter.
    DOUBLES(8);

    final int bytes;

    Values(int bytes) {
      this.bytes = bytes;
    }
  }

  private final Algorithms.Entry entry;
  private final Collective collective;
  private final int size;
  private final int root;
  private final Values values;
  private final int element;
  private final boolean inPlace;
  private final boolean unequal;
  private final Random random;

  /// In bytes: all of the data, or of an equal block.
  private final int bytes;

  /// What rank i has for rank j, in bytes, where there are blocks.
  private final int[][] lengths;

  private final byte[][] inputs;
  private final Shape[] shapes;
  private final byte[][] before;

  Trial(
      Algorithms.Entry entry,
      int size,
      int root,
      int elements,
      Values values,
      boolean inPlace,
      boolean unequal,
      Random random) {
    this.entry = entry;
    this.collective = entry.collective();
    this.size = size;
    this.root = root;
    this.values = values;
    this.element = values.bytes;
    this.inPlace = inPlace;
    this.unequal = unequal;
    this.random = random;
    this.bytes = elements * element;
    this.lengths = new int[size][size];
    this.inputs = new byte[size][];
    this.shapes = new Shape[size];
    this.before = new byte[size][];
    drawLengths(elements);
  }

  private void drawLengths(int elements) {
    int[] ofRank = new int[size];
    for (int i = 0; i < size; i++) {
      ofRank[i] = draw(elements);
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        lengths[i][j] =
            switch (collective) {
              case GATHER, ALLGATHER -> ofRank[i];
              case SCATTER, REDUCE_SCATTER -> ofRank[j];
              default -> inPlace && j < i ? lengths[j][i] : draw(elements);
            };
      }
    }
  }

  private int draw(int elements) {
    if (!unequal) {
      return bytes;
    }
    return random.nextInt(3) == 0 ? 0 : random.nextInt(2 * elements + 1) * element;
  }

  private boolean hasInBlocks() {
    return switch (collective) {
      case SCATTER, ALLTOALL, REDUCE_SCATTER -> true;
      default -> false;
    };
  }

  private boolean hasOutBlocks() {
    return switch (collective) {
      case GATHER, ALLGATHER, ALLTOALL -> true;
      default -> false;
    };
  }

  /// Offsets and lengths of blocks, in any order and with gaps.
  private long[] parts(int[] blocks) {
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Collections.shuffle(Arrays.asList(order), random);
    long[] parts = new long[2 * size];
    long at = 0;
    for (int i : order) {
      at += random.nextInt(3) * (long) element;
      parts[i] = at;
      parts[size + i] = blocks[i];
      at += blocks[i];
    }
    return parts;
  }

  private static int end(long @Nullable [] parts, int size) {
    long end = 0;
    for (int i = 0; parts != null && i < size; i++) {
      end = Math.max(end, parts[i] + parts[size + i]);
    }
    return (int) end;
  }

  private int[] column(int j) {
    int[] column = new int[size];
    Arrays.setAll(column, i -> lengths[i][j]);
    return column;
  }

  private static int sum(int[] numbers) {
    return Arrays.stream(numbers).sum();
  }

  /// What rank `me` contributes and gets, without blocks: 0 where it does not.
  private int plainIn(int me) {
    return switch (collective) {
      case BARRIER, BROADCAST -> 0;
      case GATHER, ALLGATHER -> lengths[me][0];
      default -> bytes;
    };
  }

  private int plainOut(int me) {
    return switch (collective) {
      case BARRIER -> 0;
      case REDUCE -> me == root ? bytes : 0;
      case SCATTER, REDUCE_SCATTER -> lengths[0][me];
      default -> bytes;
    };
  }

  /// Makes a machine with this data in it.
  ScheduleMachine machine(boolean forward, boolean shared, long chunk, int chunks, long eager) {
    ScheduleMachine machine = new ScheduleMachine(size, random, this::combine);
    for (int me = 0; me < size; me++) {
      Shape shape = new Shape().set(collective, size, me, root);
      shapes[me] = shape;
      boolean isRoot = !collective.hasRoot() || me == root;
      boolean inBlocks = hasInBlocks() && isRoot;
      boolean outBlocks = hasOutBlocks() && isRoot;
      int[] mine = lengths[me];
      int[] theirs = column(me);
      long[] inParts = hasInBlocks() ? parts(mine) : null;
      long[] outParts = hasOutBlocks() ? parts(theirs) : null;
      if (inPlace && collective == Collective.ALLTOALL) {
        outParts = inParts;
      }
      int inLength = inBlocks ? unequal ? end(inParts, size) : size * bytes : plainIn(me);
      int outLength = outBlocks ? unequal ? end(outParts, size) : size * bytes : plainOut(me);
      if (collective == Collective.SCATTER && !isRoot) {
        inLength = 0;
      }
      if (collective == Collective.GATHER && !isRoot) {
        outLength = 0;
      }
      if (unequal) {
        // Who is not the root knows of its own block only.
        hide(inParts, me, isRoot);
        hide(outParts, me, isRoot);
        shape.amount(sum(hasInBlocks() && isRoot ? mine : theirs), element);
        shape.parts(inParts, outParts);
      } else {
        shape.amount(bytes, element);
      }
      boolean isInPlace = inPlace && (isRoot || !collective.hasRoot()) && hasBoth();
      shape.traits(isInPlace, values != Values.MAPS);
      boolean readable = shared && random.nextInt(3) == 0;
      shape.memory(shared, readable, isInPlace ? readable : shared && random.nextInt(3) == 0);
      shape.pipeline(chunk, chunks).eager(eager).forward(forward);
      lay(machine, me, shape, inLength, outLength);
    }
    return machine;
  }

  private boolean hasBoth() {
    return collective != Collective.BARRIER && collective != Collective.BROADCAST;
  }

  private void hide(long @Nullable [] parts, int me, boolean isRoot) {
    if (parts != null && !isRoot) {
      for (int i = 0; i < size; i++) {
        if (i != me) {
          parts[i] = -1;
          parts[size + i] = -1;
        }
      }
    }
  }

  private void lay(ScheduleMachine machine, int me, Shape shape, int inLength, int outLength) {
    Area in = new Area("IN of rank " + me, inLength, random);
    Area out = new Area("OUT of rank " + me, outLength, random);
    int inBase = 0;
    int outBase = 0;
    if (shape.inPlace()) {
      switch (collective) {
        case GATHER, ALLGATHER -> {
          in = out;
          inBase = (int) Region.offset(shape.outBlock(me));
        }
        case SCATTER -> {
          out = in;
          outBase = (int) Region.offset(shape.inBlock(me));
        }
        case REDUCE_SCATTER -> out = in;
        default -> in = out;
      }
    }
    if (collective.combines()) {
      fill(in.data);
    }
    // What this rank gives, whatever the layout: all of it, one block after the other.
    inputs[me] = gathered(in.data, inBase, shape, me);
    if (collective == Collective.BROADCAST && me == root) {
      inputs[me] = out.data.clone();
    }
    before[me] = out.data.clone();
    machine.members[me] = new Member(machine, shape, entry, in, inBase, out, outBase);
  }

  private byte[] gathered(byte[] data, int base, Shape shape, int me) {
    if (!hasInBlocks() || (collective.hasRoot() && me != root)) {
      return Arrays.copyOfRange(data, base, base + plainIn(me) * (data.length == 0 ? 0 : 1));
    }
    byte[] all = new byte[sum(lengths[me])];
    int at = 0;
    for (int j = 0; j < size; j++) {
      int from = (int) Region.offset(shape.inBlock(j));
      System.arraycopy(data, from, all, at, lengths[me][j]);
      at += lengths[me][j];
    }
    return all;
  }

  private void fill(byte[] data) {
    ByteBuffer buffer = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.remaining() >= 8) {
      if (values == Values.DOUBLES) {
        buffer.putDouble(random.nextGaussian() * Math.pow(10, random.nextInt(16)));
      } else {
        buffer.putLong(random.nextLong());
      }
    }
  }

  private void combine(byte[] left, int l, byte[] right, int r, byte[] to, int t, int bytes) {
    ByteBuffer a = ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer b = ByteBuffer.wrap(right).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer c = ByteBuffer.wrap(to).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < bytes; i += element) {
      switch (values) {
        case SUMS -> c.putLong(t + i, a.getLong(l + i) + b.getLong(r + i));
        case DOUBLES -> c.putDouble(t + i, a.getDouble(l + i) + b.getDouble(r + i));
        case MAPS -> {
          long factor = a.getLong(l + i);
          long shift = a.getLong(l + i + 8);
          long otherFactor = b.getLong(r + i);
          long otherShift = b.getLong(r + i + 8);
          c.putLong(t + i, factor * otherFactor);
          c.putLong(t + i + 8, factor * otherShift + shift);
        }
      }
    }
  }

  /// Inputs of ranks 0 to `last` − 1, combined from left to right.
  private byte[] folded(int last, int from, int length) {
    byte[] sum = Arrays.copyOfRange(inputs[0], from, from + length);
    for (int rank = 1; rank < last; rank++) {
      combine(sum, 0, inputs[rank], from, sum, 0, length);
    }
    return sum;
  }

  private byte[] block(int i, int j) {
    int from = 0;
    for (int k = 0; hasInBlocks() && k < j; k++) {
      from += lengths[i][k];
    }
    return Arrays.copyOfRange(inputs[i], from, from + lengths[i][j]);
  }

  /// What rank `me`'s OUT has to be: what it was, but for the result.
  private byte[] expected(int me) {
    byte[] all = before[me].clone();
    Shape shape = shapes[me];
    boolean isRoot = !collective.hasRoot() || me == root;
    switch (collective) {
      case BARRIER -> {}
      case BROADCAST -> put(all, 0, inputs[root]);
      case REDUCE -> {
        if (isRoot) {
          put(all, 0, folded(size, 0, bytes));
        }
      }
      case ALLREDUCE -> put(all, 0, folded(size, 0, bytes));
      case SCAN -> put(all, 0, folded(me + 1, 0, bytes));
      case EXSCAN -> {
        if (me > 0) {
          put(all, 0, folded(me, 0, bytes));
        }
      }
      case SCATTER -> put(all, ownOffset(shape, me), block(root, me));
      case REDUCE_SCATTER -> {
        int from = 0;
        for (int k = 0; k < me; k++) {
          from += lengths[0][k];
        }
        byte[] result = folded(size, from, lengths[0][me]);
        put(all, ownOffset(shape, me), result); // in place it is made there, and then moved
        put(all, 0, result);
      }
      case GATHER, ALLGATHER, ALLTOALL -> {
        for (int i = 0; isRoot && i < size; i++) {
          put(all, (int) Region.offset(shape.outBlock(i)), block(i, me));
        }
      }
    }
    return all;
  }

  private static int ownOffset(Shape shape, int me) {
    return shape.inPlace() ? (int) Region.offset(shape.inBlock(me)) : 0;
  }

  private static void put(byte[] all, int at, byte[] some) {
    System.arraycopy(some, 0, all, at, some.length);
  }

  /// Compares the results, and nothing else may have been written.
  void checkResults(ScheduleMachine machine) {
    boolean isExact = values != Values.DOUBLES || entry.ordered();
    for (int me = 0; me < size; me++) {
      byte[] result = machine.members[me].result;
      if (isExact) {
        byte[] expected = expected(me);
        int at = Arrays.mismatch(result, expected);
        ScheduleMachine.check(
            at < 0, "rank %d: the result is wrong at byte %d of %d", me, at, result.length);
      } else if (collective == Collective.ALLREDUCE) {
        boolean isSame = Arrays.equals(result, machine.members[0].result);
        ScheduleMachine.check(isSame, "rank %d has other bits than rank 0", me);
      }
    }
  }
}
