// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import weft.Job;
import weft.JobFailedException;
import weft.Rsr1;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;

/// Several jobs of threads in one JVM, and a thread that cannot be ended.
final class WorldsTest {
  @Test
  @PatientTimeout(60)
  void jobsThatRunAtOnceDoNotMeet() {
    var runs = new ArrayList<CompletableFuture<Void>>();
    for (int job = 0; job < 4; job++) {
      int mine = job;
      runs.add(CompletableFuture.runAsync(() -> runOne(mine), task -> new Thread(task).start()));
    }
    runs.forEach(CompletableFuture::join);
  }

  private static void runOne(int mine) {
    try (Job job = Weft.open(WeftConfig.ofRanks(3))) {
      for (int repetition = 0; repetition < 5; repetition++) {
        job.run(world -> exchange(world, mine));
      }
    }
  }

  private static void exchange(World world, int mine) {
    var heard = new long[1];
    Group all = Group.world(world);
    Rsr1 tell =
        world.rsr1(
            "tell",
            (source, job) -> {
              assertThat(job).isEqualTo(mine);
              heard[0]++;
            });
    world.start();
    for (int i = 0; i < 100; i++) {
      tell.send(i % world.size(), mine);
    }
    world.quiesce();
    assertThat(all.allreduce(heard[0], Operator.SUM)).isEqualTo(300);
  }

  @Test
  @PatientTimeout(60)
  void aRankThatComputesAndNeverCallsIsAbandoned() throws Exception {
    var goOn = new AtomicBoolean(true);
    var abandoned = new CompletableFuture<Throwable>();
    var rank = new CompletableFuture<Thread>();
    // Without a watch for standstills too: nothing else wakes the thread that runs the job.
    WeftConfig config = WeftConfig.ofRanks(2).withStall(java.time.Duration.ZERO);
    try (Job job = Weft.open(config)) {
      assertThatThrownBy(() -> job.run(world -> compute(world, goOn, rank, abandoned)))
          .isInstanceOf(JobFailedException.class)
          .hasMessageContaining("rank 1")
          .hasMessageContaining("on purpose")
          .hasCauseInstanceOf(ArithmeticException.class);
    }
    assertThat(rank.join().isAlive()).isTrue();
    assertThat(rank.join().isDaemon()).isTrue();
    assertThat(rank.join().getName()).isEqualTo("weft-rank-0");
    goOn.set(false);
    assertThat(abandoned.join())
        .as("its next call")
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("on purpose");
    rank.join().join();
  }

  private static void compute(
      World world,
      AtomicBoolean goOn,
      CompletableFuture<Thread> rank,
      CompletableFuture<Throwable> abandoned) {
    world.start();
    world.quiesce();
    if (world.rank() == 1) {
      throw new ArithmeticException("on purpose");
    }
    rank.complete(Thread.currentThread());
    while (goOn.get()) {
      Thread.onSpinWait();
    }
    try {
      world.poll();
      abandoned.complete(new AssertionError("a poll went through"));
    } catch (JobFailedException e) {
      abandoned.complete(e);
      throw e;
    }
  }
}
