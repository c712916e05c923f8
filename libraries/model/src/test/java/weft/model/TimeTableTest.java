// SPDX-License-Identifier: Apache-2.0
package weft.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeTableTest {
  private static final TimeTable TABLE =
      new TimeTable(
          new long[] {100, 200, 400},
          new int[] {1, 2, 4},
          new double[][] {{1, 1, 2}, {2, 3, 4}, {4, 6, 10}});

  @Test
  void isLinearBetweenRowsAndColumns() {
    assertThat(TABLE.at(150, 1)).isEqualTo(1.5);
    assertThat(TABLE.at(200, 2)).isEqualTo(3);
    assertThat(TABLE.at(200, 3)).isEqualTo(3.5);
    assertThat(TABLE.at(300, 3)).isEqualTo((3.5 + 8) / 2);
  }

  @Test
  void goesOnBeyondTheTable() {
    assertThat(TABLE.at(1, 1)).isEqualTo(1);
    assertThat(TABLE.at(0, 1)).isZero();
    assertThat(TABLE.at(600, 1)).isEqualTo(6);
    // L(400, 4) + (8 − 4) · (L(400, 4) − L(400, 2)) / 2
    assertThat(TABLE.at(400, 8)).isEqualTo(10 + 4 * (10 - 6) / 2.0);
  }

  @Test
  void neverFallsWhenSmoothed() {
    var random = new SplittableRandom(7);
    System.out.println("seed 7");
    for (int trial = 0; trial < 100; trial++) {
      double[][] times = new double[6][4];
      for (double[] row : times) {
        Arrays.setAll(row, i -> random.nextDouble(10));
      }
      var raw = new TimeTable(new long[] {1, 2, 4, 8, 16, 32}, new int[] {1, 2, 4, 8}, times);
      TimeTable smooth = raw.smoothed();
      for (int bytes = 1; bytes < 100; bytes++) {
        for (int count = 1; count < 20; count++) {
          assertThat(smooth.at(bytes + 1, count))
              .isGreaterThanOrEqualTo(smooth.at(bytes, count) - 1e-12);
          assertThat(smooth.at(bytes, count + 1))
              .isGreaterThanOrEqualTo(smooth.at(bytes, count) - 1e-12);
        }
      }
      assertThat(smooth.smoothed().difference(smooth)).isCloseTo(0, within(1e-9));
    }
  }

  @Test
  void isotonicRegressionPoolsViolators() {
    assertThat(Isotonic.fit(new double[] {1, 3, 2, 4})).containsExactly(1, 2.5, 2.5, 4);
    assertThat(Isotonic.fit(new double[] {3, 2, 1})).containsExactly(2, 2, 2);
  }

  @Test
  void refusesWhatIsNoTime() {
    assertThatThrownBy(() -> new TimeTable(new long[] {1}, new int[] {1}, new double[][] {{-1}}))
        .hasMessage("the time of 1 bytes at τ = 1 is -1.0; times are numbers from 0 on");
    assertThatThrownBy(
            () -> new TimeTable(new long[] {2, 1}, new int[] {1}, new double[][] {{1}, {1}}))
        .hasMessageContaining("do not rise");
  }
}
