// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.mobile.balance.Balance;
import weft.testkit.WeftTest;

/// What moves by itself stops when the program says so, and at the end of the job.
final class EndTest {
  private static final int ELEMENTS = 100;
  private static final int JOBS = 20;

  private static final int MAIL = 1500;
  private static final long PAUSE_NANOS = 1_500_000;

  private static MobileRsr0<byte[]> touch(MobileType<byte[]> type) {
    return type.rsr0("touch", (self, cell) -> cell[0]++);
  }

  private static MobileArray<byte[]> cells(MobileType<byte[]> type) {
    return type.array("cells", ELEMENTS, i -> new byte[1 + (int) (i * 37 % 3000)]);
  }

  /// Balancing still moves objects when the bodies return: the rings are so small that a message to
  /// a rank that takes none any more would keep its sender waiting.
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void jobsEndWhileObjectsMoveByThemselves() {
    String said =
        saidOnErr(() -> {
          for (int i = 0; i < JOBS; i++) {
            try (Job job = Weft.open(WeftConfig.ofRanks(2 + i % 6).withRingBytes(4096))) {
              job.run(EndTest::balanceToTheEnd);
            }
          }
        });
    // The program has called quiesce, and sent nothing after it.
    assertThat(said).doesNotContain("in flight");
  }

  private static String saidOnErr(Runnable action) {
    PrintStream before = System.err;
    var said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  /// Who alone calls asks the others in vain.
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void aRankThatGivesNothingSaysSo() {
    for (int thieves = 1; thieves <= 2; thieves++) {
      int first = 2 - thieves;
      String said =
          saidOnErr(() -> {
            try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
              job.run(world -> stealFrom(world, first));
            }
          });
      assertThat(said)
          .isEqualTo(
              first == 0
                  ? ""
                  : "weft: Rank 1 has asked rank 0 for objects, which gives none: rank 0 has never"
                      + " called MobileObjects.stealWhenIdle. Call it on every rank.\n");
    }
  }

  private static void stealFrom(World world, int first) {
    var objects = MobileObjects.of(world);
    MobileType<byte[]> type = objects.type("cell", Codecs.of(byte[].class));
    MobileRsr0<byte[]> touch = touch(type);
    if (world.rank() >= first) {
      objects.stealWhenIdle(Balance.stealing());
    }
    world.start();
    if (world.rank() == 0) {
      for (int i = 0; i < 100; i++) {
        touch.send(type.create(new byte[10]));
      }
    }
    world.quiesce();
  }

  private static void balanceToTheEnd(World world) {
    var objects = MobileObjects.of(world);
    MobileType<byte[]> type = objects.type("cell", Codecs.of(byte[].class));
    MobileArray<byte[]> cells = cells(type);
    MobileRsr0<byte[]> touch = touch(type);
    objects.balanceEvery(1, Balance.rotate());
    world.start();
    for (int i = 0; i < 10; i++) {
      if (world.rank() == 0) {
        touch.broadcast(cells);
      }
      world.quiesce();
    }
  }

  /// Each message moves the object with the mail that waits for it. That is no endless exchange: it
  /// has more moves than an endless one needs, and lasts as long.
  @Test
  @ResourceLock(Resources.SYSTEM_ERR)
  void muchMailOfOneObjectThatMovesIsHandled() {
    var handled = new AtomicLong();
    try (Job job = Weft.open(WeftConfig.ofRanks(3))) {
      job.run(world -> {
        var objects = MobileObjects.of(world);
        MobileType<byte[]> type = objects.type("cell", Codecs.of(byte[].class));
        MobileArray<byte[]> one = type.array("one", 1, i -> new byte[1]);
        MobileRsr0<byte[]> touch =
            type.rsr0(
                "touch",
                (self, cell) -> {
                  handled.incrementAndGet();
                  LockSupport.parkNanos(PAUSE_NANOS);
                  self.migrate((self.rank() + 1) % world.size());
                });
        world.start();
        for (int i = 0; world.rank() == 0 && i < MAIL; i++) {
          touch.send(one.at(0));
        }
      });
    }
    assertThat(handled).hasValue(MAIL);
  }

  /// All broadcasts are under way when the first one ends the elements that it reaches.
  @WeftTest(ranks = {1, 3})
  void aBroadcastLeavesOutElementsThatEnd(World world) {
    var objects = MobileObjects.of(world);
    MobileType<byte[]> type = objects.type("cell", Codecs.of(byte[].class));
    MobileArray<byte[]> cells = cells(type);
    var handled = new long[1];
    MobileRsr0<byte[]> end =
        type.rsr0(
            "end",
            (self, cell) -> {
              handled[0]++;
              if (self.index() % 2 == 0) {
                self.destroy();
              } else if (self.index() % 3 == 0) {
                self.migrate((self.rank() + 1) % world.size());
              }
            });
    Group all = Group.world(world);
    world.start();
    if (world.rank() == 0) {
      for (int i = 0; i < 5; i++) {
        end.broadcast(cells);
      }
    }
    world.quiesce();
    assertThat(all.allreduce(handled[0], Operator.SUM)).isEqualTo(ELEMENTS / 2 * (1 + 5));
    assertThat(all.allreduce((long) objects.count(), Operator.SUM)).isEqualTo(ELEMENTS / 2);
  }

  /// A plan that was made before may arrive later: it moves nothing.
  @WeftTest(ranks = {4})
  void objectsStayWhenBalancingHasEnded(World world) throws InterruptedException {
    var objects = MobileObjects.of(world);
    MobileType<byte[]> type = objects.type("cell", Codecs.of(byte[].class));
    MobileArray<byte[]> cells = cells(type);
    MobileRsr0<byte[]> touch = touch(type);
    Group all = Group.world(world);
    world.start();
    for (int i = 0; i < 30; i++) {
      objects.balanceEvery(1, Balance.rotate());
      all.barrier();
      for (int j = 0; j < 3; j++) {
        touch.broadcast(cells);
      }
      world.quiesce();
      objects.balanceEvery(0, null);
      all.barrier(); // as its documentation says: ended on every rank, then quiescence
      world.quiesce();
      long moved = objects.counters().left();
      all.barrier();
      Thread.sleep(1);
      all.barrier();
      assertThat(objects.counters().left()).as("moves, turn %d", i).isEqualTo(moved);
    }
  }
}
