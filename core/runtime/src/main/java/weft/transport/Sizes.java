// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.util.Locale;

/// Sizes in bytes as users write them in options and variables: `64m`, `1g`, `512k`, `4096`. A unit
/// is 1024 of the one below.
public final class Sizes {
  private static final String UNITS = "kmgt";

  private Sizes() {}

  /// Parses a size, in bytes.
  ///
  /// @throws IllegalArgumentException with a sentence for the user, if it is not a size
  public static long parse(String text) {
    int end = 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    String unit = text.substring(end).toLowerCase(Locale.ROOT);
    if (unit.length() > 1 && (unit.endsWith("ib") || unit.endsWith("b"))) {
      unit = unit.substring(0, Math.max(1, unit.length() - (unit.endsWith("ib") ? 2 : 1)));
    }
    int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
    if (end == 0 || unit.length() > 1 || power == 0 && !unit.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size; write a number and k, m or g, such as 64m");
    }
    try {
      return Math.multiplyExact(Long.parseLong(text, 0, end, 10), 1L << 10 * power);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is more bytes than a long can count", e);
    }
  }

  /// Formats a size with at most three digits: `64 KB`, `1.5 GB`.
  public static String show(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int power = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double value = (double) bytes / (1L << 10 * power);
    String number =
        value >= 100 || value == Math.rint(value)
            ? String.valueOf(Math.round(value))
            : String.format(Locale.ROOT, "%.1f", value);
    return number + " " + "KMGTPE".charAt(power - 1) + "B";
  }
}
