// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import weft.Completion;
import weft.CompletionSet;
import weft.GlobalPointer;
import weft.Heap;
import weft.HeapExhaustedException;
import weft.Rsr1;

/// Cases of allocation in own and other ranks' registered heaps, and of completions.
final class HeapCases {
  private static final long TOO_MUCH = 1L << 43;

  private HeapCases() {}

  static List<ConformanceCase> all() {
    return List.of(
        new ConformanceCase("own memory is zeroed, and found", 1, HeapCases::own),
        new ConformanceCase("mallocAll gives equal offsets", 1, HeapCases::symmetric),
        new ConformanceCase(
            "malloc on every rank from bodies and handlers, and free", 1, HeapCases::remote),
        new ConformanceCase(
            "a full heap is an exception with sizes, and usable after it", 1, HeapCases::exhausted),
        new ConformanceCase(
            "memory that was not allocated cannot be freed", 1, HeapCases::wrongFree),
        new ConformanceCase(
            "completions: busy, reused, with actions, in sets", 1, HeapCases::sets));
  }

  private static ConformanceCase.Part own(Stage stage) {
    return () -> {
      Heap heap = stage.world.heap();
      long used = heap.used();
      for (int round = 0; round < 3; round++) {
        MemorySegment memory = heap.allocate(1000);
        assertEquals(1000, memory.byteSize());
        for (int i = 0; i < 1000; i++) {
          assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, i));
        }
        memory.fill((byte) 7);
        GlobalPointer pointer = heap.pointerTo(memory.asSlice(8));
        assertEquals(stage.rank(), pointer.rank());
        assertEquals(heap.pointerTo(memory).plus(8), pointer);
        assertEquals(pointer, GlobalPointer.unpack(pointer.pack()));
        assertEquals(7, heap.segment(pointer, 1).get(ValueLayout.JAVA_BYTE, 0));
        heap.free(memory);
      }
      assertEquals(used, heap.used());
      assertThrows(
          IllegalArgumentException.class, () -> heap.pointerTo(Arena.global().allocate(8)));
      assertThrows(
          IllegalArgumentException.class, () -> heap.pointerTo(MemorySegment.ofArray(new byte[8])));
      assertThrows(IllegalArgumentException.class, () -> heap.allocate(-1));
    };
  }

  private static ConformanceCase.Part symmetric(Stage stage) {
    return () -> {
      Heap heap = stage.world.heap();
      var pointers = new ArrayList<GlobalPointer>();
      for (int i = 0; i < 20; i++) {
        GlobalPointer pointer = heap.mallocAll(i * 37L);
        assertEquals(stage.rank(), pointer.rank());
        assertEquals(pointer.offset(), stage.all.broadcast(0, pointer.offset()));
        pointers.add(pointer);
      }
      for (GlobalPointer pointer : pointers) {
        heap.freeAll(pointer);
      }
      assertThrows(HeapExhaustedException.class, () -> heap.mallocAll(TOO_MUCH));
      heap.freeAll(heap.mallocAll(100));
    };
  }

  private static ConformanceCase.Part remote(Stage stage) {
    var made = new ArrayList<Completion>();
    Rsr1 make =
        stage.rsr1(
            "make",
            (source, bytes) -> {
              Completion done = stage.world.completion();
              stage.world.heap().malloc(source, bytes, done);
              made.add(done);
            });
    return () -> {
      Heap heap = stage.world.heap();
      var mine = new ArrayList<GlobalPointer>();
      for (int rank = 0; rank < stage.size(); rank++) {
        for (int i = 1; i <= 10; i++) {
          GlobalPointer pointer = heap.mallocSync(rank, i * 8L);
          assertEquals(rank, pointer.rank());
          stage.world.memory().putLong(pointer, (i - 1) * 8L, stage.rank() * 100L + i);
          mine.add(pointer);
        }
        make.send(rank, 64);
      }
      stage.world.memory().fence();
      stage.all.barrier();
      for (int i = 0; i < mine.size(); i++) {
        int number = i % 10 + 1;
        assertEquals(
            stage.rank() * 100L + number,
            stage.world.memory().getLongSync(mine.get(i), (number - 1) * 8L));
        heap.free(mine.get(i));
      }
      stage.world.quiesce();
      assertEquals(stage.size(), made.size());
      for (Completion done : made) {
        assertTrue(done.isDone());
        heap.free(done.pointer());
      }
    };
  }

  private static ConformanceCase.Part exhausted(Stage stage) {
    return () -> {
      Heap heap = stage.world.heap();
      HeapExhaustedException here =
          assertThrows(HeapExhaustedException.class, () -> heap.allocate(TOO_MUCH));
      assertTrue(here.toString().contains(Long.toString(TOO_MUCH)), here.getMessage());
      for (int rank = 0; rank < stage.size(); rank++) {
        int there = rank;
        HeapExhaustedException far =
            assertThrows(HeapExhaustedException.class, () -> heap.mallocSync(there, TOO_MUCH));
        assertTrue(far.toString().contains("rank " + rank + " has no room"), far.getMessage());
        Completion done = stage.world.completion();
        heap.malloc(rank, TOO_MUCH, done);
        stage.world.pollUntil(done::isDone);
        assertInstanceOf(HeapExhaustedException.class, done.failure());
        assertThrows(HeapExhaustedException.class, done::pointer);
        heap.free(heap.mallocSync(rank, 1000));
      }
    };
  }

  private static ConformanceCase.Part wrongFree(Stage stage) {
    return () -> {
      Heap heap = stage.world.heap();
      GlobalPointer pointer = heap.pointerTo(heap.allocate(128));
      assertThrows(IllegalArgumentException.class, () -> heap.free(pointer.plus(16)));
      heap.free(pointer);
      assertThrows(IllegalArgumentException.class, () -> heap.free(pointer));
      assertThrows(
          IllegalArgumentException.class, () -> heap.free(GlobalPointer.NULL.at(stage.rank())));
      GlobalPointer all = heap.mallocAll(64);
      assertThrows(IllegalArgumentException.class, () -> heap.free(all));
      heap.freeAll(all);
    };
  }

  private static ConformanceCase.Part sets(Stage stage) {
    return () -> {
      Heap heap = stage.world.heap();
      var ran = new int[1];
      Completion[] completions = new Completion[30];
      CompletionSet set = stage.world.completionSet();
      assertThrows(IllegalStateException.class, set::awaitAny);
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < completions.length; i++) {
          if (completions[i] == null) {
            completions[i] = stage.world.completion();
            assertTrue(completions[i].isDone());
          }
          heap.malloc(i % stage.size(), 32, completions[i]);
          completions[i].then(() -> ran[0]++);
          set.add(completions[i]);
        }
        Completion busy = completions[completions.length - 1];
        if (!busy.isDone()) {
          assertThrows(IllegalStateException.class, () -> heap.malloc(0, 32, busy));
          assertThrows(IllegalStateException.class, busy::pointer);
        }
        for (int i = 0; i < 10; i++) {
          Completion any = set.awaitAny();
          assertTrue(any.isDone());
        }
        assertEquals(completions.length - 10, set.size());
        set.awaitAll();
        assertEquals(0, set.size());
        for (Completion completion : completions) {
          GlobalPointer pointer = completion.pointer();
          assertNotEquals(0, pointer.offset());
          heap.free(pointer);
        }
        stage.world.quiesce();
        assertEquals((round + 1) * completions.length, ran[0]);
      }
      Completion done = completions[0];
      done.then(() -> ran[0] = -1);
      assertNotEquals(-1, ran[0]);
      stage.world.poll();
      assertEquals(-1, ran[0]);
      assertFalse(done.toString().isEmpty());
    };
  }
}
