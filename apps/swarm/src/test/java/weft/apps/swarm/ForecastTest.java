// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/// Forecasts follow a level and a drift, and average what goes up and down.
class ForecastTest {
  @Test
  void whatDoesNotChangeIsPredicted() {
    var forecast = new Forecast();
    for (int step = 0; step < 10; step++) {
      forecast.add(700);
      assertThat(forecast.average(5)).isEqualTo(700);
    }
  }

  @Test
  void aDriftContinues() {
    var forecast = new Forecast();
    for (int step = 0; step <= 60; step++) {
      forecast.add(1000 + 20 * step);
    }
    // The next five steps have 2,220 to 2,300.
    assertThat(forecast.average(5)).isCloseTo(2260, within(1.0));
  }

  @Test
  void valuesThatAlternateAreAveraged() {
    var forecast = new Forecast();
    for (int step = 0; step < 60; step++) {
      forecast.add(step % 2 == 0 ? 800 : 1200);
    }
    // The last value, 1200, would be 200 too much.
    assertThat(forecast.average(4)).isCloseTo(1000, within(150.0));
  }

  @Test
  void aValueThatFallsIsNotPredictedBelowZero() {
    var forecast = new Forecast();
    for (int step = 0; step <= 10; step++) {
      forecast.add(1000 - 100 * step);
    }
    assertThat(forecast.average(50)).isZero();
  }
}
