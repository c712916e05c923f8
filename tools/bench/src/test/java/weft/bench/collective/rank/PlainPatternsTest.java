// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.bench.collective.Panel;
import weft.bench.collective.PanelCell;

class PlainPatternsTest {
  private static final int LENGTH = 50;
  private static final int TURNS = 5;

  @ParameterizedTest
  @CsvSource({"2,1", "3,2", "4,1", "4,8", "5,3", "8,4"})
  void everyRankGetsEverything(int ranks, int share) {
    var panel = new Panel(ranks, LENGTH, ranks * share);
    for (String way : PanelCell.WAYS) {
      run(
          ranks,
          (world, mail) -> {
            double[] source = column(panel, world.rank());
            var workspace = new double[panel.workspaceLength()];
            var patterns =
                new PlainPatterns(mail, panel, world.rank(), source, workspace, new double[0]);
            for (int turn = 0; turn < TURNS; turn++) {
              java.util.Arrays.fill(workspace, -1);
              patterns.named("spread", way).run();
              for (int i = 0; i < workspace.length; i++) {
                int owner = i / LENGTH % ranks;
                assertThat(workspace[i]).isEqualTo(value(owner, i / LENGTH / ranks, i % LENGTH));
              }
              world.quiesce();
            }
          });
    }
  }

  @ParameterizedTest
  @CsvSource({"2,1", "3,2", "4,1", "4,8", "5,3", "8,4"})
  void everyRankGetsTheSumOfItsColumns(int ranks, int share) {
    var panel = new Panel(ranks, LENGTH, ranks * share);
    for (String way : PanelCell.WAYS) {
      run(
          ranks,
          (world, mail) -> {
            var source = new double[panel.shareLength()];
            var workspace = new double[panel.workspaceLength()];
            for (int i = 0; i < workspace.length; i++) {
              workspace[i] = i + 1000.0 * world.rank();
            }
            for (int i = 0; i < panel.shareLength(); i++) {
              source[i] = workspace[place(panel, world.rank(), i)];
            }
            var result = new double[panel.shareLength()];
            var patterns = new PlainPatterns(mail, panel, world.rank(), source, workspace, result);
            for (int turn = 0; turn < TURNS; turn++) {
              patterns.named("reduce", way).run();
              for (int i = 0; i < result.length; i++) {
                double sum = ranks * place(panel, world.rank(), i) + 500.0 * ranks * (ranks - 1);
                assertThat(result[i]).isEqualTo(sum);
              }
              world.quiesce();
            }
          });
    }
  }

  private static double[] column(Panel panel, int owner) {
    var mine = new double[panel.shareLength()];
    for (int i = 0; i < mine.length; i++) {
      mine[i] = value(owner, i / panel.length(), i % panel.length());
    }
    return mine;
  }

  private static double value(int owner, int column, int row) {
    return owner * 1e6 + column * 1e3 + row;
  }

  /// Where element `i` of a rank's own columns is in the workspace.
  private static int place(Panel panel, int rank, int i) {
    return panel.first(rank) + i / panel.length() * panel.stride() + i % panel.length();
  }

  private interface Test {
    void run(World world, ArrayMailbox mail);
  }

  private static void run(int ranks, Test test) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks))) {
      job.run(world -> {
        var mail = new ArrayMailbox(world, 8 * LENGTH);
        world.start();
        test.run(world, mail);
      });
    }
  }
}
