// SPDX-License-Identifier: Apache-2.0
package weft.model.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PointModelsTest {
  @Test
  void hockney() {
    var model = new Hockney(10e-6, 1e-9);
    assertThat(model.message(0, 1, 1_000_000)).isCloseTo(1.010e-3, within(1e-12));
    assertThat(model.binomial(8, 1_000_000)).isCloseTo(3.030e-3, within(1e-12));
    assertThat(model.linear(8, 1_000_000)).isCloseTo(7.070e-3, within(1e-12));
  }

  @Test
  void logGp() {
    var model = new LogGp(5, 2, 3, 0.01);
    assertThat(model.message(0, 1, 1001)).isCloseTo(19, within(1e-9));
    assertThat(model.inARow(4, 1001)).isCloseTo(58, within(1e-9));
    assertThat(model.binomial(8, 1001)).isCloseTo(57, within(1e-9));
    assertThat(model.linear(8, 1001)).isCloseTo(97, within(1e-9));
  }

  /// The example of LogGOPSim's documentation, in ns.
  @Test
  void logGpOfLogGopSim() {
    var model = new LogGp(2500, 1500, 1000, 6);
    assertThat(model.message(0, 1, 1024)).isEqualTo(11638);
    assertThat(model.binomial(8, 1024)).isEqualTo(34914);
  }

  @Test
  void hLogGpOfAStar() {
    double[][] latency = {{0, 50, 60}, {50, 0, 0}, {60, 0, 0}};
    double[][] perByte = {{0, 0.1, 0.01}, {0.1, 0, 0}, {0.01, 0, 0}};
    var model = new HLogGp(latency, new double[] {5, 8, 10}, new double[] {6, 9, 12}, perByte);
    assertThat(model.message(0, 1, 1001)).isCloseTo(164, within(1e-9));
    assertThat(model.message(0, 2, 1001)).isCloseTo(87, within(1e-9));
    long[][] bytes = {{0, 1001, 1001}, {1001, 0, 0}, {1001, 0, 0}};
    assertThat(model.neighbours(bytes)).isCloseTo(251, within(1e-9));
    assertThat(model.neighbours(new long[][] {{0, 0, 0}, bytes[1], {0, 0, 0}}))
        .isCloseTo(164, within(1e-9));
    assertThat(model.neighbours(new long[][] {{0, 0, 0}, {0, 0, 0}, bytes[2]}))
        .isCloseTo(86, within(1e-9));
  }

  private static Lmo lmo() {
    double[][] latency = new double[4][4];
    double[][] network = new double[4][4];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        latency[i][j] = 30 + 5 * Math.abs(i - j);
        network[i][j] = 0.01 * (1 + 0.1 * Math.abs(i - j));
      }
    }
    return new Lmo(
        new double[] {10, 12, 20, 15}, new double[] {0.010, 0.012, 0.020, 0.015}, latency, network);
  }

  @Test
  void lmo01() {
    Lmo model = lmo();
    assertThat(model.message(0, 1, 10_000)).isCloseTo(387, within(1e-9));
    assertThat(model.linear(4, 10_000)).isCloseTo(710, within(1e-9));
  }

  /// Experiments that the model itself answers give its parameters back.
  @Test
  void lmoFromTriplets() {
    Lmo model = lmo();
    var experiments =
        new LmoTriplets.Experiments() {
          @Override
          public double roundTrip(int one, int other, long bytes) {
            return model.message(one, other, bytes) + model.message(other, one, bytes);
          }

          @Override
          public double oneToTwo(int one, int two, int three, long bytes) {
            double there =
                Math.max(
                    (roundTrip(one, two, 0) + roundTrip(one, two, bytes)) / 2,
                    (roundTrip(one, three, 0) + roundTrip(one, three, bytes)) / 2);
            return 2 * model.delay()[one] + bytes * model.perByte()[one] + there;
          }
        };
    assertThat(experiments.roundTrip(0, 1, 0)).isCloseTo(114, within(1e-9));
    assertThat(experiments.roundTrip(0, 1, 10_000)).isCloseTo(774, within(1e-9));
    assertThat(experiments.oneToTwo(0, 1, 2, 0)).isCloseTo(160, within(1e-9));
    assertThat(experiments.oneToTwo(0, 1, 2, 10_000)).isCloseTo(680, within(1e-9));
    Lmo found = LmoTriplets.solve(4, 10_000, experiments);
    assertThat(found.delay()[0]).isCloseTo(10, within(1e-9));
    assertThat(found.perByte()[0]).isCloseTo(0.010, within(1e-12));
    assertThat(found.latency()[0][1]).isCloseTo(35, within(1e-9));
    assertThat(found.network()[0][1]).isCloseTo(0.011, within(1e-12));
    for (int i = 0; i < 4; i++) {
      assertThat(found.delay()[i]).isCloseTo(model.delay()[i], within(1e-9));
      assertThat(found.perByte()[i]).isCloseTo(model.perByte()[i], within(1e-12));
    }
  }
}
