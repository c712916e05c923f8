// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import weft.model.measured.Statistics;

class StatisticsTest {
  @Test
  void theMedianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
    assertThat(Statistics.median(9, 1, 5)).isEqualTo(5);
    assertThat(Statistics.median(8, 1, 2, 100)).isEqualTo(5);
    assertThat(Statistics.median(7)).isEqualTo(7);
  }

  @Test
  void whatIsNoNumberDoesNotCount() {
    assertThat(Statistics.median(Double.NaN, 3, 1, 2)).isEqualTo(2);
    assertThat(Statistics.geometricMean(Double.NaN, 4, 9)).isCloseTo(6, within(1e-12));
    assertThat(Statistics.quantile(0.5, Double.NaN, 4)).isEqualTo(4);
  }

  @Test
  void nothingHasNoMean() {
    assertThat(Statistics.median()).isNaN();
    assertThat(Statistics.geometricMean()).isNaN();
    assertThat(Statistics.quantile(0.9)).isNaN();
  }

  @Test
  void theGeometricMeanOfARatioAndItsInverseIsOne() {
    assertThat(Statistics.geometricMean(0.25, 4)).isCloseTo(1, within(1e-12));
    assertThat(Statistics.geometricMean(0.5, 0.5, 2)).isCloseTo(Math.cbrt(0.5), within(1e-12));
  }

  @Test
  void aQuantileIsOneOfTheValues() {
    assertThat(Statistics.quantile(0.99, 1, 2, 3, 4)).isEqualTo(4);
    assertThat(Statistics.quantile(0, 3, 2, 1)).isEqualTo(1);
    assertThat(Statistics.quantile(0.5, 3, 2, 1)).isEqualTo(2);
  }

  @Test
  void theMedianLiesBetweenTwoValuesThatAreAsFarFromEachEnd() {
    assertThat(Statistics.medianInterval()).containsOnly(Double.NaN);
    assertThat(Statistics.medianInterval(3)).containsExactly(3, 3);
    assertThat(Statistics.medianInterval(5, 1, 4, 2, 3)).containsExactly(1, 5);
    // Tables of the sign test: of 6 values the first and the last, of 20 the sixth from each end.
    assertThat(Statistics.medianInterval(6, 5, 4, 3, 2, 1)).containsExactly(1, 6);
    double[] twenty = java.util.stream.IntStream.rangeClosed(1, 20).asDoubleStream().toArray();
    assertThat(Statistics.medianInterval(twenty)).containsExactly(6, 15);
  }
}
