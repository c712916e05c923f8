// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What handlers buy: ranks below one that has not called are served all the same.
class EarlyTest {
  private static final long SEED = Long.getLong("weft.seed", System.nanoTime());

  private static long complete(String name, boolean forward, int absent) {
    return complete(Collective.BROADCAST, name, forward, absent);
  }

  private static long complete(Collective collective, String name, boolean forward, int absent) {
    Random random = new Random(SEED);
    System.out.printf("weft.seed=%d%n", SEED);
    Algorithms.Entry entry = Algorithms.get(collective, name);
    Trial trial = new Trial(entry, 8, 0, 5, Trial.Values.SUMS, false, false, random);
    ScheduleMachine machine = trial.machine(forward, true, 1 << 20, 4, 4096);
    machine.carryAll();
    machine.run(CallOrder.SOMETIME, rank -> rank != absent);
    return Arrays.stream(machine.members).filter(member -> member.complete).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"binomial", "tree", "ring", "scatter"})
  void anAbsentInnerRankHoldsUpNobody(String name) {
    Predicate<Integer> all = inner -> complete(name, true, inner) == 7;
    assertThat(all).accepts(1, 2, 4, 6);
  }

  @Test
  void aScatterToo() {
    assertThat(complete(Collective.SCATTER, "binomial", true, 4)).isEqualTo(7);
    assertThat(complete(Collective.SCATTER, "binomial", false, 4)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"binomial", "tree", "ring", "scatter"})
  void withoutForwardingItHoldsUpThoseBelow(String name) {
    // 5, 6 and 7 are below 4 in the tree and behind it in the ring; everybody but the root needs
    // the slice of 4.
    assertThat(complete(name, false, 4)).isEqualTo(name.equals("scatter") ? 1 : 4);
  }
}
