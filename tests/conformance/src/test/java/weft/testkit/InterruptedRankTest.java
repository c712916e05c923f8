// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import weft.Rsr0;
import weft.World;

/// An interrupt is the program's own affair: a rank that waits with one pending sleeps, is woken,
/// and keeps it.
final class InterruptedRankTest {
  @WeftTest(
      ranks = 2,
      transport = {"threads", "shm", "tcp", "tcp:WEFT_NETWORK_ONLY=1"})
  void anInterruptedRankSleepsAndKeepsItsInterrupt(World world, Random random) throws Exception {
    var woken = new boolean[1];
    Rsr0 wake = world.rsr0("wake", source -> woken[0] = true);
    world.start();
    if (world.rank() == 0) {
      Thread.currentThread().interrupt();
      world.pollUntil(() -> woken[0]);
      assertThat(Thread.interrupted()).isTrue();
      // At most one sleep per 10 ms; a rank that cannot sleep would count thousands.
      assertThat(world.counters().sleeps()).isBetween(1L, 100L);
    } else {
      Thread.sleep(300);
      wake.send(0);
    }
    world.quiesce();
  }
}
