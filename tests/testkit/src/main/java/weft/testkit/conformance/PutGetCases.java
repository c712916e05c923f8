// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import weft.GlobalPointer;
import weft.Memory;
import weft.Rsr1;
import weft.Rsr2;
import weft.testkit.Chaos;

/// Cases of one-sided transfers of every size and place, with handlers after them.
final class PutGetCases {
  private static final int[] SIZES = {
    0, 1, 2, 3, 7, 8, 9, 15, 16, 31, 63, 64, 65, 127, 1000, 4096, 4097, 65_536, 100_001
  };

  private PutGetCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "put and get move bytes of every size between every kind of memory, at every offset",
            1,
            PutGetCases::sizes),
        new ConformanceCase("put and get of more than one piece", 1, PutGetCases::large),
        new ConformanceCase("put and get of arrays", 1, PutGetCases::arrays),
        new ConformanceCase(
            "the handler of a put finds all bytes, in the order of all messages",
            1,
            PutGetCases::requestBehindPut),
        new ConformanceCase(
            "the handler of a get finds all bytes", 1, PutGetCases::requestBehindGet),
        new ConformanceCase(
            "after overlapping puts in random order with fences between, the last one's bytes "
                + "remain"
                + " them",
            1,
            PutGetCases::overlapping));
  }

  private static byte value(Stage stage, int source, int target, long at) {
    return (byte) Stage.word(stage.key(source, target, at));
  }

  private static ConformanceCase.Part sizes(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      int area = 1 << 18;
      GlobalPointer all = stage.world.heap().mallocAll((long) area * stage.size());
      Random random = Chaos.random(stage.key(0, 0, 1), stage.rank());
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment registered = stage.world.heap().allocate(area);
        MemorySegment foreign = arena.allocate(area);
        MemorySegment array = MemorySegment.ofArray(new byte[area]);
        MemorySegment[] kinds = {registered, foreign, array};
        MemorySegment back = arena.allocate(area);
        for (int target = 0; target < stage.size(); target++) {
          GlobalPointer there = all.at(target).plus((long) stage.rank() * area);
          for (int size : SIZES) {
            MemorySegment source = kinds[random.nextInt(3)];
            MemorySegment sink =
                random.nextBoolean() ? back : MemorySegment.ofArray(new byte[area]);
            int from = random.nextInt(64);
            int to = random.nextInt(64);
            for (int i = 0; i < size; i++) {
              source.set(
                  ValueLayout.JAVA_BYTE, from + i, value(stage, stage.rank(), target, size + i));
            }
            if (random.nextBoolean()) {
              memory.put(source, from, there, to, size);
              memory.fence(target);
            } else {
              memory.putSync(source, from, there, to, size);
            }
            int into = random.nextInt(64);
            memory.getSync(there, to, sink, into, size);
            for (int i = 0; i < size; i++) {
              assertEquals(
                  value(stage, stage.rank(), target, size + i),
                  sink.get(ValueLayout.JAVA_BYTE, into + i));
            }
          }
        }
        stage.world.heap().free(registered);
      }
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part large(Stage stage) {
    return () -> {
      long bytes = (9L << 20) + 12_344;
      GlobalPointer all = stage.world.heap().mallocAll(bytes);
      var words = new long[(int) (bytes / 8)];
      for (int i = 0; i < words.length; i++) {
        words[i] = Stage.word(stage.key(stage.rank(), stage.world.next(), i));
      }
      stage.world.memory().put(words, 0, all.at(stage.world.next()), 0, words.length);
      stage.world.memory().fence();
      stage.all.barrier();
      int previous = stage.world.previous();
      var here = new long[words.length];
      stage.world.memory().get(all, 0, here, 0, here.length);
      stage.world.memory().fence();
      for (int i = 0; i < here.length; i++) {
        assertEquals(Stage.word(stage.key(previous, stage.rank(), i)), here[i]);
      }
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part arrays(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      GlobalPointer all = stage.world.heap().mallocAll(4096);
      GlobalPointer there = all.at(stage.world.next());
      byte[] bytes = {1, 2, 3, 4, 5};
      int[] ints = {1 << 30, 2, -3};
      long[] longs = {1L << 60, -2};
      float[] floats = {0.5f, -0.0f, Float.MAX_VALUE};
      double[] doubles = {Math.PI, Math.E, -0.0};
      memory.put(bytes, 1, there, 0, 3);
      memory.put(ints, 0, there, 100, 3);
      memory.put(longs, 1, there, 201, 1);
      memory.put(floats, 1, there, 251, 2);
      memory.put(doubles, 0, there, 304, 3);
      memory.fence(there.rank());
      var bytesBack = new byte[3];
      var intsBack = new int[4];
      var longsBack = new long[1];
      var floatsBack = new float[3];
      var doublesBack = new double[3];
      memory.get(there, 0, bytesBack, 0, 3);
      memory.get(there, 100, intsBack, 1, 3);
      memory.get(there, 201, longsBack, 0, 1);
      memory.get(there, 251, floatsBack, 1, 2);
      memory.get(there, 304, doublesBack, 0, 3);
      memory.fence(there.rank());
      assertArrayEquals(new byte[] {2, 3, 4}, bytesBack);
      assertArrayEquals(new int[] {0, 1 << 30, 2, -3}, intsBack);
      assertArrayEquals(new long[] {-2}, longsBack);
      assertArrayEquals(new float[] {0, -0.0f, Float.MAX_VALUE}, floatsBack);
      assertArrayEquals(doubles, doublesBack);
      assertThrows(IndexOutOfBoundsException.class, () -> memory.put(ints, 1, there, 0, 3));
      assertThrows(IndexOutOfBoundsException.class, () -> memory.put(floats, 1, there, 0, 3));
      assertThrows(IndexOutOfBoundsException.class, () -> memory.get(there, 0, ints, -1, 2));
      assertThrows(IndexOutOfBoundsException.class, () -> memory.get(there, 0, floats, -1, 2));
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part requestBehindPut(Stage stage) {
    int slots = 64;
    long slot = 10_000;
    var pointers = new GlobalPointer[1];
    var wrong = new long[1];
    var seen = new long[stage.size()];
    Rsr2 arrived =
        stage.rsr2(
            "arrived",
            (source, number, bytes) -> {
              wrong[0] += seen[source]++ == number ? 0 : 1;
              long offset = (source * (long) slots + number % slots) * slot;
              MemorySegment here = stage.world.heap().segment(pointers[0].plus(offset), bytes);
              for (long i = 0; i < bytes; i++) {
                byte expected = value(stage, source, stage.rank(), number * 31 + i);
                wrong[0] += here.get(ValueLayout.JAVA_BYTE, i) == expected ? 0 : 1;
              }
            });
    return () -> {
      pointers[0] = stage.world.heap().mallocAll(slots * slot * stage.size());
      // A handler may run as soon as another rank has left mallocAll, so all ranks must know the
      // pointer.
      stage.all.barrier();
      Random random = Chaos.random(stage.key(0, 0, 2), stage.rank());
      MemorySegment source = stage.world.heap().allocate(slot);
      for (int number = 0; number < slots; number++) {
        for (int target = 0; target < stage.size(); target++) {
          int bytes = random.nextInt((int) slot);
          for (int i = 0; i < bytes; i++) {
            source.set(
                ValueLayout.JAVA_BYTE, i, value(stage, stage.rank(), target, number * 31L + i));
          }
          GlobalPointer there = pointers[0].at(target);
          long offset = (stage.rank() * (long) slots + number) * slot;
          stage.world.memory().put(source, 0, there, offset, bytes, arrived.op(number, bytes));
        }
      }
      stage.world.quiesce();
      assertEquals(0, wrong[0]);
      for (long count : seen) {
        assertEquals(slots, count);
      }
      stage.world.heap().free(source);
      stage.world.heap().freeAll(pointers[0]);
    };
  }

  private static ConformanceCase.Part requestBehindGet(Stage stage) {
    MemorySegment sink = MemorySegment.ofArray(new byte[256]);
    var ran = new long[1];
    Rsr1 landed =
        stage.rsr1(
            "landed",
            (source, target) -> {
              assertEquals(stage.rank(), source);
              for (int i = 0; i < 256; i++) {
                assertEquals(value(stage, (int) target, 0, i), sink.get(ValueLayout.JAVA_BYTE, i));
              }
              ran[0]++;
            });
    return () -> {
      GlobalPointer all = stage.world.heap().mallocAll(256);
      var mine = new byte[256];
      for (int i = 0; i < 256; i++) {
        mine[i] = value(stage, stage.rank(), 0, i);
      }
      stage.world.memory().put(mine, 0, all, 0, 256);
      stage.world.memory().fence();
      stage.all.barrier();
      for (int target = 0; target < stage.size(); target++) {
        long before = ran[0];
        stage.world.memory().get(all.at(target), 0, sink, 0, 256, landed.op(target));
        stage.world.pollUntil(() -> ran[0] > before);
      }
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part overlapping(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      int bytes = 4096;
      GlobalPointer all = stage.world.heap().mallocAll(bytes);
      GlobalPointer there = all.at(stage.world.next());
      var expected = new byte[bytes];
      memory.put(expected, 0, there, 0, bytes);
      memory.fence(there.rank());
      Random random = Chaos.random(stage.key(0, 0, 3), stage.rank());
      for (int round = 0; round < 50; round++) {
        int begin = random.nextInt(bytes);
        int length = random.nextInt(bytes - begin);
        var window = new byte[length];
        random.nextBytes(window);
        System.arraycopy(window, 0, expected, begin, length);
        memory.put(window, 0, there, begin, length);
        memory.fence(there.rank());
      }
      var back = new byte[bytes];
      memory.get(there, 0, back, 0, bytes);
      memory.fence(there.rank());
      assertArrayEquals(expected, back);
      stage.world.heap().freeAll(all);
    };
  }
}
