// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.cli.CommandException;

/// The rate of a link, in each of its two directions.
///
/// @param bitsPerSecond bits of Ethernet frames, without preamble and checksum; 0 for no limit
public record Rate(long bitsPerSecond) {
  /// A link that is as fast as the machine.
  public static final Rate NONE = new Rate(0);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)(bit|kbit|mbit|gbit)");

  // A lower rate would take too long for one frame; no machine reaches more than a terabit.
  private static final long LEAST = 8_000;
  private static final long MOST = 1_000_000_000_000L;

  // The kernel counts both in 32 bits.
  private static final long MOST_BYTES = 1L << 30;

  public Rate {
    if (bitsPerSecond != 0 && (bitsPerSecond < LEAST || bitsPerSecond > MOST)) {
      throw CommandException.usage(
          "A link of "
              + bitsPerSecond
              + " bit/s is not possible: give 8kbit to 1000gbit, or "
              + "none.");
    }
  }

  /// Parses a rate such as `100mbit`, `2.5gbit`, `64kbit`, or `none`.
  public static Rate parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("none")) {
      return NONE;
    }
    Matcher matcher = TEXT.matcher(lower);
    if (!matcher.matches()) {
      throw CommandException.usage(
          text + " is not a rate: write a number and kbit, mbit or gbit, as in 100mbit; or none.");
    }
    double unit =
        switch (matcher.group(2)) {
          case "kbit" -> 1e3;
          case "mbit" -> 1e6;
          case "gbit" -> 1e9;
          default -> 1;
        };
    // At least 1: a number never means "no limit".
    return new Rate(Math.max(1, Math.round(Double.parseDouble(matcher.group(1)) * unit)));
  }

  /// Whether the rate is limited.
  public boolean isLimited() {
    return bitsPerSecond > 0;
  }

  /// The bytes that an idle link may send at once: 2 ms of its rate, and at least some frames.
  long burst() {
    return Math.clamp(bitsPerSecond / 8 / 500, 4 * 1536, MOST_BYTES);
  }

  /// The bytes that may be queued before frames are dropped: 50 ms of the link's rate, at least
  /// some ten frames, and at most a gigabyte.
  long queue() {
    return Math.clamp(bitsPerSecond / 8 / 20, 64 << 10, MOST_BYTES);
  }

  /// The rate as [#parse] reads it, in the largest unit that needs no fraction.
  @Override
  public String toString() {
    if (bitsPerSecond == 0) {
      return "none";
    }
    if (bitsPerSecond % 1_000_000_000 == 0) {
      return bitsPerSecond / 1_000_000_000 + "gbit";
    }
    if (bitsPerSecond % 1_000_000 == 0) {
      return bitsPerSecond / 1_000_000 + "mbit";
    }
    return bitsPerSecond % 1000 == 0 ? bitsPerSecond / 1000 + "kbit" : bitsPerSecond + "bit";
  }
}
