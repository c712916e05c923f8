// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;
import weft.Frame;
import weft.MatrixPart;
import weft.RsrN;
import weft.testkit.Chaos;

/// Cases of messages into which rows of a matrix are packed.
final class PackedCases {
  /// The number of messages from each rank to each.
  private static final int MESSAGES = 40;

  private static final int KINDS = 7;

  private PackedCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "rows, columns and blocks are packed into messages, in order", 1, PackedCases::packed),
        new ConformanceCase(
            "parts outside their matrix are refused, and so are those of closed memory",
            1,
            PackedCases::misuse));
  }

  /// The bytes of a matrix, and which of them are sent. `from`, `columns` and `stride` are in
  /// elements of `1 << log` bytes.
  private static final class Shape {
    final byte[] matrix;
    final int kind;
    final int log;
    final int from;
    final int rows;
    final int columns;
    final int stride;

    Shape(byte[] matrix, int kind, int log, int from, int rows, int columns, int stride) {
      this.matrix = matrix;
      this.kind = kind;
      this.log = log;
      this.from = from;
      this.rows = rows;
      this.columns = columns;
      this.stride = stride;
    }

    @Override
    public String toString() {
      return "kind %d, from %d, %d x %d, stride %d".formatted(kind, from, rows, columns, stride);
    }

    /// The message that `key` determines.
    static Shape of(long key, int frame) {
      Random random = Chaos.random(key, 0);
      int kind = random.nextInt(KINDS);
      int log = new int[] {0, 2, 3, 2, 3, 0, 0}[kind];
      int columns = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(40);
      int most = random.nextInt(6) == 0 ? 3 * frame : 400;
      int rows = random.nextInt(1 + most / (columns << log));
      int stride = columns + random.nextInt(12);
      int from = random.nextInt(5);
      int length = from + Math.max(0, rows - 1) * stride + columns + random.nextInt(5);
      return new Shape(Chaos.payload(key, length << log), kind, log, from, rows, columns, stride);
    }

    /// The matrix as an array or segment of its kind, and the part of it.
    MatrixPart part(Arena arena, MemorySegment bytes) {
      return switch (kind) {
        case 0 -> MatrixPart.of(matrix, from, rows, columns, stride);
        case 1 -> {
          int[] ints = bytes.toArray(ValueLayout.JAVA_INT_UNALIGNED);
          yield MatrixPart.of(ints, from, rows, columns, stride);
        }
        case 2 -> {
          long[] longs = bytes.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
          yield MatrixPart.of(longs, from, rows, columns, stride);
        }
        case 3 -> {
          float[] floats = new float[matrix.length / 4];
          MemorySegment.ofArray(floats).copyFrom(bytes);
          yield MatrixPart.of(floats, from, rows, columns, stride);
        }
        case 4 -> {
          double[] doubles = new double[matrix.length / 8];
          MemorySegment.ofArray(doubles).copyFrom(bytes);
          yield MatrixPart.of(doubles, from, rows, columns, stride);
        }
        case 5 -> MatrixPart.of(bytes, from, rows, columns, stride);
        default -> {
          MemorySegment outside = arena.allocate(matrix.length).copyFrom(bytes).asReadOnly();
          yield MatrixPart.of(outside, from, rows, columns, stride);
        }
      };
    }

    /// The rows, without their gaps.
    byte[] packed() {
      var packed = new byte[rows * columns << log];
      int row = columns << log;
      for (int i = 0; i < rows; i++) {
        System.arraycopy(matrix, from + i * stride << log, packed, i * row, row);
      }
      return packed;
    }
  }

  private static ConformanceCase.Part packed(Stage stage) {
    var next = new int[stage.size()];
    RsrN rows =
        stage.rsrN(
            "rows",
            (source, payload) -> {
              long key = stage.key(source, stage.rank(), next[source]++);
              check(Shape.of(key, stage.world.frameBytes()), payload);
            });
    return () -> {
      for (int number = 0; number < MESSAGES; number++) {
        for (int target = 0; target < stage.size(); target++) {
          long key = stage.key(stage.rank(), target, number);
          Shape shape = Shape.of(key, stage.world.frameBytes());
          try (Arena arena = Arena.ofConfined()) {
            send(stage, rows, target, shape.part(arena, MemorySegment.ofArray(shape.matrix)));
          }
          stage.chaos.disturb();
        }
      }
      stage.world.quiesce();
      for (int count : next) {
        assertEquals(MESSAGES, count);
      }
    };
  }

  private static void send(Stage stage, RsrN rows, int target, MatrixPart part) {
    SendWay[] ways = SendWay.values();
    SendWay way = ways[stage.chaos.random().nextInt(ways.length)];
    if (way == SendWay.TRY && part.bytes() > stage.world.frameBytes()) {
      way = SendWay.BUFFERED;
    }
    way.run(
        stage,
        () -> rows.send(target, part),
        () -> rows.sendSync(target, part),
        () -> rows.trySend(target, part),
        () -> rows.sendBuffered(target, part));
  }

  /// Compares a payload with the rows, and unpacks it into a matrix of the same shape.
  private static void check(Shape shape, Frame payload) {
    assertArrayEquals(shape.packed(), payload.toByteArray(), shape.toString());
    var empty = new byte[shape.matrix.length];
    MatrixPart rows =
        MatrixPart.of(
            MemorySegment.ofArray(empty),
            shape.from << shape.log,
            shape.rows,
            shape.columns << shape.log,
            shape.stride << shape.log);
    payload.copyTo(0, rows);
    var expected = new byte[shape.matrix.length];
    for (int i = 0; i < shape.rows; i++) {
      int at = shape.from + i * shape.stride << shape.log;
      System.arraycopy(shape.matrix, at, expected, at, shape.columns << shape.log);
    }
    assertEquals(-1, Arrays.mismatch(expected, empty), shape.toString());
    if (payload.size() > 0) {
      assertThrows(IndexOutOfBoundsException.class, () -> payload.copyTo(1, rows));
    }
  }

  private static ConformanceCase.Part misuse(Stage stage) {
    var arrived = new int[1];
    RsrN rows = stage.rsrN("rows", (source, payload) -> arrived[0]++);
    return () -> {
      var matrix = new double[20];
      MemorySegment segment = MemorySegment.ofArray(matrix);
      for (Executable outside :
          List.<Executable>of(
              () -> MatrixPart.of(matrix, 1, 4, 5, 5),
              () -> MatrixPart.of(matrix, 0, 2, 5, Integer.MAX_VALUE),
              () -> MatrixPart.of(segment, 0, 21, 8, 8),
              () -> MatrixPart.of(segment, 0, 2, 8, Long.MAX_VALUE))) {
        assertThrows(IndexOutOfBoundsException.class, outside);
      }
      for (Executable wrong :
          List.<Executable>of(
              () -> MatrixPart.of(matrix, 0, 2, 5, 4),
              () -> MatrixPart.of(matrix, -1, 2, 5, 5),
              () -> MatrixPart.of(matrix, 0, -2, 5, 5),
              () -> MatrixPart.of(segment, 0, 2, -8, 8))) {
        assertThrows(IllegalArgumentException.class, wrong);
      }
      MatrixPart closed;
      try (Arena arena = Arena.ofConfined()) {
        closed = MatrixPart.of(arena.allocate(800), 0, 10, 8, 80);
      }
      int me = stage.rank();
      for (Executable call :
          List.<Executable>of(
              () -> rows.send(me, closed),
              () -> rows.trySend(me, closed),
              () -> rows.sendSync(me, closed),
              () -> rows.sendBuffered(me, closed))) {
        assertThrows(IllegalStateException.class, call);
      }
      stage.world.quiesce();
      assertEquals(0, arrived[0]);
    };
  }
}
