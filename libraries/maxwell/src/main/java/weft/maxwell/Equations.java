// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import weft.maxwell.internal.BasisArrays;
import weft.maxwell.internal.ClosedPart;
import weft.maxwell.internal.Projection;
import weft.maxwell.internal.TriangleRule;

/// The equations of a surface at one frequency, without the matrix: which functions belong to
/// closed parts, and the right-hand sides of sources.
final class Equations {
  private final CurrentBasis basis;
  private final double k;
  private final ClosedPart closed;
  private final Projection projection;
  private final double[] places;

  Equations(CurrentBasis basis, double frequency, Equation equation) {
    this.basis = basis;
    k = Wave.number(frequency);
    double[] points = basis.surface().points();
    int[] triangles = basis.surface().triangles();
    boolean[] has = new boolean[basis.size()];
    for (int j = 0; equation == Equation.COMBINED && j < has.length; j++) {
      has[j] = basis.isClosed(basis.part(basis.from(j)));
    }
    closed = new ClosedPart(points, triangles, basis.firsts(), basis.entries(), has);
    projection = new Projection(points, triangles, basis.firsts(), basis.entries());
    places = TriangleRule.SIX.on(points, triangles);
  }

  CurrentBasis basis() {
    return basis;
  }

  BasisArrays arrays() {
    return new BasisArrays(
        basis.surface().points(),
        basis.surface().triangles(),
        basis.size(),
        basis.firsts(),
        basis.entries());
  }

  /// The middle of each function's edge: x, y and z.
  double[] middles() {
    double[] middles = new double[3 * basis.size()];
    for (int j = 0; j < basis.size(); j++) {
      System.arraycopy(basis.middle(j), 0, middles, 3 * j, 3);
    }
    return middles;
  }

  double k() {
    return k;
  }

  ClosedPart closed() {
    return closed;
  }

  /// The currents with these coefficients.
  SurfaceCurrents currents(double[] coefficients) {
    return currents(coefficients, Double.NaN);
  }

  /// Likewise, with the power in watts that they radiate.
  SurfaceCurrents currents(double[] coefficients, double power) {
    return new SurfaceCurrents(basis, k, coefficients, places, power);
  }

  /// The power in watts of an integral of |F|² over the sphere: f = ikF/4π.
  double power(double square) {
    double factor = k / (4 * Math.PI);
    return factor * factor * square / (2 * Wave.IMPEDANCE);
  }

  /// @throws IllegalArgumentException if the source cannot drive these currents
  void check(Source source) {
    if (source instanceof Port port) {
      check(port);
    } else if (source instanceof ShortDipole current) {
      check(current);
    }
  }

  private void check(ShortDipole current) {
    double[] at = current.place();
    if (closed.any() && basis.encloses(at[0], at[1], at[2])) {
      throw new IllegalArgumentException(
          "the short current is inside a closed part, from which nothing gets out; give a place outside");
    }
  }

  private void check(Port port) {
    for (int j : port.functions()) {
      if (j < 0 || j >= basis.size()) {
        throw new IllegalArgumentException(
            "the port " + port.name() + " belongs to another surface");
      }
      if (closed.has(j)) {
        throw new IllegalArgumentException(
            "the port "
                + port.name()
                + " is on a closed part; a voltage there needs Equation.ELECTRIC");
      }
    }
  }

  /// The right-hand side of a source: real and imaginary part for each function.
  ///
  /// @param steps those of the iteration for A⁻¹
  double[] side(Source source, int steps) {
    double[] electric = new double[2 * basis.size()];
    if (source instanceof Port port) {
      for (int i = 0; i < port.functions().length; i++) {
        electric[2 * port.functions()[i]] = port.forward()[i] ? 1 : -1;
      }
      return electric;
    }
    FieldSource field = (FieldSource) source;
    double[] magnetic = new double[electric.length];
    IncidentField incident = field.incident(k);
    projection.add(incident::at, electric, magnetic);
    if (!closed.any()) {
      return electric;
    }
    double[] turned = closed.turn(magnetic, 2, steps);
    for (int i = 0; i < electric.length; i++) {
      if (closed.has(i / 2)) {
        electric[i] = ClosedPart.ALPHA * electric[i] + (1 - ClosedPart.ALPHA) * turned[i];
      }
    }
    return electric;
  }
}
