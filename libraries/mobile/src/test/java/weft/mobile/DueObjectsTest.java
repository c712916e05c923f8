// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.checkpoint.CheckpointPlan;
import weft.checkpoint.Checkpoints;
import weft.checkpoint.files.CheckpointFolder;
import weft.codec.Codecs;

/// `Checkpoints.quiesce` saves what is due, whatever the objects do.
final class DueObjectsTest {
  @TempDir Path folder;

  /// @param hops the messages that objects send to each other in each step; −1 for no message
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 20})
  void eachStepSaves(int hops) throws IOException {
    int steps = 5;
    try (Job job = Weft.open(WeftConfig.ofRanks(3))) {
      job.run(world -> {
        MobileType<long[]> type = MobileObjects.of(world).type("cell", Codecs.of(long[].class));
        MobileArray<long[]> cells = type.array("cells", 30, i -> new long[1]);
        var walks = new MobileRsr1<?>[1];
        MobileRsr1<long[]> walk =
            type.rsr1(
                "walk",
                (self, cell, left) -> {
                  cell[0]++;
                  if (left > 0) {
                    @SuppressWarnings("unchecked")
                    var next = (MobileRsr1<long[]>) Objects.requireNonNull(walks[0]);
                    next.send(cells.at((self.index() * 7 + left) % 30), left - 1);
                  }
                });
        walks[0] = walk;
        Checkpoints<Integer> checkpoints =
            Checkpoints.of(
                world,
                Codecs.of(Integer.class),
                CheckpointPlan.NONE
                    .withFolder(folder)
                    .withEvery(Duration.ofNanos(1))
                    .withKeep(100_000));
        world.start();
        for (int step = 0; step < steps; step++) {
          if (hops >= 0 && world.rank() == 0) {
            walk.send(cells.at(step), hops);
          }
          int now = step;
          checkpoints.quiesce(() -> now);
        }
      });
    }
    assertThat(CheckpointFolder.numbers(folder)).hasSizeGreaterThanOrEqualTo(steps);
  }
}
