// SPDX-License-Identifier: Apache-2.0
package weft.testkit.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import weft.Completion;
import weft.CompletionSet;
import weft.Frame;
import weft.GlobalPointer;
import weft.Memory;
import weft.Rsr1;
import weft.Rsr2;
import weft.RsrN;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.testkit.Sampled;
import weft.testkit.WeftTest;

/// Programs that order their accesses run in debug mode as they do without, whatever the order in
/// which their accesses are carried out.
@Sampled
final class OrderedTest {
  private static final int ROUNDS = 12;
  private static final int WORDS = 60;

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      heap = 8 << 20,
      check = true)
  void fencesOrderPutsAndGets(World world, Random random) {
    Group all = Group.world(world);
    world.start();
    Memory memory = world.memory();
    int me = world.rank();
    int size = world.size();
    // A part for each writer, so that writers do not meet.
    GlobalPointer parts = world.heap().mallocAll(8L * WORDS * size);
    for (int round = 1; round <= ROUNDS; round++) {
      for (int rank = 0; rank < size; rank++) {
        for (int word = 0; word < WORDS; ) {
          int count = Math.min(1 + random.nextInt(9), WORDS - word);
          var values = new long[count];
          for (int i = 0; i < count; i++) {
            values[i] = value(round, me, rank, word + i);
          }
          memory.put(values, 0, parts.at(rank), 8L * (me * WORDS + word), count);
          values[0] = -1; // The array is the caller's again.
          word += count;
        }
      }
      memory.fence();
      all.barrier();
      int rank = random.nextInt(size);
      var found = new long[WORDS * size];
      memory.get(parts.at(rank), 0, found, 0, found.length);
      memory.fence(rank);
      for (int i = 0; i < found.length; i++) {
        assertEquals(value(round, i / WORDS, rank, i % WORDS), found[i]);
      }
      all.barrier();
    }
    world.heap().freeAll(parts);
  }

  private static long value(int round, int writer, int rank, int word) {
    return ((round * 100L + writer) * 100 + rank) * 1000 + word;
  }

  @WeftTest(
      ranks = {2, 3},
      transport = {"threads", "shm"},
      heap = 8 << 20,
      check = true)
  void completionsOrderToo(World world) {
    var told = new long[1];
    Rsr1 tell = world.rsr1("tell", (source, round) -> told[0]++);
    Group all = Group.world(world);
    world.start();
    Memory memory = world.memory();
    MemorySegment mine = world.heap().allocate(8L * world.size());
    long[] places = places(world, all, mine);
    Completion[] done = new Completion[world.size()];
    for (int rank = 0; rank < done.length; rank++) {
      done[rank] = world.completion();
    }
    MemorySegment source = world.heap().allocate(8);
    for (long round = 1; round <= ROUNDS; round++) {
      source.set(ValueLayout.JAVA_LONG, 0, round);
      CompletionSet set = world.completionSet();
      for (int rank = 0; rank < done.length; rank++) {
        memory.put(source, 0, GlobalPointer.unpack(places[rank]), 8L * world.rank(), 8, done[rank]);
        set.add(done[rank]);
      }
      set.awaitAll();
      for (int rank = 0; rank < done.length; rank++) {
        tell.send(rank, round);
      }
      long expected = round * world.size();
      world.pollUntil(() -> told[0] >= expected);
      for (int rank = 0; rank < done.length; rank++) {
        assertEquals(round, mine.get(ValueLayout.JAVA_LONG, 8L * rank));
      }
      all.barrier();
    }
  }

  private static long[] places(World world, Group all, MemorySegment mine) {
    var places = new long[world.size()];
    for (int rank = 0; rank < places.length; rank++) {
      places[rank] = all.broadcast(rank, world.heap().pointerTo(mine).pack());
    }
    return places;
  }

  /// Two ranks put into the same place in turn; the op of each put says that the turn is over.
  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      heap = 8 << 20,
      check = true)
  void opsOrderTheirPutsAndGets(World world) {
    var turn = new long[] {0};
    var got = new long[1];
    Rsr2 yours = world.rsr2("yours", (source, a, b) -> turn[0] = a);
    Rsr1 here = world.rsr1("here", (source, a) -> got[0] = a);
    world.start();
    GlobalPointer ball = world.heap().mallocAll(64);
    MemorySegment view = world.heap().segment(ball, 64);
    GlobalPointer other = ball.at(1 - world.rank());
    MemorySegment copy = MemorySegment.ofArray(new long[8]);
    for (long round = 1L + world.rank(); round <= 2 * ROUNDS; round += 2) {
      long expected = round - 1;
      world.pollUntil(() -> turn[0] == expected);
      if (expected > 0) {
        assertEquals(expected, view.get(ValueLayout.JAVA_LONG, 56));
        world.memory().get(other, 0, copy, 0, 64, here.op(round));
        long current = round;
        world.pollUntil(() -> got[0] == current);
        assertEquals(Math.max(0, expected - 1), copy.get(ValueLayout.JAVA_LONG, 56));
      } else {
        view.fill((byte) 0);
      }
      MemorySegment source = MemorySegment.ofArray(new long[] {0, 0, 0, 0, 0, 0, 0, round});
      world.memory().put(source, 0, other, 0, 64, yours.op(round, 0));
    }
    world.quiesce();
  }

  @WeftTest(
      ranks = {1, 2, 5},
      transport = {"threads", "shm"},
      heap = 8 << 20,
      check = true)
  void atomicsCountExactly(World world) {
    Group all = Group.world(world);
    world.start();
    GlobalPointer counters = world.heap().mallocAll(64);
    world.heap().segment(counters, 64).fill((byte) 0);
    all.barrier();
    GlobalPointer first = counters.at(0);
    var done = new ArrayList<Completion>();
    long sum = 0;
    for (int i = 0; i < 100; i++) {
      Completion each = world.completion();
      world.memory().atomics().fetchAdd(first, 0, 1L, each);
      world.memory().atomics().add(first, 8, 1L);
      world.memory().atomics().add(first, 16, 0.5);
      done.add(each);
    }
    for (Completion each : done) {
      each.await();
      sum += each.value();
    }
    world.memory().fence();
    all.barrier();
    long count = 100L * world.size();
    // Each value from 0 on is what one of them found.
    assertEquals(count * (count - 1) / 2, all.allreduce(sum, Operator.SUM));
    assertEquals(count, world.memory().getLongSync(first, 0));
    assertEquals(count, world.memory().getLongSync(first, 8));
    assertEquals(0.5 * count, world.memory().getDoubleSync(first, 16));
  }

  /// Ranks write the columns of one matrix, row by row between each other.
  @WeftTest(
      ranks = 3,
      transport = {"threads", "shm"},
      heap = 8 << 20,
      check = true)
  void rowsBetweenEachOtherDoNotMeet(World world) {
    Group all = Group.world(world);
    world.start();
    int rows = 40;
    GlobalPointer matrix = world.heap().mallocAll(8L * rows * world.size()).at(0);
    Completion done = world.completion();
    var column = new long[rows];
    for (int row = 0; row < rows; row++) {
      column[row] = 1000L * world.rank() + row;
    }
    var ran = new int[1];
    done.then(() -> ran[0]++);
    world
        .memory()
        .strided()
        .putRows(
            MemorySegment.ofArray(column),
            0,
            8,
            matrix,
            8L * world.rank(),
            8L * world.size(),
            8,
            rows,
            done);
    world.quiesce();
    assertEquals(1, ran[0]);
    assertTrue(done.isDone());
    all.barrier();
    var found = new long[rows];
    world
        .memory()
        .strided()
        .getRows(
            matrix,
            8L * world.previous(),
            8L * world.size(),
            MemorySegment.ofArray(found),
            0,
            8,
            8,
            rows);
    world.memory().fence(0);
    for (int row = 0; row < rows; row++) {
      column[row] = 1000L * world.previous() + row;
    }
    assertArrayEquals(column, found);
  }

  /// Memory of other ranks is allocated, used, and freed, again and again, with stale blocks kept
  /// back as long as there is room.
  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      heap = 1 << 20,
      check = true)
  void blocksAreUsedAgainOneDay(World world, Random random) {
    world.start();
    for (int round = 0; round < 100; round++) {
      int words = 1 + random.nextInt(5_000);
      GlobalPointer block = world.heap().mallocSync(world.next(), 8L * words);
      var values = new long[] {round, ~round};
      world.memory().put(values, 0, block, 8L * words - 8, 1);
      world.memory().fence(block.rank());
      assertEquals(round, world.memory().getLongSync(block, 8L * words - 8));
      world.heap().free(block);
    }
    world.quiesce();
    assertEquals(0, world.heap().used());
  }

  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      heap = 1 << 20,
      check = true)
  void aPayloadIsGoneAfterItsHandler(World world) {
    var kept = new @Nullable Frame[1];
    var large = new long[1];
    RsrN keep =
        world.rsrN(
            "keep",
            (source, payload) -> {
              kept[0] = payload;
              large[0] += payload.getLong(payload.size() - 8);
            });
    world.start();
    keep.send(world.next(), new long[] {1, 2, 3});
    var values = new long[100_000];
    values[values.length - 1] = 4;
    keep.send(world.next(), values);
    world.quiesce();
    assertEquals(7, large[0]);
    Frame frame = kept[0];
    assertNotNull(frame);
    assertThrows(IllegalStateException.class, () -> frame.getLong(0));
  }
}
