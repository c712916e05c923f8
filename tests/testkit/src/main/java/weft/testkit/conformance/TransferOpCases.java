// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import weft.Completion;
import weft.GlobalPointer;
import weft.Memory;
import weft.Rsr0;
import weft.Rsr2;
import weft.TransferOp;
import weft.testkit.Chaos;

/// Cases of transfers with a handler and a completion: of puts and gets, of bytes, rows and blocks.
final class TransferOpCases {
  /// From some of these sizes on, networks move bytes from memory to memory.
  private static final int[] SIZES = {0, 1, 8, 100, 5000, 20_000, 70_001, 140_000, 300_000};

  private static final int AREA = 1 << 19;

  private TransferOpCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "a put with a handler and a completion is done when the handler has run",
            1,
            stage -> new Puts(stage)::run),
        new ConformanceCase(
            "a get with a handler and a completion is done when the handler has run",
            1,
            stage -> new Gets(stage)::run),
        new ConformanceCase(
            "handlers put with completions of their own", 1, TransferOpCases::inHandlers),
        new ConformanceCase(
            "a completion in use is refused before bytes move", 1, TransferOpCases::misuse));
  }

  private static byte value(int source, int number, long at) {
    return (byte) Chaos.mix(source * 1_000_003L + number * 7919L + at);
  }

  private static void fill(MemorySegment memory, int source, int number, long bytes) {
    for (long i = 0; i < bytes; i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, value(source, number, i));
    }
  }

  private static long wrong(MemorySegment memory, int source, int number, long bytes) {
    long wrong = 0;
    for (long i = 0; i < bytes; i++) {
      wrong += memory.get(ValueLayout.JAVA_BYTE, i) == value(source, number, i) ? 0 : 1;
    }
    return wrong;
  }

  /// Puts from each rank to each. The handler counts in a word of its own heap, which the source
  /// reads when its completion is done.
  private static final class Puts {
    final Stage stage;
    final Rsr2 arrived;
    GlobalPointer areas = GlobalPointer.NULL;
    GlobalPointer counts = GlobalPointer.NULL;
    long wrong;

    Puts(Stage stage) {
      this.stage = stage;
      this.arrived = stage.rsr2("arrived", (source, number, bytes) -> check(source, number, bytes));
    }

    private void check(int source, long number, long bytes) {
      GlobalPointer place = areas.plus((long) source * AREA);
      MemorySegment here = stage.world.heap().segment(place, AREA);
      wrong += wrong(here, source, (int) number, bytes);
      MemorySegment count = stage.world.heap().segment(counts.plus(8L * source), 8);
      count.set(ValueLayout.JAVA_LONG, 0, count.get(ValueLayout.JAVA_LONG, 0) + 1);
    }

    void run() {
      areas = stage.world.heap().mallocAll((long) AREA * stage.size());
      counts = stage.world.heap().mallocAll(8L * stage.size());
      stage.world.heap().segment(counts, 8L * stage.size()).fill((byte) 0);
      stage.all.barrier();
      Random random = Chaos.random(stage.key(0, 0, 4), stage.rank());
      Completion done = stage.world.completion();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment[] kinds = {
          stage.world.heap().allocate(AREA),
          arena.allocate(AREA),
          MemorySegment.ofArray(new byte[AREA])
        };
        for (int number = 0; number < 2 * SIZES.length; number++) {
          int size = SIZES[number % SIZES.length];
          for (int target = 0; target < stage.size(); target++) {
            MemorySegment source = kinds[random.nextInt(3)];
            fill(source, stage.rank(), number, size);
            put(random.nextInt(4), source, target, number, size, done);
            GlobalPointer there = counts.at(target);
            assertEquals(number + 1L, stage.world.memory().getLongSync(there, 8L * stage.rank()));
            stage.chaos.disturb();
          }
        }
        stage.world.quiesce();
        stage.world.heap().free(kinds[0]);
      }
      assertEquals(0, wrong);
      stage.world.heap().freeAll(counts);
      stage.world.heap().freeAll(areas);
    }

    /// Puts in one of the ways, and returns when the handler has run.
    private void put(
        int way, MemorySegment source, int target, int number, int size, Completion done) {
      Memory memory = stage.world.memory();
      GlobalPointer there = areas.at(target);
      long at = (long) stage.rank() * AREA;
      TransferOp op = arrived.op(number, size);
      if (way == 0) {
        memory.putSync(source, 0, there, at, size, op);
        return;
      }
      done.after(op);
      if (way == 1) {
        memory.put(source, 0, there, at, size, op);
      } else if (way == 2) {
        int rows = size % 10 == 0 ? 10 : 1;
        int row = size / rows;
        memory.strided().putRows(source, 0, row, there, at, row, row, rows, op);
      } else {
        long[] places = {0, size / 2};
        long[] remote = {at, at + size / 2};
        long[] lengths = {size / 2, size - size / 2};
        memory.strided().putBlocks(source, places, there, remote, lengths, op);
      }
      done.awaitSource();
      source.fill((byte) 77);
      done.await();
    }
  }

  /// Gets by each rank from each.
  private static final class Gets {
    final Stage stage;
    final Rsr2 arrived;
    final MemorySegment sink = MemorySegment.ofArray(new byte[AREA]);
    long ran;
    long wrong;

    Gets(Stage stage) {
      this.stage = stage;
      this.arrived =
          stage.rsr2(
              "arrived",
              (source, target, bytes) -> {
                assertEquals(stage.rank(), source);
                wrong += wrong(sink, (int) target, 0, bytes);
                ran++;
              });
    }

    void run() {
      GlobalPointer all = stage.world.heap().mallocAll(AREA);
      fill(stage.world.heap().segment(all, AREA), stage.rank(), 0, AREA);
      stage.all.barrier();
      Random random = Chaos.random(stage.key(0, 0, 5), stage.rank());
      Completion done = stage.world.completion();
      long asked = 0;
      for (int size : SIZES) {
        for (int target = 0; target < stage.size(); target++) {
          sink.fill((byte) 0);
          asked++;
          get(random.nextInt(6), all.at(target), target, size, done, asked);
          assertEquals(asked, ran);
        }
      }
      assertEquals(0, wrong);
      stage.all.barrier();
      stage.world.heap().freeAll(all);
    }

    /// Gets in one of the ways, and returns when the handler has run, for the `number`-th time.
    private void get(
        int way, GlobalPointer there, int target, int size, Completion done, long number) {
      Memory memory = stage.world.memory();
      TransferOp op = arrived.op(target, size);
      int rows = size % 10 == 0 ? 10 : 1;
      int row = size / rows;
      long[] places = {size / 2, 0, 0};
      long[] lengths = {size - size / 2, 0, size / 2};
      switch (way) {
        case 0 -> memory.getSync(there, 0, sink, 0, size, op);
        case 1 -> memory.get(there, 0, sink, 0, size, done.after(op));
        case 2 -> memory.strided().getRows(there, 0, row, sink, 0, row, row, rows, done.after(op));
        case 3 -> memory.strided().getBlocks(there, places, sink, places, lengths, done.after(op));
        case 4 -> {
          memory.strided().getRows(there, 0, row, sink, 0, row, row, rows, op);
          stage.world.pollUntil(() -> ran == number);
        }
        default -> {
          memory.strided().getBlocks(there, places, sink, places, lengths, op);
          stage.world.pollUntil(() -> ran == number);
        }
      }
      done.await();
    }
  }

  private static ConformanceCase.Part inHandlers(Stage stage) {
    var areas = new GlobalPointer[1];
    var ran = new long[1];
    var finished = new long[1];
    int bytes = 30_000;
    int rounds = 5;
    MemorySegment from = MemorySegment.ofArray(new byte[bytes]).fill((byte) 3);
    Rsr0 behind = stage.rsr0("behind", source -> ran[0]++);
    Rsr0 put =
        stage.rsr0(
            "put",
            source -> {
              Completion done = stage.world.completion();
              GlobalPointer there = areas[0].at(source);
              long at = (long) stage.rank() * bytes;
              stage.world.memory().put(from, 0, there, at, bytes, done.after(behind.op()));
              done.then(() -> finished[0]++);
              assertThrows(
                  IllegalStateException.class,
                  () -> stage.world.memory().putSync(from, 0, there, at, 8, behind.op()));
            });
    return () -> {
      areas[0] = stage.world.heap().mallocAll((long) bytes * stage.size());
      stage.all.barrier();
      for (int round = 1; round <= rounds; round++) {
        for (int target = 0; target < stage.size(); target++) {
          put.send(target);
        }
        long all = (long) round * stage.size();
        stage.world.pollUntil(() -> ran[0] == all && finished[0] == all);
        // The next round writes to the same places, after the handlers of this one.
        stage.all.barrier();
      }
      MemorySegment here = stage.world.heap().segment(areas[0], (long) bytes * stage.size());
      for (long i = 0; i < here.byteSize(); i++) {
        assertEquals(3, here.get(ValueLayout.JAVA_BYTE, i));
      }
      stage.all.barrier();
      stage.world.heap().freeAll(areas[0]);
    };
  }

  private static ConformanceCase.Part misuse(Stage stage) {
    var ran = new long[1];
    Rsr0 behind = stage.rsr0("behind", source -> ran[0]++);
    return () -> {
      Memory memory = stage.world.memory();
      GlobalPointer all = stage.world.heap().mallocAll(64);
      int target = stage.world.next();
      GlobalPointer there = all.at(target);
      memory.put(new long[8], 0, there, 0, 8);
      memory.fence(target);
      MemorySegment ones = MemorySegment.ofArray(new long[8]).fill((byte) 1);
      Completion done = stage.world.completion();
      memory.put(ones, 0, there, 0, 8, done.after(behind.op()));
      assertFalse(done.isDone());
      assertThrows(
          IllegalStateException.class,
          () -> memory.put(ones, 0, there, 8, 8, done.after(behind.op())));
      assertThrows(
          IllegalStateException.class,
          () -> memory.get(there, 8, ones, 0, 8, done.after(behind.op())));
      done.await();
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> memory.put(ones, 0, there, Long.MAX_VALUE / 2, 8, done.after(behind.op())));
      assertTrue(done.isDone(), "a refused put keeps the completion busy");
      TransferOp used = behind.op();
      memory.put(ones, 0, there, 0, 8, used);
      assertThrows(IllegalStateException.class, () -> memory.put(ones, 0, there, 0, 8, used));
      stage.world.quiesce();
      assertEquals(2, ran[0]);
      assertEquals(0, memory.getLongSync(there, 8));
      stage.world.heap().freeAll(all);
    };
  }
}
