// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// The constants of empty space, and numbers that follow from a frequency.
public final class Wave {
  /// The speed of light, in m/s.
  public static final double SPEED = 299_792_458;

  /// The impedance of empty space, in Ω (CODATA 2022).
  public static final double IMPEDANCE = 376.730313412;

  private Wave() {}

  /// The wavelength in metres.
  ///
  /// @param frequency in hertz
  public static double length(double frequency) {
    return SPEED / checked(frequency);
  }

  /// The wave number 2π/λ, per metre.
  ///
  /// @param frequency in hertz
  public static double number(double frequency) {
    return 2 * Math.PI * checked(frequency) / SPEED;
  }

  private static double checked(double frequency) {
    if (!(frequency > 0 && frequency < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the frequency " + frequency + " Hz is not possible; give more than 0");
    }
    return frequency;
  }
}
