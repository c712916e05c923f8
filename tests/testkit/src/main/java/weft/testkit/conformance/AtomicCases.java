// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import weft.Atomics;
import weft.Completion;
import weft.GlobalPointer;
import weft.Memory;
import weft.Rsr1;
import weft.collective.Operator;

/// Cases of atomic operations, and of arguments that one-sided calls refuse.
final class AtomicCases {
  private static final int ADDS = 2_000;
  private static final int EXTREMES = 200;

  private AtomicCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase(
            "fetch-add by all ranks gives every number once", 1, AtomicCases::tickets),
        new ConformanceCase(
            "every atomic operation has its documented result", 1, AtomicCases::operations),
        new ConformanceCase(
            "a list linked by compare-and-swap has all nodes", 1, AtomicCases::list),
        new ConformanceCase("no addition of doubles is lost", 1, AtomicCases::doubles),
        new ConformanceCase(
            "the minimum and the maximum of all ranks' words remain", 1, AtomicCases::extremes),
        new ConformanceCase(
            "wrong ranks, addresses and sizes, and misaligned words, are refused at the caller",
            1,
            AtomicCases::refused),
        new ConformanceCase(
            "one-sided calls that wait are refused in handlers", 1, AtomicCases::inHandler));
  }

  private static GlobalPointer zeroed(Stage stage, long bytes) {
    GlobalPointer all = stage.world.heap().mallocAll(bytes);
    stage.world.heap().segment(all, bytes).fill((byte) 0);
    stage.all.barrier();
    return all;
  }

  private static ConformanceCase.Part tickets(Stage stage) {
    return () -> {
      Atomics atomics = stage.world.memory().atomics();
      GlobalPointer all = zeroed(stage, 64);
      GlobalPointer counter = all.at(stage.size() - 1);
      var mine = new HashSet<Long>();
      long last = -1;
      long sum = 0;
      for (int i = 0; i < ADDS; i++) {
        long ticket = atomics.fetchAddSync(counter, 8, 1);
        assertTrue(ticket > last, "a ticket was lower than the one before");
        last = ticket;
        sum += ticket;
        mine.add(ticket);
      }
      assertEquals(ADDS, mine.size());
      long tickets = (long) ADDS * stage.size();
      assertEquals(tickets * (tickets - 1) / 2, stage.all.allreduce(sum, Operator.SUM));
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part operations(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      Atomics atomics = memory.atomics();
      GlobalPointer all = zeroed(stage, 64);
      GlobalPointer word = all.at(stage.world.next());
      Completion done = stage.world.completion();
      memory.putLong(word, 0, 0b1100);
      memory.fence(word.rank());
      assertEquals(0b1100, atomics.fetchAndSync(word, 0, 0b0110));
      assertEquals(0b0100, atomics.fetchOrSync(word, 0, 0b0001));
      assertEquals(0b0101, atomics.fetchXorSync(word, 0, 0b1111));
      assertEquals(0b1010, atomics.swapSync(word, 0, 7));
      assertEquals(7, atomics.compareAndSwapSync(word, 0, 8, 9));
      atomics.swap(word, 0, 0b1100, done);
      done.await();
      assertEquals(7, done.value());
      atomics.fetchAnd(word, 0, 0b0110, done);
      done.await();
      assertEquals(0b1100, done.value());
      atomics.fetchOr(word, 0, 0b0001, done);
      done.await();
      assertEquals(0b0100, done.value());
      atomics.fetchXor(word, 0, 0b0010, done);
      done.await();
      assertEquals(0b0101, done.value());
      assertEquals(7, atomics.compareAndSwapSync(word, 0, 7, 9));
      atomics.fetchAdd(word, 0, 1, done);
      done.await();
      assertEquals(9, done.value());
      atomics.compareAndSwap(word, 0, 10, -1, done);
      done.await();
      assertEquals(10, done.value());
      atomics.add(word, 0, 5);
      atomics.xor(word, 0, 4);
      memory.fence(word.rank());
      assertEquals(0, memory.getLongSync(word, 0));
      memory.putDouble(word, 8, 1.5);
      memory.fence(word.rank());
      atomics.fetchAdd(word, 8, 0.25, done);
      done.await();
      assertEquals(1.5, done.doubleValue());
      assertEquals(1.75, memory.getDoubleSync(word, 8));
      assertEquals(0, atomics.fetchMinSync(word, 16, -3));
      assertEquals(-3, atomics.fetchMinSync(word, 16, 5));
      assertEquals(-3, atomics.fetchMaxSync(word, 16, -4));
      atomics.fetchMax(word, 16, Long.MAX_VALUE, done);
      done.await();
      assertEquals(-3, done.value());
      atomics.fetchMin(word, 16, Long.MIN_VALUE, done);
      done.await();
      assertEquals(Long.MAX_VALUE, done.value());
      assertEquals(Long.MIN_VALUE, memory.getLongSync(word, 16));
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part list(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      GlobalPointer head = zeroed(stage, 64).at(0);
      int nodes = 50;
      MemorySegment mine = stage.world.heap().allocate(nodes * 16L);
      GlobalPointer first = stage.world.heap().pointerTo(mine);
      for (int i = 0; i < nodes; i++) {
        long node = first.plus(i * 16L).pack();
        long before = memory.getLongSync(head, 0);
        for (; ; ) {
          memory.putLong(first, i * 16L, before);
          memory.putLong(first, i * 16L + 8, stage.rank() * 1000L + i);
          memory.fence(stage.rank());
          long found = memory.atomics().compareAndSwapSync(head, 0, before, node);
          if (found == before) {
            break;
          }
          before = found;
        }
      }
      stage.all.barrier();
      var values = new HashSet<Long>();
      for (long node = memory.getLongSync(head, 0); node != 0; ) {
        GlobalPointer at = GlobalPointer.unpack(node);
        values.add(memory.getLongSync(at, 8));
        node = memory.getLongSync(at, 0);
      }
      assertEquals(nodes * stage.size(), values.size());
      stage.all.barrier();
      stage.world.heap().free(mine);
      stage.world.heap().freeAll(head);
    };
  }

  private static ConformanceCase.Part doubles(Stage stage) {
    return () -> {
      GlobalPointer all = zeroed(stage, 64);
      for (int i = 0; i < ADDS; i++) {
        stage.world.memory().atomics().add(all.at(i % stage.size()), 16, 0.5);
      }
      stage.world.memory().fence();
      stage.all.barrier();
      double sum = stage.world.memory().getDoubleSync(all, 16);
      assertEquals(ADDS * 0.5 * stage.size(), stage.all.allreduce(sum, Operator.SUM));
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part extremes(Stage stage) {
    return () -> {
      Atomics atomics = stage.world.memory().atomics();
      GlobalPointer all = zeroed(stage, 64);
      GlobalPointer word = all.at(0);
      Completion done = stage.world.completion();
      for (int i = 0; i < EXTREMES; i++) {
        long value = (long) (i * 79 % EXTREMES) * stage.size() + stage.rank();
        atomics.fetchMinSync(word, 0, -value);
        atomics.fetchMax(word, 8, value, done);
        done.await();
      }
      stage.all.barrier();
      long most = (long) EXTREMES * stage.size() - 1;
      assertEquals(-most, stage.world.memory().getLongSync(word, 0));
      assertEquals(most, stage.world.memory().getLongSync(word, 8));
      stage.all.barrier();
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part refused(Stage stage) {
    return () -> {
      Memory memory = stage.world.memory();
      GlobalPointer all = zeroed(stage, 64);
      MemorySegment source = MemorySegment.ofArray(new byte[64]);
      List<Class<? extends RuntimeException>> kinds =
          List.of(IndexOutOfBoundsException.class, IllegalArgumentException.class);
      assertThrows(kinds.get(0), () -> memory.put(source, all.at(stage.size())));
      assertThrows(kinds.get(0), () -> memory.put(source, all.plus(1L << 43)));
      assertThrows(kinds.get(0), () -> memory.put(source, 0, all, -all.offset() + 1, 8));
      assertThrows(kinds.get(0), () -> memory.put(source, 0, all, 0, -8));
      assertThrows(kinds.get(0), () -> memory.put(source, 60, all, 0, 8));
      assertThrows(kinds.get(0), () -> memory.get(all, 0, source, 60, 8));
      assertThrows(kinds.get(1), () -> memory.put(source, GlobalPointer.NULL.at(stage.rank())));
      assertThrows(kinds.get(1), () -> memory.putLong(all, 4, 1));
      assertThrows(kinds.get(1), () -> memory.atomics().fetchAddSync(all, 1, 1));
      assertThrows(kinds.get(0), () -> memory.fence(stage.size()));
      assertThrows(kinds.get(0), () -> memory.fence(-1));
      assertThrows(kinds.get(1), () -> new GlobalPointer(-1, 0));
      assertThrows(kinds.get(1), () -> all.plus(1L << 60));
      Completion done = stage.world.completion();
      assertThrows(kinds.get(0), () -> memory.put(source, 60, all, 0, 8, done));
      assertTrue(done.isDone(), "a refused call must leave its completion free");
      for (int i = 0; i < 64; i += 8) {
        assertEquals(0, memory.getLongSync(all, i), "a refused call has moved bytes");
      }
      stage.world.heap().freeAll(all);
    };
  }

  private static ConformanceCase.Part inHandler(Stage stage) {
    var pointers = new GlobalPointer[1];
    var refusals = new int[1];
    Rsr1 attempt =
        stage.rsr1(
            "attempt",
            (source, a) -> {
              Memory memory = stage.world.memory();
              MemorySegment segment = MemorySegment.ofArray(new byte[8]);
              List<Runnable> waits =
                  List.of(
                      () -> memory.putSync(segment, 0, pointers[0], 0, 8),
                      () -> memory.getSync(pointers[0], 0, segment, 0, 8),
                      () -> memory.getLongSync(pointers[0], 0),
                      () -> memory.atomics().fetchAddSync(pointers[0], 0, 1),
                      memory::fence,
                      () -> stage.world.heap().mallocSync(source, 8),
                      () -> stage.world.heap().mallocAll(8));
              for (Runnable wait : waits) {
                assertThrows(IllegalStateException.class, wait::run);
                refusals[0]++;
              }
              memory.putLong(pointers[0], 8L * source, a);
            });
    return () -> {
      pointers[0] = zeroed(stage, 8L * stage.size());
      stage.all.barrier();
      attempt.send(stage.world.next(), 5);
      stage.world.quiesce();
      stage.world.memory().fence(); // The handler's put is complete.
      stage.all.barrier();
      assertEquals(7, refusals[0]);
      assertEquals(5, stage.world.memory().getLongSync(pointers[0], 8L * stage.world.previous()));
      stage.world.heap().freeAll(pointers[0]);
    };
  }
}
