// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Numbers and tables as text.
final class PredictedText {
  private static final double DAY = 86_400;

  private PredictedText() {}

  /// A time in microseconds, with a readable unit and three digits.
  static String time(double micros) {
    if (micros == 0) {
      return "nothing";
    }
    if (micros < 0.01) {
      return micros < 1e-5 ? "under 0.01 ns" : digits(micros * 1000, 2) + " ns";
    }
    if (micros < 1000) {
      return String.format(Locale.ROOT, micros < 10 ? "%.2f µs" : "%.1f µs", micros);
    }
    double millis = micros / 1000;
    if (millis < 1000) {
      return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.1f ms", millis);
    }
    double seconds = millis / 1000;
    return seconds < 1e6
        ? String.format(Locale.ROOT, "%.2f s", seconds)
        : digits(seconds / DAY, 3) + " days";
  }

  /// A time in microseconds, with the digits that keep a sum right.
  static String exact(double micros) {
    return micros >= 1e7 ? digits(micros / 1e6, 7) + " s" : digits(micros, 6) + " µs";
  }

  private static String digits(double value, int digits) {
    return new BigDecimal(value)
        .round(new MathContext(digits))
        .stripTrailingZeros()
        .toPlainString();
  }

  /// A number of bytes as options take it: `4k`.
  static String bytes(long bytes) {
    if (bytes > 0 && bytes % (1 << 20) == 0) {
      return bytes / (1 << 20) + "m";
    }
    return bytes > 0 && bytes % 1024 == 0 ? bytes / 1024 + "k" : Long.toString(bytes);
  }

  /// Rows as lines, with columns as wide as their widest cell. The first row is the heading.
  static List<String> table(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i));
        if (i + 1 < columns) {
          line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
