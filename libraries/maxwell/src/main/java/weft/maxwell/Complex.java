// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// A complex number.
///
/// @param re the real part
/// @param im the imaginary part
public record Complex(double re, double im) {
  /// The absolute value.
  public double magnitude() {
    return Math.hypot(re, im);
  }

  /// The phase in degrees, from −180 to 180.
  public double degrees() {
    return Math.toDegrees(Math.atan2(im, re));
  }

  /// The sum.
  public Complex plus(Complex other) {
    return new Complex(re + other.re, im + other.im);
  }

  /// The difference.
  public Complex minus(Complex other) {
    return new Complex(re - other.re, im - other.im);
  }

  /// The product.
  public Complex times(Complex other) {
    return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
  }

  /// The product with a real number.
  public Complex times(double factor) {
    return new Complex(re * factor, im * factor);
  }

  /// The quotient.
  public Complex over(Complex other) {
    double square = other.re * other.re + other.im * other.im;
    return new Complex(
        (re * other.re + im * other.im) / square, (im * other.re - re * other.im) / square);
  }
}
