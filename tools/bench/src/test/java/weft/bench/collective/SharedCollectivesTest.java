// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import weft.bench.Report;
import weft.testkit.Sampled;

/// The C program itself: it checks the result of a call before each slice.
@Sampled
class SharedCollectivesTest {
  private static final int COUNT = 3;
  private static final long BYTES = (4 << 20) / 512;

  private static SharedCollectives started() throws Exception {
    Optional<SharedCollectives> started =
        SharedCollectives.start(false, new Report(System.out)); // says why not
    assumeTrue(started.isPresent());
    return started.get();
  }

  @Test
  void everyWayOfEveryCollectiveHasTheRightResult() throws Exception {
    try (SharedCollectives c = started()) {
      for (Bound bound : Bound.all(c.readsByKernel())) {
        for (Cell large : bound.cells()) {
          // As many chunks as with 4 MB, all of which are used again and again.
          var cell = new Cell(2, large.name(), BYTES, large.algorithm(), large.chunk() / 512, 0);
          List<Answer> answers = c.team().ask(new Slice(cell, 1, COUNT).line(Bound.RANKS));
          assertThat(Timing.of(answers, COUNT).nanos()).as(cell.toString()).isPositive();
        }
      }
    }
  }

  @Test
  void whatItDoesNotKnowItSays() throws Exception {
    try (SharedCollectives c = started()) {
      for (Cell cell :
          List.of(
              new Cell(2, "broadcast", 256, "rumour", 0, 0),
              new Cell(2, "scan", 256, Bound.PLACE, 0, 0),
              new Cell(2, "broadcast", 256, Bound.CHUNKS, 0, 0),
              new Cell(2, "reduce", 256, Bound.KERNEL, 0, 0),
              new Cell(2, "broadcast", 8 << 20, Bound.PLACE, 0, 0))) {
        assertThatThrownBy(() -> c.team().ask(new Slice(cell, 1, COUNT).line(Bound.RANKS)))
            .as(cell.toString())
            .hasMessageContaining("does not know");
      }
    }
  }
}
