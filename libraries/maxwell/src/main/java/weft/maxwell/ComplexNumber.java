// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// A complex number.
///
/// @param re the real part
/// @param im the imaginary part
public record ComplexNumber(double re, double im) {
  /// The absolute value.
  public double magnitude() {
    return Math.hypot(re, im);
  }

  /// The phase in degrees, from −180 to 180.
  public double degrees() {
    return Math.toDegrees(Math.atan2(im, re));
  }

  /// The sum.
  public ComplexNumber plus(ComplexNumber other) {
    return new ComplexNumber(re + other.re, im + other.im);
  }

  /// The difference.
  public ComplexNumber minus(ComplexNumber other) {
    return new ComplexNumber(re - other.re, im - other.im);
  }

  /// The product.
  public ComplexNumber times(ComplexNumber other) {
    return new ComplexNumber(re * other.re - im * other.im, re * other.im + im * other.re);
  }

  /// The product with a real number.
  public ComplexNumber times(double factor) {
    return new ComplexNumber(re * factor, im * factor);
  }

  /// The quotient.
  public ComplexNumber over(ComplexNumber other) {
    double square = other.re * other.re + other.im * other.im;
    return new ComplexNumber(
        (re * other.re + im * other.im) / square, (im * other.re - re * other.im) / square);
  }
}
