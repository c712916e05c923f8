// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import weft.codec.Reader;
import weft.codec.Writer;

/// Predicts a value that changes from step to step, by exponential smoothing with a trend: that of
/// C. C. Holt, "Forecasting seasonals and trends by exponentially weighted moving averages" (1957).
///
/// A cell's pairs change because particles move between cells and back, and because the vortex
/// drifts. A plan by the last step alone is soon wrong.
final class Forecast {
  /// The weight of the last value in the level, and of the last change in the trend.
  private static final double OF_LEVEL = 0.5;

  private static final double OF_TREND = 0.3;

  private boolean begun;
  private double level;
  private double trend;

  /// Adds the value of one more step.
  void add(double value) {
    double before = begun ? level : value;
    begun = true;
    level = OF_LEVEL * value + (1 - OF_LEVEL) * (before + trend);
    trend = OF_TREND * (level - before) + (1 - OF_TREND) * trend;
  }

  /// Returns the predicted average of the next `steps` steps, at least 0.
  double average(int steps) {
    return Math.max(0, level + trend * (steps + 1) / 2);
  }

  void write(Writer out) {
    out.writeBoolean(begun);
    out.writeDouble(level);
    out.writeDouble(trend);
  }

  static Forecast read(Reader in) {
    var forecast = new Forecast();
    forecast.begun = in.readBoolean();
    forecast.level = in.readDouble();
    forecast.trend = in.readDouble();
    return forecast;
  }
}
