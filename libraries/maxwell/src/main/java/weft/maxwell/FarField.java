// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// The field far away in one direction, without the factor e^{−jkr}/r: in volts.
///
/// @param theta the component along θ
/// @param phi the component along φ
public record FarField(ComplexNumber theta, ComplexNumber phi) {
  /// The radar cross section in m² for an incident wave of 1 V/m, received in both polarisations.
  public double crossSection() {
    return 4 * Math.PI * square();
  }

  /// The sum of two fields.
  public FarField plus(FarField other) {
    return new FarField(theta.plus(other.theta), phi.plus(other.phi));
  }

  /// |f|².
  double square() {
    double t = theta.magnitude();
    double p = phi.magnitude();
    return t * t + p * p;
  }

  /// The power radiated into this direction, in watts per steradian.
  public double intensity() {
    return square() / (2 * Wave.IMPEDANCE);
  }

  /// How much longer than wide the ellipse is that the field draws in time: 1 for a circular
  /// polarisation, infinite for a linear one.
  public double axialRatio() {
    double right = right();
    double left = left();
    return right == left ? Double.POSITIVE_INFINITY : (right + left) / Math.abs(right - left);
  }

  /// Whether the field turns to the right as it leaves, rather than to the left (IEEE Std 145).
  public boolean isRightHanded() {
    return right() > left();
  }

  /// The magnitude of the circular component that turns to the right, for e^{+jωt}.
  private double right() {
    return new ComplexNumber(theta.re() - phi.im(), theta.im() + phi.re()).magnitude();
  }

  private double left() {
    return new ComplexNumber(theta.re() + phi.im(), theta.im() - phi.re()).magnitude();
  }

  /// The radar cross section in m² of one component, for an incident wave of 1 V/m.
  public static double crossSection(ComplexNumber component) {
    double f = component.magnitude();
    return 4 * Math.PI * f * f;
  }
}
