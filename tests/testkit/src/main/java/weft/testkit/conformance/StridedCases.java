// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;
import weft.Completion;
import weft.GlobalPointer;
import weft.Heap;
import weft.Memory;
import weft.Rsr0;
import weft.Rsr1;
import weft.Rsr2;
import weft.Rsr3;
import weft.Rsr4;
import weft.Strided;
import weft.testkit.Chaos;

/// Cases of transfers of rows and blocks, with handlers after them.
final class StridedCases {
  private StridedCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "rows with leading dimensions, and lists of blocks", 1, StridedCases::strided),
        new ConformanceCase(
            "the handler of rows or blocks finds all bytes, in the order of all messages",
            1,
            StridedCases::requestsBehind),
        new ConformanceCase(
            "impossible rows and blocks are refused before bytes move",
            1,
            StridedCases::stridedMisuse));
  }

  private static ConformanceCase.Part strided(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      GlobalPointer all = stage.world.heap().mallocAll(1 << 16);
      GlobalPointer there = all.at(stage.world.next());
      MemorySegment matrix = MemorySegment.ofArray(new long[40 * 40]);
      for (int i = 0; i < 1600; i++) {
        matrix.setAtIndex(ValueLayout.JAVA_LONG, i, i);
      }
      Completion done = stage.world.completion();
      // Columns 3 to 7 of rows 5 to 24, to a matrix with 11 columns.
      memory.strided().putRows(matrix, (5 * 40 + 3) * 8, 320, there, 16, 88, 40, 20, done);
      done.await();
      MemorySegment back = MemorySegment.ofArray(new long[20 * 5]);
      memory.strided().getRows(there, 16, 88, back, 0, 40, 40, 20, done);
      done.await();
      for (int row = 0; row < 20; row++) {
        for (int column = 0; column < 5; column++) {
          assertEquals(
              (row + 5) * 40 + column + 3,
              back.getAtIndex(ValueLayout.JAVA_LONG, row * 5L + column));
        }
      }
      long[] from = {0, 800, 16};
      long[] to = {4096, 5000, 6000};
      long[] lengths = {8, 0, 24};
      memory.strided().putBlocks(matrix, from, there, to, lengths);
      memory.fence(there.rank());
      assertEquals(2, memory.getLongSync(there, 6000));
      assertEquals(4, memory.getLongSync(there, 6016));
      memory
          .strided()
          .putBlocks(matrix, new long[] {40}, there, new long[] {4096}, new long[] {8}, done);
      done.await();
      assertEquals(5, memory.getLongSync(there, 4096));
      MemorySegment blocks = MemorySegment.ofArray(new long[8]);
      memory.strided().getBlocks(there, to, blocks, new long[] {0, 8, 8}, lengths, done);
      done.await();
      assertEquals(3, blocks.getAtIndex(ValueLayout.JAVA_LONG, 2));
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part stridedMisuse(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      Strided strided = memory.strided();
      GlobalPointer all = stage.world.heap().mallocAll(1 << 10);
      GlobalPointer there = all.at(stage.world.next());
      MemorySegment ones = MemorySegment.ofArray(new long[128]).fill((byte) 1);
      MemorySegment sink = MemorySegment.ofArray(new long[128]);
      var zeros = new long[128];
      memory.put(zeros, 0, there, 0, 128);
      memory.fence(there.rank());

      long huge = Long.MAX_VALUE;
      for (Executable outside :
          List.<Executable>of(
              () -> strided.putRows(ones, 0, 16, there, 0, 8, 8, 129),
              () -> strided.putRows(ones, 0, huge, there, 0, 8, 8, 3),
              () -> strided.putRows(ones, 0, 8, there, 0, huge, 8, 3),
              () -> strided.getRows(there, 0, huge, sink, 0, 8, 8, 3),
              () -> strided.getRows(there, 0, 8, sink, 0, huge, 8, 3))) {
        assertThrows(IndexOutOfBoundsException.class, outside);
      }
      long[] from = {0, 16, 32};
      long[] lengths = {8, 8, 8};
      long[] apart = {16, 8, 0};
      long[] same = {16, 0, 16};
      long[] crossing = {12, 0, 17};
      for (Executable wrong :
          List.<Executable>of(
              () -> strided.putRows(ones, 0, 16, there, 0, 7, 8, 2),
              () -> strided.putRows(ones, 0, -8, there, 0, 8, 8, 2),
              () -> strided.getRows(there, 0, 8, sink, 0, 0, 8, 2),
              () -> strided.putBlocks(ones, from, there, from, new long[2]),
              () -> strided.putBlocks(ones, from, there, same, lengths),
              () -> strided.putBlocks(ones, from, there, crossing, lengths),
              () -> strided.getBlocks(there, from, sink, same, lengths),
              () -> strided.getBlocks(there, from, sink, crossing, lengths))) {
        assertThrows(IllegalArgumentException.class, wrong);
      }
      var back = new long[128];
      memory.get(there, 0, back, 0, 128);
      memory.fence(there.rank());
      assertArrayEquals(zeros, back);
      assertArrayEquals(zeros, sink.toArray(ValueLayout.JAVA_LONG));

      // The strides of one row are ignored, and empty blocks overlap nothing.
      strided.putRows(ones, 0, 0, there, 0, 0, 8, 1);
      strided.putRows(ones, 0, -5, there, 8, huge, 8, 1);
      strided.putBlocks(ones, from, there, new long[] {24, 16, 20}, new long[] {8, 8, 0});
      memory.fence(there.rank());
      strided.getRows(there, 0, -1, sink, 8, 0, 16, 1);
      strided.getBlocks(there, apart, sink, apart, lengths);
      memory.fence(there.rank());
      memory.get(there, 0, back, 0, 128);
      memory.fence(there.rank());
      for (int i = 0; i < 128; i++) {
        assertEquals(i < 4 ? 0x0101_0101_0101_0101L : 0, back[i]);
        assertEquals(i < 3 ? 0x0101_0101_0101_0101L : 0, sink.getAtIndex(ValueLayout.JAVA_LONG, i));
      }
      stage.world.heap().freeAll(all);
    };
  }

  /// The data that one rank puts on another: rows, or the same bytes as blocks.
  private record Shape(int rows, int rowBytes, int stride, int stride2) {
    /// This is more than any shape takes at the target.
    static final int SLOT = 2048;

    static Shape of(Stage stage, int source, int target, int number) {
      Random random = Chaos.random(stage.key(source, target, number), 0);
      int rowBytes = 1 + random.nextInt(60);
      return new Shape(
          1 + random.nextInt(20),
          rowBytes,
          rowBytes + random.nextInt(9),
          rowBytes + random.nextInt(9));
    }

    long[] places(long from, int stride) {
      var places = new long[rows + 1];
      for (int i = 0; i < rows; i++) {
        places[i] = from + (long) (rows - 1 - i) * stride; // not in order
      }
      places[rows] = from; // an empty block
      return places;
    }

    long[] lengths() {
      var lengths = new long[rows + 1];
      Arrays.fill(lengths, 0, rows, rowBytes);
      return lengths;
    }
  }

  /// Puts with handlers of every arity after them.
  private static final class Behind {
    static final int PUTS = 40;

    final Stage stage;
    final int[] seen;
    final Rsr0 rsr0;
    final Rsr1 rsr1;
    final Rsr2 rsr2;
    final Rsr3 rsr3;
    final Rsr4 rsr4;
    GlobalPointer area = GlobalPointer.NULL;
    long wrong;

    Behind(Stage stage) {
      this.stage = stage;
      this.seen = new int[stage.size()];
      this.rsr0 = stage.rsr0("rsr0", source -> check(source));
      this.rsr1 = stage.rsr1("rsr1", (source, a) -> check(source, a));
      this.rsr2 = stage.rsr2("rsr2", (source, a, b) -> check(source, a, b));
      this.rsr3 = stage.rsr3("rsr3", (source, a, b, c) -> check(source, a, b, c));
      this.rsr4 = stage.rsr4("rsr4", (source, a, b, c, d) -> check(source, a, b, c, d));
    }

    long place(int source, int number) {
      return ((long) source * PUTS + number) * Shape.SLOT;
    }

    byte value(int source, int target, int number, int row, int column) {
      return (byte) Stage.word(stage.key(source, target, (number << 16) + (row << 8) + column));
    }

    void check(int source, long... words) {
      int number = seen[source]++;
      if (number >= PUTS) {
        return;
      }
      wrong += number % 5 == words.length ? 0 : 1;
      for (int i = 0; i < words.length; i++) {
        wrong += words[i] == number + i ? 0 : 1;
      }
      Shape shape = Shape.of(stage, source, stage.rank(), number);
      Heap heap = stage.world.heap();
      MemorySegment here = heap.segment(area.plus(place(source, number)), Shape.SLOT);
      for (int row = 0; row < shape.rows; row++) {
        for (int column = 0; column < shape.rowBytes; column++) {
          byte found = here.get(ValueLayout.JAVA_BYTE, row * (long) shape.stride2 + column);
          wrong += found == value(source, stage.rank(), number, row, column) ? 0 : 1;
        }
      }
    }

    void put(int target, int number, MemorySegment source) {
      Shape shape = Shape.of(stage, stage.rank(), target, number);
      for (int row = 0; row < shape.rows; row++) {
        for (int column = 0; column < shape.rowBytes; column++) {
          source.set(
              ValueLayout.JAVA_BYTE,
              row * (long) shape.stride + column,
              value(stage.rank(), target, number, row, column));
        }
      }
      GlobalPointer there = area.at(target);
      long at = place(stage.rank(), number);
      if (number / 5 % 2 == 0) {
        putRows(source, shape, there, at, number);
      } else {
        putBlocks(source, shape, there, at, number);
      }
    }

    private void putRows(MemorySegment from, Shape it, GlobalPointer to, long at, long n) {
      Strided strided = stage.world.memory().strided();
      int step = it.stride;
      switch ((int) n % 5) {
        case 0 ->
            strided.putRows(from, 0, step, to, at, it.stride2, it.rowBytes, it.rows, rsr0.op());
        case 1 ->
            strided.putRows(from, 0, step, to, at, it.stride2, it.rowBytes, it.rows, rsr1.op(n));
        case 2 ->
            strided.putRows(
                from, 0, step, to, at, it.stride2, it.rowBytes, it.rows, rsr2.op(n, n + 1));
        case 3 ->
            strided.putRows(
                from, 0, step, to, at, it.stride2, it.rowBytes, it.rows, rsr3.op(n, n + 1, n + 2));
        default ->
            strided.putRows(
                from,
                0,
                step,
                to,
                at,
                it.stride2,
                it.rowBytes,
                it.rows,
                rsr4.op(n, n + 1, n + 2, n + 3));
      }
    }

    private void putBlocks(MemorySegment from, Shape it, GlobalPointer to, long at, long n) {
      Strided strided = stage.world.memory().strided();
      long[] sources = it.places(0, it.stride);
      long[] targets = it.places(at, it.stride2);
      long[] lengths = it.lengths();
      switch ((int) n % 5) {
        case 0 -> strided.putBlocks(from, sources, to, targets, lengths, rsr0.op());
        case 1 -> strided.putBlocks(from, sources, to, targets, lengths, rsr1.op(n));
        case 2 -> strided.putBlocks(from, sources, to, targets, lengths, rsr2.op(n, n + 1));
        case 3 -> strided.putBlocks(from, sources, to, targets, lengths, rsr3.op(n, n + 1, n + 2));
        default ->
            strided.putBlocks(from, sources, to, targets, lengths, rsr4.op(n, n + 1, n + 2, n + 3));
      }
    }

    void run() {
      Heap heap = stage.world.heap();
      area = heap.mallocAll((long) Shape.SLOT * PUTS * stage.size());
      // A handler may run as soon as another rank has left mallocAll, so all ranks must know the
      // pointer.
      stage.all.barrier();
      MemorySegment source = heap.allocate(Shape.SLOT);
      for (int number = 0; number < PUTS; number++) {
        for (int target = 0; target < stage.size(); target++) {
          put(target, number, source);
        }
      }
      stage.world.quiesce();
      assertEquals(0, wrong);
      for (int count : seen) {
        assertEquals(PUTS, count);
      }
      // The handler runs even without rows or blocks.
      Strided strided = stage.world.memory().strided();
      var none = new long[0];
      strided.putRows(source, 0, 8, area, 0, 8, 8, 0, rsr0.op());
      strided.putBlocks(source, none, area, none, none, rsr0.op());
      stage.world.pollUntil(() -> seen[stage.rank()] == PUTS + 2);
      heap.free(source);
      heap.freeAll(area);
    }
  }

  private static ConformanceCase.Part requestsBehind(Stage stage) {
    var behind = new Behind(stage);
    return behind::run;
  }
}
