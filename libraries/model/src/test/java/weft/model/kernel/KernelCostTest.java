// SPDX-License-Identifier: Apache-2.0
package weft.model.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import weft.model.Communicator;
import weft.model.Contention;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TauLopFrac;
import weft.model.TimeTable;
import weft.model.partition.Partition;

class KernelCostTest {
  /// Each message takes 1 µs and a thousandth of a microsecond for each byte, whatever else moves.
  private static final Platform PLATFORM =
      Platform.of(
          "test",
          new CostChannel("memory", TimeTable.linear(1, 0), TimeTable.linear(0, 0.001), 1),
          new CostChannel("network", TimeTable.linear(1, 0), TimeTable.linear(0, 0.001), 1));

  private static double[] equal(int ranks, double speed) {
    double[] speeds = new double[ranks];
    Arrays.fill(speeds, speed);
    return speeds;
  }

  /// Two by two rectangles of 4 x 4 blocks of 10 x 10: in each of 8 steps each owner sends 4 blocks
  /// to one rank beside it, and then as many to one rank below or above it.
  @Test
  void summaOfFourRanks() {
    Partition blocks = Partition.of(8, 8, equal(4, 1));
    KernelCost cost =
        SummaCost.of(
            blocks,
            10,
            new Communicator(Mapping.blocks(4, 1)),
            equal(4, 1000),
            PLATFORM,
            new TauLopFrac(Contention.DESTINATION));
    double message = 1 + 4 * 100 * 8 * 0.001;
    assertThat(cost.communication().time()).isCloseTo(8 * 2 * message, within(1e-9));
    assertThat(cost.computation()).isCloseTo(2.0 * 40 * 40 * 80 / 1000, within(1e-9));
    assertThat(cost.communication().terms()).hasSize(4);
    assertThat(cost.communication().terms().getFirst().text()).startsWith("4·");
  }

  /// Of two ranks side by side, each sends a column of 100 cells to the other.
  @Test
  void waveOfTwoRanks() {
    Partition cells = Partition.of(200, 100, equal(2, 1));
    KernelCost cost =
        WaveCost.of(
            cells,
            new Communicator(Mapping.blocks(2, 2)),
            equal(2, 50),
            PLATFORM,
            new TauLopFrac(Contention.BOTH_ENDS));
    assertThat(cost.communication().time()).isCloseTo(1 + 0.8, within(1e-9));
    assertThat(cost.computation()).isCloseTo(100 * 100 / 50.0, within(1e-9));
  }
}
