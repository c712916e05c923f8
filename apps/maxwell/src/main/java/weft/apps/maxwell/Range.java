// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/// The values `from`, `from + step` … up to `to`.
record Range(double from, double to, double step) {
  /// The values at most.
  static final int MOST = 100_000;

  /// Reads `FROM:TO:STEP` or one value.
  ///
  /// @throws IllegalArgumentException with a sentence
  static Range parse(String option, String text, double least, double most) {
    return parse(option, text, least, most, MaxwellOptions::number);
  }

  /// Likewise.
  ///
  /// @param reader of a number, which throws a [NumberFormatException] if it is none
  static Range parse(
      String option, String text, double least, double most, ToDoubleFunction<String> reader) {
    String[] parts = text.split(":", -1);
    double[] values = new double[parts.length];
    for (int i = 0; i < parts.length; i++) {
      values[i] = number(option, text, parts[i], reader);
    }
    if (parts.length != 1 && parts.length != 3) {
      throw wrong(option, text, "is not one value, and not FROM:TO:STEP");
    }
    Range range =
        parts.length == 1
            ? new Range(values[0], values[0], 1)
            : new Range(values[0], values[1], values[2]);
    if (!(range.step > 0 && range.to >= range.from)) {
      throw wrong(option, text, "does not go upwards by a step of more than 0");
    }
    if (!(range.from >= least && range.to <= most)) {
      throw wrong(
          option, text, "is not between %s and %s".formatted(shortly(least), shortly(most)));
    }
    if ((range.to - range.from) / range.step >= MOST) {
      throw wrong(option, text, "has more than " + MOST + " values");
    }
    return range;
  }

  private static double number(
      String option, String text, String part, ToDoubleFunction<String> reader) {
    try {
      double value = reader.applyAsDouble(part.strip());
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw wrong(option, text, "has a part that is not a number");
  }

  private static String shortly(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e6
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }

  private static IllegalArgumentException wrong(String option, String text, String why) {
    return new IllegalArgumentException("--%s %s %s".formatted(option, text, why));
  }

  /// The values.
  double[] values() {
    double[] values = new double[1 + (int) Math.floor((to - from) / step + 1e-9)];
    Arrays.setAll(values, i -> from + i * step);
    return values;
  }
}
