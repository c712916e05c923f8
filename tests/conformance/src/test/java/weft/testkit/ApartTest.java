// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import weft.Body;
import weft.Completion;
import weft.GlobalPointer;
import weft.Job;
import weft.JobFailedException;
import weft.Memory;
import weft.Rsr0;
import weft.Rsr1;
import weft.Weft;
import weft.WeftConfig;
import weft.WeftException;
import weft.World;

/// One-sided memory of ranks that do not reach each other's heaps: what it needs besides, and what
/// it promises about sources, handlers and the end of a job.
class ApartTest {
  private static final int LARGE = 24 << 20;

  /// Long transfers go in pieces that nobody puts together.
  @WeftTest(
      ranks = {},
      apart = 2)
  void aLongTransferTakesNoMemoryBesides(World world) {
    GlobalPointer all = world.heap().mallocAll(LARGE);
    var came = new boolean[1];
    Rsr0 ask =
        world.rsr0(
            "ask",
            source -> {
              // A handler begins it; nobody waits.
              Completion done = world.completion();
              world
                  .memory()
                  .get(all.at(source), 0, world.heap().segment(all, LARGE), 0, LARGE, done);
              done.then(() -> came[0] = true);
            });
    world.start();
    var words = new long[LARGE / 8];
    if (world.rank() == 0) {
      Arrays.setAll(words, i -> 3L * i);
      world.memory().put(words, 0, all.at(1), 0, words.length);
      world.memory().fence(1);
      Arrays.fill(words, 0);
      world.memory().get(all.at(1), 0, words, 0, words.length);
      world.memory().fence(1);
      for (int i = 0; i < words.length; i++) {
        assertThat(words[i]).isEqualTo(3L * i);
      }
      ask.send(0); // rank 0 gets from itself
    } else {
      ask.send(0);
    }
    world.quiesce();
    assertThat(came[0]).isEqualTo(world.rank() == 0);
    // A request or two that found no room, at most.
    assertThat(world.counters().budgetPeak()).isLessThan(1 << 16);
  }

