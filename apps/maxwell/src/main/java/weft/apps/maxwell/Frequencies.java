// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/// Reads frequencies: a list of numbers and ranges, each number with a unit or in hertz.
final class Frequencies {
  /// Below, wavelengths are longer than the way to the moon; above, shorter than atoms.
  private static final double LEAST = 1;

  private static final double MOST = 1e18;

  private static final Map<String, Double> UNITS =
      Map.of("hz", 1.0, "khz", 1e3, "mhz", 1e6, "ghz", 1e9, "thz", 1e12);

  private Frequencies() {}

  /// Reads `100MHz`, `1e9:3e9:50e6`, `1.5GHz,1.8GHz:2GHz:10MHz` and the like.
  ///
  /// @return ascending, each one once
  /// @throws IllegalArgumentException with a sentence
  static double[] parse(String text) {
    double[] all =
        Arrays.stream(text.split(",", -1))
            .map(each -> Range.parse("frequency", each, LEAST, MOST, Frequencies::hertz))
            .flatMapToDouble(each -> Arrays.stream(each.values()))
            .sorted()
            .distinct()
            .toArray();
    if (all.length > Range.MOST) {
      throw new IllegalArgumentException(
          "--frequency %s has more than %d values".formatted(text, Range.MOST));
    }
    return all;
  }

  /// A number with or without a unit.
  private static double hertz(String text) {
    int end = text.length();
    while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
      end--;
    }
    String unit = text.substring(end).toLowerCase(Locale.ROOT);
    if (unit.isEmpty()) {
      return MaxwellOptions.number(text);
    }
    Double factor = UNITS.get(unit);
    if (factor == null) {
      throw new NumberFormatException(text);
    }
    // Not 1e6 times the number, which rounds: 0.1 GHz is 100 MHz.
    int exponent = (int) Math.round(Math.log10(factor));
    return new BigDecimal(digits(text.substring(0, end).strip()))
        .scaleByPowerOfTen(exponent)
        .doubleValue();
  }

  /// Digits that are a decimal number.
  private static String digits(String text) {
    return Double.isFinite(MaxwellOptions.number(text)) ? text : "none";
  }
}
