// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// A short straight current: length times current is a moment in ampere metres.
///
/// @param place where it is
/// @param moment the moment along x, y and z
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ShortDipole(double[] place, double[] moment) implements FieldSource {
  /// Checks that there are three finite coordinates and a moment.
  public ShortDipole {
    boolean finite = place.length == 3 && moment.length == 3;
    double square = 0;
    for (int axis = 0; finite && axis < 3; axis++) {
      finite = Math.abs(place[axis]) < 1e100 && Math.abs(moment[axis]) < 1e100;
      square += moment[axis] * moment[axis];
    }
    if (!finite || square == 0) {
      throw new IllegalArgumentException(
          "a short dipole needs a place of three coordinates and a moment of three, not all zero");
    }
  }

  @Override
  public IncidentField incident(double k) {
    return (x, y, z, fields) -> fields(k, x, y, z, fields);
  }

  private void fields(double k, double x, double y, double z, double[] fields) {
    double dx = x - place[0];
    double dy = y - place[1];
    double dz = z - place[2];
    double r = Math.sqrt(dx * dx + dy * dy + dz * dz);
    double[] n = {dx / r, dy / r, dz / r};
    double along = n[0] * moment[0] + n[1] * moment[1] + n[2] * moment[2];
    double kr = k * r;
    double re = Math.cos(kr) / (4 * Math.PI * r);
    double im = Math.sin(kr) / (4 * Math.PI * r);
    // E = ikη g [m (1 + i/kr − 1/(kr)²) + n (n·m) (−1 − 3i/kr + 3/(kr)²)]; ηH = η g (ik − 1/r) n×m
    double a = 1 - 1 / (kr * kr);
    double b = 1 / kr;
    double c = -1 + 3 / (kr * kr);
    double d = -3 / kr;
    double kEta = k * Wave.IMPEDANCE;
    double eta = Wave.IMPEDANCE;
    double hRe = eta * (-k * im - re / r);
    double hIm = eta * (k * re - im / r);
    for (int axis = 0; axis < 3; axis++) {
      int next = (axis + 1) % 3;
      int last = (axis + 2) % 3;
      double u = a * moment[axis] + c * n[axis] * along;
      double v = b * moment[axis] + d * n[axis] * along;
      double turned = n[next] * moment[last] - n[last] * moment[next];
      fields[2 * axis] = -kEta * (re * v + im * u);
      fields[2 * axis + 1] = kEta * (re * u - im * v);
      fields[6 + 2 * axis] = hRe * turned;
      fields[7 + 2 * axis] = hIm * turned;
    }
  }

  /// The field far away of this current alone, without a surface.
  ///
  /// @param k the wave number
  public FarField far(double k, Direction direction) {
    double[] s = direction.vector();
    double phase = k * (s[0] * place[0] + s[1] * place[1] + s[2] * place[2]);
    // −jkη/4π e^{+jk s·x}, for e^{+jωt}
    double scale = k * Wave.IMPEDANCE / (4 * Math.PI);
    ComplexNumber factor = new ComplexNumber(scale * Math.sin(phase), -scale * Math.cos(phase));
    return new FarField(
        factor.times(along(direction.thetaVector())), factor.times(along(direction.phiVector())));
  }

  private double along(double[] u) {
    return u[0] * moment[0] + u[1] * moment[1] + u[2] * moment[2];
  }
}