  @WeftTest(
      ranks = {},
      ring = 4096,
      apart = {2, 3})
  void theSourceIsFreeBeforeThePutIsDone(World world) {
    Memory memory = world.memory();
    GlobalPointer all = world.heap().mallocAll(4096);
    var met = new boolean[1];
    Rsr0 meet = world.rsr0("meet", source -> met[0] = true);
    world.start();
    if (world.rank() == 0) {
      // Rank 1 is in no call of Weft's until it has read this file, so to say: it polls for "meet".
      MemorySegment source = MemorySegment.ofArray(new long[] {1, 2, 3, 4});
      Completion done = world.completion();
      memory.put(source, 0, all.at(1), 0, 32, done);
      assertThat(done.isSourceDone()).isTrue();
      assertThat(done.isDone()).isFalse(); // nothing has been polled since
      source.fill((byte) 9);
      meet.send(1);
      done.await();
      assertThat(memory.getLongSync(all.at(1), 24)).isEqualTo(4);
    } else if (world.rank() == 1) {
      world.pollUntil(() -> met[0]);
      MemorySegment mine = world.heap().segment(all, 32);
      assertThat(mine.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(1);
    }
    world.quiesce();
  }

  /// Whether rank 1 has left Weft, and whether it has come back: ranks are threads here.
  private static final AtomicBoolean AWAY = new AtomicBoolean();

  private static final AtomicBoolean BACK = new AtomicBoolean();

  /// A fence returns when the target has carried out what came before it, and no sooner.
  @WeftTest(
      ranks = {},
      apart = 2)
  void aFenceWaitsForTheTarget(World world) throws InterruptedException {
    GlobalPointer there = world.heap().mallocAll(64).at(1);
    Memory memory = world.memory();
    world.start();
    for (int call = 0; call < 4; call++) {
      AWAY.set(false);
      BACK.set(false);
      world.quiesce();
      if (world.rank() == 1) {
        AWAY.set(true);
        Thread.sleep(20);
        BACK.set(true);
      } else {
        while (!AWAY.get()) {
          Thread.sleep(1);
        }
        switch (call) {
          case 0 -> memory.put(new long[] {5}, 0, there, 0, 1);
          case 1 -> memory.putLong(there, 8, 5);
          case 2 -> memory.atomics().add(there, 16, 5);
          default -> memory.get(there, 0, new long[1], 0, 1);
        }
        if (call % 2 == 0) {
          memory.fence(1);
        } else {
          memory.fence();
        }
        assertThat(BACK.get()).as("call %d", call).isTrue();
      }
      world.quiesce();
    }
  }

  /// Before [World#start], as where memory is shared.
  @WeftTest(
      ranks = {},
      apart = 3)
  void beforeTheStart(World world) {
    GlobalPointer all = world.heap().mallocAll(64);
    world.heap().segment(all, 64).fill((byte) 0);
    GlobalPointer agreed = world.heap().mallocAll(64); // all have cleared theirs
    world.memory().putLong(all.at(world.next()), 8, world.rank());
    world.memory().put(new long[] {7}, 0, all.at(world.next()), 16, 1);
    assertThat(world.memory().atomics().fetchAddSync(all.at(world.next()), 24, 1)).isZero();
    world.memory().fence();
    world.start();
    MemorySegment mine = world.heap().segment(all, 64);
    assertThat(mine.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(world.previous());
    assertThat(mine.get(ValueLayout.JAVA_LONG, 16)).isEqualTo(7);
    world.heap().freeAll(agreed);
  }

  /// More gets than are asked of one target at a time.
  @WeftTest(
      ranks = {},
      ring = 4096,
      apart = 3)
  void manyGetsAtOnceFromBodyAndHandler(World world) {
    int count = 2_000;
    GlobalPointer all = world.heap().mallocAll(8L * count);
    var found = new long[2][count];
    Rsr1 go =
        world.rsr1(
            "go",
            (source, target) -> {
              for (int i = 0; i < count; i++) {
                world.memory().get(all.at((int) target), 8L * i, found[1], i, 1);
              }
            });
    world.start();
    for (int i = 0; i < count; i++) {
      world.memory().putLong(all, 8L * i, 100L * world.rank() + i);
    }
    world.quiesce();
    go.send(world.rank(), world.next());
    for (int i = 0; i < count; i++) {
      world.memory().get(all.at(world.next()), 8L * i, found[0], i, 1);
    }
    world.quiesce();
    for (long[] row : found) {
      for (int i = 0; i < count; i++) {
        assertThat(row[i]).isEqualTo(100L * world.next() + i);
      }
    }
  }

  /// The counters are about requests: it makes no difference whether memory is shared.
  @WeftTest(ranks = 2, apart = 2)
  void oneSidedMemoryIsNotCountedAmongRequests(World world) {
    GlobalPointer all = world.heap().mallocAll(4096);
    world.start();
    world.memory().put(new long[100], 0, all.at(world.next()), 0, 100);
    world.memory().atomics().add(all.at(world.next()), 800, 1);
    world.memory().getLongSync(all.at(world.next()), 0);
    world.quiesce();
    assertThat(world.counters().sent()).isZero();
    assertThat(world.counters().received()).isZero();
    assertThat(world.counters().sentBytes()).isZero();
    assertThat(world.counters().receivedBytes()).isZero();
  }

  /// A body that returns at once: what it began is carried out, since the end of a job is
  /// collective.
  @WeftTest(
      ranks = {},
      apart = 3)
  void theEndWaitsForWhatIsUnderWay(World world) {
    GlobalPointer all = world.heap().mallocAll(1 << 20);
    world.start();
    world.memory().put(new long[1 << 17], 0, all.at(world.next()), 0, 1 << 17);
    world.memory().get(all.at(world.previous()), 0, new long[1 << 17], 0, 1 << 17);
    world.memory().atomics().add(all.at(world.next()), 0, 1);
  }

  @Test
  void aClosedDestinationEndsTheJobWithASentence() {
    assertThatThrownBy(() ->
            apart(
                2,
                world -> {
                  GlobalPointer all = world.heap().mallocAll(64);
                  world.start();
                  if (world.rank() == 0) {
                    try (Arena arena = Arena.ofConfined()) {
                      world.memory().get(all.at(1), arena.allocate(64));
                    }
                  }
                  world.quiesce();
                }))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("could not finish its Memory.get")
        .hasMessageContaining("keep local memory open");
  }

  @Test
  void aHandlerThatPutsMoreThanTheBudgetEndsTheJob() {
    WeftConfig config = WeftConfig.ofRanks(2).withApart().withBudget(1 << 20);
    assertThatThrownBy(() ->
            run(
                config,
                world -> {
                  GlobalPointer all = world.heap().mallocAll(8 << 20);
                  Rsr0 flood =
                      world.rsr0(
                          "flood",
                          source ->
                              world.memory().put(new byte[8 << 20], 0, all.at(1), 0, 8 << 20));
                  world.start();
                  flood.send(0);
                  world.pollUntil(() -> false);
                }))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("\"flood\"")
        .hasMessageContaining("has sent \"Memory.put\" to rank 1 faster than that rank takes it");
  }

  @Test
  void apartAndCheckedExcludeEachOther() {
    WeftConfig config = WeftConfig.ofRanks(2).withApart();
    assertThatThrownBy(() -> config.withCheck(1))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("--apart")
        .hasMessageContaining("--check");
  }

  private static void apart(int ranks, Body body) {
    run(WeftConfig.ofRanks(ranks).withApart(), body);
  }

  private static void run(WeftConfig config, Body body) {
    try (Job job = Weft.open(config)) {
      job.run(body);
    }
  }
}
