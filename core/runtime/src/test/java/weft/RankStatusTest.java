// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import weft.internal.launch.RankRunner;
import weft.internal.launch.RankRuntime;
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
