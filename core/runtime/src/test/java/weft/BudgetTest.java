// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import weft.transport.job.HostMemory;

/// What handlers may have under way.
final class BudgetTest {
  private static final int DEPTH = 15;

  /// A recursion whose last level alone takes more than 64 MiB.
  private static long recurse(WeftConfig config) {
    var leaves = new long[1];
    try (Job job = Weft.open(config)) {
      job.run(world -> {
        var visit = new RsrN[1];
        visit[0] =
            world.rsrN(
                "visit",
                (source, payload) -> {
                  int depth = payload.getInt(0);
                  if (depth == 1) {
                    leaves[0]++;
                    return;
                  }
                  var next = new int[1024];
                  next[0] = depth - 1;
                  visit[0].send(source, next);
                  visit[0].send(source, next);
                });
        world.start();
        var root = new int[1024];
        root[0] = DEPTH;
        visit[0].send(0, root);
        world.quiesce();
      });
    }
    return leaves[0];
  }

  @Test
  @Timeout(600)
  void aRecursionThatFitsTheMachineFitsTheDefault() {
    assumeTrue(
        HostMemory.here().bytes() >= 2L << 30, "a machine of 2 GiB, of which 128 MiB are for this");
    assertThat(recurse(WeftConfig.ofRanks(1))).isEqualTo(1 << DEPTH - 1);
  }

  @Test
  @Timeout(600)
  void anExplicitBudgetWins() {
    assertThatThrownBy(() -> recurse(WeftConfig.ofRanks(1).withBudget(64 << 20)))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("\"visit\"");
  }
}
