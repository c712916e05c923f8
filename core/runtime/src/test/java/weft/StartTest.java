// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// A fast rank's messages reach ranks that are still in `start()`.
final class StartTest {
  @Test
  void handlersThatRunInsideStartMaySend() {
    var leaves = new AtomicLong();
    int jobs = 200;
    try (Job job = Weft.open(WeftConfig.ofRanks(3))) {
      for (int i = 0; i < jobs; i++) {
        job.run(world -> new Tree(world, leaves).grow(6));
      }
    }
    assertThat(leaves.get()).isEqualTo(jobs * 64L);
  }

  /// Every handler sends two messages on, one of them to another rank.
  private static final class Tree {
    private final World world;
    private final AtomicLong leaves;
    private final Rsr1 split;

    Tree(World world, AtomicLong leaves) {
      this.world = world;
      this.leaves = leaves;
      this.split = world.rsr1("split", this::split);
    }

    private void split(int source, long depth) {
      if (depth == 0) {
        leaves.incrementAndGet();
        return;
      }
      split.send(world.rank(), depth - 1);
      split.send(world.next(), depth - 1);
    }

    void grow(long depth) {
      world.start();
      if (world.rank() == 0) {
        split.send(0, depth);
      }
      world.quiesce();
    }
  }
}
