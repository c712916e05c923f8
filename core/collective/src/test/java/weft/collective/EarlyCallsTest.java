// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;

/// A collective call before the start is refused by its own name, also where a rank is alone.
final class EarlyCallsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aCallBeforeTheStartIsRefused(int ranks) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(world -> {
        Group all = Group.world(world);
        assertThatThrownBy(all::barrier)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith("Group.barrier of ")
            .hasMessageContaining("on rank " + world.rank() + " before World.start()");
        world.start();
        all.barrier();
      });
    }
  }
}
