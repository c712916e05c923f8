// SPDX-License-Identifier: Apache-2.0
package weft.testkit.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import weft.Completion;
import weft.GlobalPointer;
import weft.Rsr0;
import weft.World;
import weft.collective.Group;
import weft.testkit.WeftTest;

/// In debug mode one-sided traffic is late, and out of order.
final class DelayTest {
  private static final int COUNT = 100;

  @WeftTest(
      ranks = {1, 2},
      transport = {"threads", "shm"},
      heap = 1 << 20,
      check = true)
  void putsAreNotThereBeforeTheFence(World world) {
    world.start();
    MemorySegment mine = world.heap().allocate(8L * COUNT);
    GlobalPointer place = world.heap().pointerTo(mine);
    for (int i = 0; i < COUNT; i++) {
      world.memory().putLong(place, 8L * i, i + 1);
    }
    assertEquals(0, arrived(mine), "puts that are there at once");
    world.poll();
    world.poll();
    long soon = arrived(mine);
    assertTrue(soon > 0 && soon < COUNT, () -> soon + " are there after two polls");
    world.memory().fence();
    assertEquals(COUNT, arrived(mine));
  }

  private static long arrived(MemorySegment words) {
    return words.elements(ValueLayout.JAVA_LONG).filter(DelayTest::isSet).count();
  }

  private static boolean isSet(MemorySegment word) {
    return word.get(ValueLayout.JAVA_LONG, 0) != 0;
  }

  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      heap = 1 << 20,
      check = true)
  void atomicsAreCarriedOutInAnotherOrder(World world) {
    world.start();
    GlobalPointer word = world.heap().mallocAll(8).at(world.next());
    world.memory().putLong(word, 0, 0);
    world.memory().fence();
    var numbers = new ArrayList<Completion>();
    for (int i = 0; i < COUNT; i++) {
      Completion done = world.completion();
      world.memory().atomics().fetchAdd(word, 0, 1L, done);
      numbers.add(done);
    }
    numbers.forEach(Completion::await);
    List<Long> order = numbers.stream().map(Completion::value).toList();
    List<Long> sorted = LongStream.range(0, COUNT).boxed().toList();
    assertEquals(sorted, order.stream().sorted().toList());
    assertNotEquals(sorted, order);
  }

  /// A request may overtake a put that was asked for before it.
  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm"},
      heap = 1 << 20,
      check = true)
  void requestsOvertakePuts(World world) throws Exception {
    int rounds = 20;
    var early = new int[2];
    MemorySegment mine = world.heap().allocate(8);
    Rsr0 tell =
        world.rsr0(
            "tell",
            source -> {
              early[0]++;
              early[1] += mine.get(ValueLayout.JAVA_LONG, 0) < early[0] ? 1 : 0;
            });
    Group all = Group.world(world);
    world.start();
    GlobalPointer place = world.heap().pointerTo(mine);
    var places = new long[2];
    for (int rank = 0; rank < 2; rank++) {
      places[rank] = all.broadcast(rank, place.pack());
    }
    if (world.rank() == 0) {
      GlobalPointer theirs = GlobalPointer.unpack(places[1]);
      for (int i = 1; i <= rounds; i++) {
        world.memory().putLong(theirs, 0, i);
        tell.send(1);
        Thread.sleep(10); // Enough for the request to arrive at least once in 20 times.
        world.memory().fence();
      }
    }
    world.quiesce();
    if (world.rank() == 1) {
      assertEquals(rounds, early[0]);
      assertTrue(early[1] > 0, "requests that were faster than the put before them");
    }
  }
}
