// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Weft;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Collective;

/// Every algorithm on real ranks, which are threads: small messages, several chunks, many chunks;
/// in arrays, in registered memory, and in the one at some ranks and in the other at others.
class EveryAlgorithmTest {
  private static final int[] COUNTS = {1, 7, 300, 5000};
  private static final String[] CHUNKS = {"1k 4", "16k 8"};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void givesTheRightResults(int ranks) {
    Weft.launch(
        new String[] {"--weft-ranks", Integer.toString(ranks)},
        world -> {
          Group group = Group.world(world);
          world.start();
          int call = 0;
          for (Collective collective : Collective.values()) {
            for (Algorithms.Entry entry : Algorithms.of(collective)) {
              for (String chunks : CHUNKS) {
                String name = collective.name().toLowerCase(Locale.ROOT).replace('_', '-');
                String rule = name + " * * " + entry.name() + " " + chunks;
                group.using(Choices.parse(rule, List.of("board 0", "eager 2k", rule)));
                for (int count : COUNTS) {
                  for (int times = 0; times < 3; times++) {
                    boolean registered = (call + (call % 5 == 0 ? world.rank() : 0)) % 2 == 0;
                    try (var memory = new CheckedCall.Memory(world, registered)) {
                      new CheckedCall(group, collective, count, call++, rule, memory).run();
                    }
                  }
                }
              }
            }
          }
          group.barrier();
        });
  }
}
