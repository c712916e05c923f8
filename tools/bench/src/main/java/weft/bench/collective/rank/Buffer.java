// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.World;
import weft.collective.Data;
import weft.collective.Type;

/// Doubles in a Java array or in a segment of the registered heap, as many as were ever requested.
final class Buffer {
  /// Doubles of a segment are read or changed in pieces of this size, through an array: compilers
  /// optimize that better.
  private static final int PIECE = 512;

  private final World world;
  private final boolean registered;
  private final double[] piece = new double[PIECE];
  private double[] array = new double[0];
  private MemorySegment memory = MemorySegment.NULL;

  Buffer(World world, boolean registered) {
    this.world = world;
    this.registered = registered;
  }

  /// Room for `count` doubles.
  Buffer room(int count) {
    long bytes = 8L * count;
    if (memory.byteSize() >= bytes) {
      return this;
    }
    if (registered) {
      if (memory.byteSize() > 0) {
        world.heap().free(world.heap().pointerTo(memory));
      }
      memory = world.heap().allocate(bytes);
    } else {
      array = new double[count];
      memory = MemorySegment.ofArray(array);
    }
    return this;
  }

  /// The first `count` doubles as data of a collective.
  Data data(int count) {
    return registered
        ? Data.of(memory.asSlice(0, 8L * count), Type.DOUBLE)
        : Data.of(array, 0, count);
  }

  /// `rows` rows of `columns` doubles: the first begins at `from`, each next one `stride` further.
  Data rows(int from, int rows, int columns, int stride) {
    return registered
        ? Data.matrix(memory, Type.DOUBLE, 8L * from, rows, columns, stride)
        : Data.matrix(array, from, rows, columns, stride);
  }

  double get(long at) {
    return memory.getAtIndex(ValueLayout.JAVA_DOUBLE, at);
  }

  void set(long at, double value) {
    memory.setAtIndex(ValueLayout.JAVA_DOUBLE, at, value);
  }

  /// Adds 1 to each of the first `count` doubles, so that this processor owns their cache lines.
  void add(int count) {
    if (!registered) {
      add(array, count);
      return;
    }
    for (int done = 0; done < count; done += PIECE) {
      int some = Math.min(PIECE, count - done);
      long at = (long) Double.BYTES * done;
      MemorySegment.copy(memory, ValueLayout.JAVA_DOUBLE, at, piece, 0, some);
      add(piece, some);
      MemorySegment.copy(piece, 0, memory, ValueLayout.JAVA_DOUBLE, at, some);
    }
  }

  /// Reads the first `count` doubles, so that this processor has a copy of their cache lines.
  void read(int count) {
    for (int done = 0; done < count; done += PIECE) {
      int some = Math.min(PIECE, count - done);
      if (registered) {
        long at = (long) Double.BYTES * done;
        MemorySegment.copy(memory, ValueLayout.JAVA_DOUBLE, at, piece, 0, some);
      } else {
        System.arraycopy(array, done, piece, 0, some);
      }
    }
  }

  private static void add(double[] array, int count) {
    for (int i = 0; i < count; i++) {
      array[i] += 1;
    }
  }

  /// The array, which may be longer than requested.
  double[] array() {
    return array;
  }

  /// The bytes.
  MemorySegment memory() {
    return memory;
  }
}
