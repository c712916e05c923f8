// SPDX-License-Identifier: Apache-2.0
package weft.report;

import java.util.Locale;

/// Formats numbers for readers.
final class Numbers {
  private Numbers() {}

  /// Formats a number with as many digits as readers need; a dash if there is none.
  static String text(Number value) {
    if (!(value instanceof Double) && !(value instanceof Float)) {
      return String.format(Locale.ROOT, "%,d", value.longValue());
    }
    double number = value.doubleValue();
    if (!Double.isFinite(number)) {
      return "–";
    }
    double size = Math.abs(number);
    if (size != 0 && size < 0.1) {
      return String.format(Locale.ROOT, "%.3g", number);
    }
    boolean whole = number == Math.rint(number);
    String format =
        size >= 100 || (whole && size >= 10)
            ? "%,.0f"
            : size >= 10 ? "%.1f" : whole ? "%.0f" : "%.2f";
    return String.format(Locale.ROOT, format, number);
  }

  /// Formats a number with its unit.
  static String text(Number value, String unit) {
    return unit.isEmpty() ? text(value) : text(value) + " " + unit;
  }
}
