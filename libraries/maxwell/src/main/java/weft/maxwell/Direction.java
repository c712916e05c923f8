// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// A direction in space, with the two polarisations across it.
///
/// @param theta the angle from the z axis, in degrees
/// @param phi the angle around the z axis, from the x axis towards the y axis, in degrees
public record Direction(double theta, double phi) {
  /// Checks that both angles are finite.
  public Direction {
    if (!(Math.abs(theta) < 1e6 && Math.abs(phi) < 1e6)) {
      throw new IllegalArgumentException(
          "the direction (" + theta + "°, " + phi + "°) is not possible; give two angles");
    }
  }

  /// The unit vector.
  public double[] vector() {
    return new double[] {sine(theta) * cosine(phi), sine(theta) * sine(phi), cosine(theta)};
  }

  /// The unit vector in the direction of growing θ.
  public double[] thetaVector() {
    return new double[] {cosine(theta) * cosine(phi), cosine(theta) * sine(phi), -sine(theta)};
  }

  /// The unit vector in the direction of growing φ.
  public double[] phiVector() {
    return new double[] {-sine(phi), cosine(phi), 0};
  }

  /// Exact for multiples of a right angle.
  private static double sine(double degrees) {
    double turned = degrees % 360;
    return turned % 180 == 0 ? 0 : Math.sin(Math.toRadians(turned));
  }

  private static double cosine(double degrees) {
    double turned = degrees % 360;
    return Math.abs(turned) % 180 == 90 ? 0 : Math.cos(Math.toRadians(turned));
  }
}
