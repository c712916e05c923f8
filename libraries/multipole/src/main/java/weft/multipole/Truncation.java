// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// How many terms the fields of boxes have, and how small boxes may be.
///
/// A field of a box with the diagonal D at the wave number k has kD + 1.8 d^⅔ (kD)^⅓ terms, where d
/// is the number of digits (the excess bandwidth formula; W. C. Chew et al., "Fast and efficient
/// algorithms in computational electromagnetics", 2001, section 3.4). More terms do not always
/// help: in boxes far below a wavelength terms grow without bound, and fields in single precision
/// lose their digits. So more accuracy needs larger boxes rather than more terms. For random values
/// on a sphere, the relative errors of sums in the root mean square are, for boxes of 0.25, 0.3,
/// 0.5 and 1 wavelengths:
///
/// | d | 0.25 | 0.3 | 0.5 | 1 |
/// | --- | --- | --- | --- | --- |
/// | 1 | 3.9e-4 | 4.5e-4 | 9.4e-5 | 2.3e-5 |
/// | 2 | 1.9e-4 | 1.1e-4 | 3.0e-5 | 2.8e-6 |
/// | 3 | 1.0e-4 | 5.6e-5 | 0.9e-5 | 2.5e-6 |
/// | 4 | 1.2e-4 | 3.7e-5 | 2.3e-5 | 6.7e-6 |
///
/// @param digits the number d of the formula
/// @param leastSide the smallest side of a leaf, in wavelengths
public record Truncation(double digits, double leastSide) {
  /// The best accuracy that can be asked for: fields are held in single precision.
  public static final double BEST = 1e-5;

  /// The truncation for a relative error of a sum, in the root mean square.
  ///
  /// @param accuracy from [#BEST] to 0.1
  /// @throws IllegalArgumentException if it is not
  public static Truncation of(double accuracy) {
    if (!(accuracy >= BEST && accuracy <= 0.1)) {
      throw new IllegalArgumentException(
          "the accuracy " + accuracy + " is not possible; give one from 1e-5 to 0.1");
    }
    if (accuracy >= 0.9e-2) {
      return new Truncation(1.5, 0.25);
    }
    if (accuracy >= 0.9e-3) {
      return new Truncation(2, 0.3);
    }
    return accuracy >= 0.9e-4 ? new Truncation(3, 0.5) : new Truncation(2.75, 1);
  }

  /// The number of terms for a box.
  ///
  /// @param kd the wave number times the diagonal
  public int terms(double kd) {
    return (int) Math.ceil(kd + 1.8 * Math.pow(digits, 2 / 3.0) * Math.cbrt(kd));
  }

  /// The number of terms with which the field that a box radiates is kept: half of those of a
  /// transfer between two boxes, and one more.
  ///
  /// @param kd the wave number times the diagonal
  public int fieldTerms(double kd) {
    return Math.min(terms(kd), terms(kd / 2) + 1);
  }
}
