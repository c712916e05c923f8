// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A send that waits behind its rank's backlog sleeps, though its own few bytes would find room.
final class BacklogWaitTest {
  private static final int RING = 4096;
  private static final int LARGE = 400;

  @Test
  @Timeout(600)
  void sleepsUntilTheBacklogHasRoom() {
    var sender = new CompletableFuture<Thread>();
    var seenAsleep = new CountDownLatch(1);
    var received = new long[2];

    try (Job job = Weft.open(WeftConfig.ofRanks(2).withRingBytes(RING))) {
      job.run(world -> {
        RsrN large = world.rsrN("large", (source, payload) -> received[0]++);
        Rsr0 small = world.rsr0("small", source -> received[1]++);
        // Runs in handler context, so what finds no room joins the backlog; the ring then has
        // room for a small record, but not for a large one.
        Rsr0 flood =
            world.rsr0(
                "flood",
                source -> {
                  for (int i = 0; i < 20; i++) {
                    large.send(1, new byte[LARGE]);
                  }
                });
        world.start();
        if (world.rank() == 0) {
          flood.send(0);
          world.pollUntil(() -> world.counters().backlogged() > 0);
          sender.complete(Thread.currentThread());
          small.send(1);
        } else {
          // Rank 1 does not poll until it has seen rank 0 asleep.
          awaitSleep(sender.join());
          seenAsleep.countDown();
        }
        world.quiesce();
      });
    }

    assertThat(seenAsleep.getCount()).isZero();
    assertThat(received).containsExactly(20, 1);
  }

  private static void awaitSleep(Thread rank) throws InterruptedException {
    while (rank.getState() != Thread.State.TIMED_WAITING) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }
}
