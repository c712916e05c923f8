// SPDX-License-Identifier: Apache-2.0
package weft.model.partition;

import weft.model.Isotonic;
import weft.model.ModelException;

/// The time that a processor takes for a number of units of work: straight lines through measured
/// points, made non-decreasing. Beyond the last point it goes on with the last slope. (A functional
/// performance model; one point makes it a constant one.)
public final class WorkTimes {
  private final double[] units;
  private final double[] times;

  private WorkTimes(double[] units, double[] times) {
    this.units = units;
    this.times = times;
  }

  /// A processor of constant speed, in units per second.
  public static WorkTimes constant(double speed) {
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new ModelException("a speed of " + speed + " is not possible; speeds are above 0");
    }
    return new WorkTimes(new double[] {0, 1}, new double[] {0, 1 / speed});
  }

  /// Measured times in seconds of rising numbers of units, all above 0.
  ///
  /// @throws ModelException if there is none, or units do not rise
  public static WorkTimes of(double[] units, double[] seconds) {
    if (units.length == 0 || units.length != seconds.length) {
      throw new ModelException("there must be as many times as numbers of units, and at least one");
    }
    double[] x = new double[units.length + 1];
    double[] t = new double[units.length + 1];
    double[] fitted = Isotonic.fit(seconds);
    for (int i = 0; i < units.length; i++) {
      if (!(units[i] > x[i]) || !(seconds[i] > 0)) {
        throw new ModelException(
            "point %d, %s units in %s s, is not possible: units rise, and times are above 0"
                .formatted(i + 1, units[i], seconds[i]));
      }
      x[i + 1] = units[i];
      t[i + 1] = fitted[i];
    }
    return new WorkTimes(x, t);
  }

  /// The time of `amount` units in seconds.
  public double time(double amount) {
    int i = 1;
    while (i < units.length - 1 && units[i] < amount) {
      i++;
    }
    double slope = (times[i] - times[i - 1]) / (units[i] - units[i - 1]);
    return times[i - 1] + (amount - units[i - 1]) * slope;
  }

  /// The most units that take at most `time` seconds, at most `most`.
  double units(double time, double most) {
    double low = 0;
    double high = most;
    if (time(most) <= time) {
      return most;
    }
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (time(middle) <= time) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
