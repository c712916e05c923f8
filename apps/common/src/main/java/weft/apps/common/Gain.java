// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.util.Locale;

/// The last line of a program: what its feature gained over the same work without it, both measured
/// in the same run. A loss is called one.
public final class Gain {
  /// Differences below this share are noise.
  private static final double NOISE = 0.02;

  /// Up to this share of the time the cores count as free.
  private static final double FREE = 0.05;

  private Gain() {}

  /// The line.
  ///
  /// @param ratio how many times as fast the work was with the feature
  /// @param what the sentence, with its figures
  public static String line(double ratio, String what) {
    return "  " + word(ratio) + ": " + what + System.lineSeparator();
  }

  /// As [#line(double, String)], with a remark if ranks waited for cores meanwhile.
  ///
  /// @param coreWait the largest [CoreWait#share] of the ranks
  public static String line(double ratio, String what, double coreWait) {
    String busy =
        coreWait <= FREE
            ? ""
            : String.format(
                Locale.ROOT,
                "; a rank waited %.0f %% of that time for a core that another thread used: of a rank, of a Java compiler or of another program",
                100 * coreWait);
    return line(ratio, what + busy);
  }

  /// Whether `ratio` is a gain, and not noise.
  public static boolean isGain(double ratio) {
    return ratio >= 1 + NOISE;
  }

  private static String word(double ratio) {
    return isGain(ratio) ? "gained" : ratio <= 1 - NOISE ? "lost" : "gained: nothing";
  }
}
