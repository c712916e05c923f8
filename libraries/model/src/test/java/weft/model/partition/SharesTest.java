// SPDX-License-Identifier: Apache-2.0
package weft.model.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.model.ModelException;

class SharesTest {
  @Test
  void constantSpeeds() {
    Shares shares =
        Shares.of(
            1000,
            List.of(WorkTimes.constant(100), WorkTimes.constant(200), WorkTimes.constant(50)));
    assertThat(shares.units()).containsExactly(286, 572, 142);
    assertThat(shares.seconds()).isCloseTo(2.86, within(1e-9));
  }

  /// The second processor slows down to 50 units per second beyond 300.
  @Test
  void speedsThatDependOnTheShare() {
    WorkTimes slows = WorkTimes.of(new double[] {300, 1000}, new double[] {1.5, 1.5 + 700 / 50.0});
    List<WorkTimes> all = List.of(WorkTimes.constant(100), slows, WorkTimes.constant(50));
    Shares shares = Shares.of(1000, all);
    assertThat(shares.units()).containsExactly(388, 419, 193);
    assertThat(shares.seconds()).isCloseTo(3.88, within(1e-9));
    assertThat(slows.time(572)).as("its time by constant speeds").isCloseTo(6.94, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "'1 1 1 1', 4.0",
    "'1 2 3 4', 4.0",
    "'1 1 1 1 1 1 1 1', 5.75",
    "'1 1 1 1 1 1 1 1 1', 6.0",
    "'1 1 2 2 4 10', 4.6"
  })
  void columnsHaveTheLeastHalfPerimeters(String weights, double expected) {
    double[] parts = Arrays.stream(weights.split(" ")).mapToDouble(Double::parseDouble).toArray();
    int cells = 7200;
    Partition partition = Partition.of(cells, cells, parts);
    double sum = 0;
    for (int rank = 0; rank < parts.length; rank++) {
      Rectangle part = partition.rectangle(rank);
      sum += (part.width() + part.height()) / (double) cells;
    }
    assertThat(sum).isCloseTo(expected, within(1e-3));
  }

  @Test
  void badInput() {
    assertThatThrownBy(() -> Shares.of(3, List.of()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("0 processors");
    assertThatThrownBy(() -> WorkTimes.constant(0)).hasMessageContaining("speeds are above 0");
    assertThatThrownBy(() -> WorkTimes.of(new double[] {2, 1}, new double[] {1, 1}))
        .hasMessageContaining("units rise");
  }
}
