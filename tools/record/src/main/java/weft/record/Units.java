// SPDX-License-Identifier: Apache-2.0
package weft.record;

import java.util.Locale;
import weft.record.reading.CommonClock;

/// Formats numbers with their units.
final class Units {
  private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Units() {}

  /// Formats a time in nanoseconds.
  static String time(long nanos) {
    return time((double) nanos);
  }

  static String time(double nanos) {
    if (nanos >= 1e9) {
      return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }
    if (nanos >= 1e6) {
      return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
    return nanos >= 1e3
        ? String.format(Locale.ROOT, "%.1f us", nanos / 1e3)
        : String.format(Locale.ROOT, "%.0f ns", nanos);
  }

  static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  static String bytes(double bytes) {
    int unit = 0;
    double size = bytes;
    while (size >= 1024 && unit < SIZES.length - 1) {
      size /= 1024;
      unit++;
    }
    return unit == 0
        ? String.format(Locale.ROOT, "%.0f B", size)
        : String.format(Locale.ROOT, "%.1f %s", size, SIZES[unit]);
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
  }

  /// The accuracy of a common clock, in a sentence.
  static String accuracy(CommonClock clock) {
    return clock.isCompared()
        ? "Ranks read different clocks, which were compared by messages at the start and at the"
            + " end. Times of different ranks are uncertain by up to "
            + time(clock.error())
            + "."
        : "All ranks read one clock.";
  }
}
