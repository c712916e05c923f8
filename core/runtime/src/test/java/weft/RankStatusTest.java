// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import weft.internal.launch.RankRunner;
import weft.internal.launch.RankRuntime;
import weft.internal.rank.Program;
import weft.internal.rank.Settings;
import weft.transport.rings.ThreadsJob;

/// What a job says when it is asked who waits where.
final class RankStatusTest {
  @Test
  void aHandlerThatComputesInsideAWaitDoesNotStandStill() throws InterruptedException {
    var job = new ThreadsJob(1, 0);
    var described = new AtomicReference<>("");
    var activity = new long[1];
    var settings = new Settings(0, 1);
    Thread thread =
        new Thread(() -> {
          var frame = new Frame();
          var runtime = new RankRuntime(job.join(0), settings, frame, frame.view());
          RankRunner.run(
              runtime,
              it -> run(new World(it, WeftConfig.ofRanks(1).args()), job, described, activity));
        });
    job.assign(0, thread);
    thread.start();
    thread.join();

    assertThat(job.failure()).isNull();
    assertThat(activity[0]).isNegative();
    assertThat(described.get())
        .contains("rank 0 runs handler \"look\" for a message from rank 0 (in World.pollUntil)")
        .contains("1 sent, 0 received");
  }

  /// A rank that waits for another thread of its program does not compute.
  @Test
  void aRankThatWaitsOutsideWeftIsSaidToWait() throws Exception {
    var latch = new CountDownLatch(1);
    Thread waits = Thread.ofPlatform().start(() -> await(latch));
    while (waits.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    assertThat(Program.wait(waits)).isEqualTo("CountDownLatch.await");
    var lock = new Object();
    Thread blocked;
    synchronized (lock) {
      blocked = Thread.ofPlatform().start(() -> pass(lock));
      while (blocked.getState() != Thread.State.BLOCKED) {
        Thread.sleep(1);
      }
      assertThat(Program.wait(blocked)).isEqualTo("synchronized");
    }
    latch.countDown();
    waits.join();
    blocked.join();
    assertThat(Program.wait(Thread.currentThread())).isNull();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pass(Object lock) {
    synchronized (lock) {
      Thread.onSpinWait();
    }
  }

  private static void run(
      World world, ThreadsJob job, AtomicReference<String> described, long[] activity) {
    Rsr0 look =
        world.rsr0(
            "look",
            source -> {
              activity[0] = job.activity(0);
              described.set(job.describe());
            });
    world.start();
    look.send(0);
    world.pollUntil(() -> !described.get().isEmpty());
  }
}
