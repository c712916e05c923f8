// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.bench.collective.Cell;
import weft.bench.collective.CollectiveOptions;

class ContentsTest {
  private static final int RANKS = 3;

  /// More than one piece of a segment, and not a whole number of pieces.
  private static final int COUNT = 1_000;

  private static final int ALL = RANKS * COUNT;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRankWritesAnewAllThatItSendsAndNothingElse(boolean registered) {
    try (Job job = Weft.open(WeftConfig.ofRanks(RANKS))) {
      job.run(world -> {
        Buffer in = new Buffer(world, registered).room(ALL);
        Buffer out = new Buffer(world, registered).room(ALL);
        world.start();
        for (String name : CollectiveOptions.COLLECTIVES) {
          check(world, name, in, out);
        }
      });
    }
  }

  private static void check(World world, String name, Buffer in, Buffer out) {
    var contents = new Contents(Cell.of(RANKS, name, 8L * COUNT), world.rank(), COUNT);
    var before = new double[2][ALL];
    contents.prepare(in, out);
    for (int i = 0; i < ALL; i++) {
      before[0][i] = in.get(i);
      before[1][i] = out.get(i);
    }
    Runnable renewal = contents.renewal(in, out);
    renewal.run();
    renewal.run();
    int sent = sent(name, world.rank());
    boolean broadcast = name.equals("broadcast");
    for (int i = 0; i < ALL; i++) {
      double added = i < sent ? 2 : 0;
      assertThat(in.get(i) - before[0][i])
          .as("%s, in %d", name, i)
          .isEqualTo(broadcast ? 0 : added);
      assertThat(out.get(i) - before[1][i])
          .as("%s, out %d", name, i)
          .isEqualTo(broadcast ? added : 0);
    }
  }

  private static int sent(String name, int rank) {
    return switch (name) {
      case "barrier" -> 0;
      case "broadcast" -> rank == 0 ? COUNT : 0;
      case "scatter" -> rank == 0 ? ALL : 0;
      case "alltoall", "reduce-scatter" -> ALL;
      default -> COUNT;
    };
  }
}
