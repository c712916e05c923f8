// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// A plane wave of 1 V/m, whose phase is 0 at the origin.
///
/// @param from the direction from which it comes
/// @param polarisation the unit vector of the electric field: across the direction
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PlaneWave(Direction from, double[] polarisation) implements FieldSource {
  /// A wave with its electric field along θ: vertical for a wave in the xy plane.
  public static PlaneWave theta(Direction from) {
    return new PlaneWave(from, from.thetaVector());
  }

  /// A wave with its electric field along φ: horizontal.
  public static PlaneWave phi(Direction from) {
    return new PlaneWave(from, from.phiVector());
  }

  /// Checks that the polarisation is a unit vector across the direction.
  public PlaneWave {
    double[] d = from.vector();
    double along = 0;
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      along += d[axis] * polarisation[axis];
      square += polarisation[axis] * polarisation[axis];
    }
    if (!(Math.abs(along) < 1e-9 && Math.abs(square - 1) < 1e-9)) {
      throw new IllegalArgumentException(
          "the polarisation of a plane wave is not a unit vector across its direction; use PlaneWave.theta or PlaneWave.phi");
    }
  }

  @Override
  public IncidentField incident(double k) {
    double[] d = from.vector();
    double[] p = polarisation;
    return (x, y, z, fields) -> fields(k, d, p, x, y, z, fields);
  }

  private static void fields(
      double k, double[] d, double[] p, double x, double y, double z, double[] fields) {
    double phase = -k * (d[0] * x + d[1] * y + d[2] * z);
    double re = Math.cos(phase);
    double im = Math.sin(phase);
    for (int axis = 0; axis < 3; axis++) {
      int next = (axis + 1) % 3;
      int last = (axis + 2) % 3;
      double h = -(d[next] * p[last] - d[last] * p[next]);
      fields[2 * axis] = p[axis] * re;
      fields[2 * axis + 1] = p[axis] * im;
      fields[6 + 2 * axis] = h * re;
      fields[7 + 2 * axis] = h * im;
    }
  }
}
