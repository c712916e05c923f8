// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Quiescence is not fooled by sums that are right by accident.
final class QuiesceTest {
  /// The ranks of a round are counted one after the other. Rank 0 runs, after it was counted,
  /// handlers that send to rank 1, and rank 1 runs them before it is counted: as many messages too
  /// few on one side as too many on the other, while more are in flight.
  ///
  /// @param self how many messages rank 0 sends to itself; a poll takes 256 from each source, so
  ///   that with 1022 the sums of the second round agree
  @ParameterizedTest
  @ValueSource(ints = {1, 500, 767, 1021, 1022, 1023, 1278, 2000})
  void nothingIsInFlightAfterwards(int self) {
    int wave = 610;
    int trigger = Math.min(self, 513);
    var entering = new CompletableFuture<Thread>();
    var blocked = new CountDownLatch(1);
    var sent = new CountDownLatch(1);
    var atReturn = new long[2];

    try (Job job = Weft.open(WeftConfig.ofRanks(2))) {
      job.run(world -> {
        var received = new long[1];
        Rsr1 inert = world.rsr1("inert", (source, n) -> received[0]++);
        Rsr1 note =
            world.rsr1(
                "note",
                (source, n) -> {
                  received[0]++;
                  if (n == trigger) {
                    for (int i = 0; i < wave; i++) {
                      inert.send(1, i);
                    }
                    sent.countDown();
                  }
                });
        Rsr0 block =
            world.rsr0(
                "block",
                source -> {
                  received[0]++;
                  blocked.countDown();
                  await(sent);
                });
        world.start();
        if (world.rank() == 1) {
          entering.complete(Thread.currentThread());
        } else {
          awaitSleep(entering.join());
          block.send(1);
          for (int i = 1; i <= self; i++) {
            note.send(0, i);
          }
          await(blocked);
        }
        world.quiesce();
        atReturn[world.rank()] = received[0];
      });
    }

    assertThat(atReturn).containsExactly(self, 1 + wave);
  }

  /// Rank 1 sleeps in its first round, so it has been counted there.
  private static void awaitSleep(Thread rank) {
    while (rank.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
