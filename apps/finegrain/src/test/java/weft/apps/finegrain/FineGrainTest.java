// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.apps.common.BadInputException;

/// The programs check their own results, and fail when these are wrong.
class FineGrainTest {
  private static void launch(int ranks, String args, Consumer<World> program) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(List.of(args.split(" "))))) {
      job.run(program::accept);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void histogramsAreRight(int ranks) {
    launch(ranks, "--updates 20000 --entries 100 --rounds 2", Histogram::run);
    launch(ranks, "--updates 3000 --entries 1 --rounds 1 --buffer 64", Histogram::run);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void gatheredWordsAreRight(int ranks) {
    launch(ranks, "--reads 20000 --words 100 --window 1000 --rounds 2", IndexGather::run);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void treesAreValid(int ranks) {
    launch(ranks, "--scale 8 --roots 3 --seed 5", Bfs::run);
    launch(ranks, "--scale 1 --edge-factor 2 --roots 1", Bfs::run);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--scale 0", "--roots x", "--unknown 1"})
  void wrongOptionsAreRefused(String args) {
    assertThatThrownBy(() -> launch(2, args, Bfs::run))
        .hasStackTraceContaining(BadInputException.class.getName());
  }
}
