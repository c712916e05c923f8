// SPDX-License-Identifier: Apache-2.0
package weft.model.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import weft.model.partition.Partition;
import weft.model.partition.WorkTimes;

/// The choice follows the ranks' times and the prediction.
class PartitionChoiceTest {
  /// A rank that is three times slower gets a third.
  @Test
  void sharesTakeTheSameTime() {
    List<WorkTimes> ranks = List.of(WorkTimes.constant(3e6), WorkTimes.constant(1e6));
    PartitionChoice choice = PartitionChoice.of(400, 200, ranks, partition -> 1);
    assertThat(choice.arrangements()).isEqualTo(2);
    assertThat(choice.partition().rectangle(0).cells()).isEqualTo(60_000);
    assertThat(choice.micros()).isEqualTo(1);
  }

  /// A rank whose large parts leave the cache gets fewer cells than its speed on small ones says.
  @Test
  void largeSlowPartsCount() {
    WorkTimes even = WorkTimes.constant(1e6);
    WorkTimes bends = WorkTimes.of(new double[] {20_000, 60_000}, new double[] {0.02, 0.14});
    PartitionChoice choice = PartitionChoice.of(400, 200, List.of(even, bends), partition -> 1);
    double first = choice.partition().rectangle(0).cells();
    double second = choice.partition().rectangle(1).cells();
    assertThat(first).isGreaterThan(second);
    assertThat(even.time(first)).isCloseTo(bends.time(second), within(0.001));
  }

  @Test
  void theLeastPredictionIsTaken() {
    List<WorkTimes> ranks =
        List.of(
            WorkTimes.constant(1),
            WorkTimes.constant(1),
            WorkTimes.constant(1),
            WorkTimes.constant(1));
    for (int wanted = 1; wanted <= 4; wanted++) {
      int columns = wanted;
      PartitionChoice choice =
          PartitionChoice.of(64, 64, ranks, partition -> columns(partition) == columns ? 1 : 2);
      assertThat(columns(choice.partition())).isEqualTo(wanted);
    }
  }

  private static int columns(Partition partition) {
    return (int)
        java.util.stream.IntStream.range(0, partition.ranks())
            .map(rank -> partition.rectangle(rank).x())
            .distinct()
            .count();
  }
}
