// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Numbers and tables as text.
final class PredictedText {
  private PredictedText() {}

  /// A time in microseconds, with a readable unit.
  static String time(double micros) {
    if (micros < 1000) {
      return String.format(Locale.ROOT, micros < 10 ? "%.2f µs" : "%.1f µs", micros);
    }
    double millis = micros / 1000;
    return millis < 1000
        ? String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.1f ms", millis)
        : String.format(Locale.ROOT, "%.2f s", millis / 1000);
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
