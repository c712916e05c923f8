// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BoundTableTest {
  private static final long LARGE = 256 << 10;

  private static Timing timing(double nanos) {
    return new Timing(nanos, nanos, nanos, nanos, 0, 0);
  }

  @Test
  void theBestLengthOfChunksIsTheBound() {
    var bound = new Bound("alltoall", LARGE, Bound.CHUNKS);
    var samples = new Samples();
    for (int round = 0; round < 3; round++) {
      for (Cell cell : bound.cells()) {
        // The best is that of 32 KB; the machine is slower in each round than in the one before.
        double nanos = cell.chunk() == 32 << 10 ? 30_000 : 40_000 + cell.chunk();
        samples.add(cell, TeamJobs.C, round, 30, timing(nanos * (round + 1)));
      }
      samples.add(bound.chosen(), TeamJobs.ARRAYS, round, 30, timing(45_000 * (round + 1)));
      samples.add(bound.chosen(), TeamJobs.SEGMENTS, round, 30, timing(20_000));
    }
    assertThat(BoundTable.rows(samples, List.of(bound)))
        .containsExactly(
            List.of(
                "alltoall",
                "256 KB",
                "private",
                "chunks of 32 KB",
                60.0,
                90.0,
                Double.NaN,
                1.5,
                Double.NaN));
  }

  @Test
  void whatIsReadInPlaceIsABoundForSegments() {
    var bound = new Bound("broadcast", LARGE, Bound.PLACE);
    var samples = new Samples();
    samples.add(bound.cells().get(0), TeamJobs.C, 0, 30, timing(10_000));
    samples.add(bound.chosen(), TeamJobs.ARRAYS, 0, 30, timing(50_000));
    samples.add(bound.chosen(), TeamJobs.SEGMENTS, 0, 30, timing(20_000));
    samples.add(bound.chosen(), TeamJobs.MPI, 0, 30, timing(30_000));
    assertThat(BoundTable.rows(samples, List.of(bound)))
        .containsExactly(
            List.of("broadcast", "256 KB", "shared", "in place", 10.0, 20.0, 30.0, 2.0, 3.0));
  }
}
