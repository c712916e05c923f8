// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.List;

/// What the ports of an antenna are for a circuit, from the currents that one volt at each of them
/// drives while the others are short-circuited.
public final class PortNetwork {
  private final ComplexNumber[][] admittance;

  /// @param ports the ports
  /// @param driven for each port, the currents that it drives as a [Source]
  public PortNetwork(List<Port> ports, List<SurfaceCurrents> driven) {
    if (ports.size() != driven.size() || ports.isEmpty()) {
      throw new IllegalArgumentException(
          ports.size() + " ports, but currents of " + driven.size() + "; give one each");
    }
    admittance = new ComplexNumber[ports.size()][ports.size()];
    for (int m = 0; m < ports.size(); m++) {
      for (int n = 0; n < ports.size(); n++) {
        admittance[m][n] = driven.get(n).through(ports.get(m));
      }
    }
  }

  private PortNetwork(ComplexNumber[][] admittance) {
    this.admittance = copy(admittance);
  }

  /// The ports that have these admittances in siemens: row m has the currents into port m.
  ///
  /// @throws IllegalArgumentException if it is not a square of one number or more
  public static PortNetwork of(ComplexNumber[][] admittances) {
    for (ComplexNumber[] row : admittances) {
      if (row.length != admittances.length) {
        throw new IllegalArgumentException(
            admittances.length + " rows of admittances have one of " + row.length + " numbers");
      }
    }
    return new PortNetwork(admittances);
  }

  /// The number of ports.
  public int size() {
    return admittance.length;
  }

  /// The admittances in siemens: row m has the currents into port m.
  public ComplexNumber[][] admittances() {
    return copy(admittance);
  }

  /// The impedance in Ω into a port while the others are short-circuited.
  public ComplexNumber impedance(int port) {
    return new ComplexNumber(1, 0).over(admittance[port][port]);
  }

  /// The impedances in Ω: the inverse of the admittances.
  public ComplexNumber[][] impedances() {
    return solve(copy(admittance), identity(size(), 1));
  }

  /// The scattering parameters (1 − Z₀Y)(1 + Z₀Y)⁻¹.
  ///
  /// @param reference the reference impedance Z₀ of all ports, in Ω
  public ComplexNumber[][] scattering(double reference) {
    if (!(reference > 0 && reference < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the reference impedance " + reference + " Ω is not possible; give more than 0");
    }
    ComplexNumber[][] sum = identity(size(), 1);
    ComplexNumber[][] difference = identity(size(), 1);
    for (int m = 0; m < size(); m++) {
      for (int n = 0; n < size(); n++) {
        ComplexNumber y = admittance[m][n].times(reference);
        sum[m][n] = sum[m][n].plus(y);
        difference[m][n] = difference[m][n].minus(y);
      }
    }
    // Both factors are functions of Y, so their order does not matter.
    return solve(sum, difference);
  }

  /// The power in watts that one volt at a port feeds.
  public double powerFed(int port) {
    return admittance[port][port].re() / 2;
  }

  private static ComplexNumber[][] identity(int size, double value) {
    ComplexNumber[][] matrix = new ComplexNumber[size][size];
    for (int m = 0; m < size; m++) {
      for (int n = 0; n < size; n++) {
        matrix[m][n] = new ComplexNumber(m == n ? value : 0, 0);
      }
    }
    return matrix;
  }

  private static ComplexNumber[][] copy(ComplexNumber[][] matrix) {
    ComplexNumber[][] copy = new ComplexNumber[matrix.length][];
    for (int m = 0; m < matrix.length; m++) {
      copy[m] = matrix[m].clone();
    }
    return copy;
  }

  /// Gaussian elimination with partial pivoting, for a few ports. Both matrices are overwritten.
  private static ComplexNumber[][] solve(ComplexNumber[][] a, ComplexNumber[][] b) {
    int size = a.length;
    for (int c = 0; c < size; c++) {
      int best = c;
      for (int r = c + 1; r < size; r++) {
        best = a[r][c].magnitude() > a[best][c].magnitude() ? r : best;
      }
      ComplexNumber[] row = a[c];
      a[c] = a[best];
      a[best] = row;
      row = b[c];
      b[c] = b[best];
      b[best] = row;
      for (int r = 0; r < size; r++) {
        if (r != c) {
          ComplexNumber factor = a[r][c].over(a[c][c]);
          for (int n = 0; n < size; n++) {
            a[r][n] = a[r][n].minus(factor.times(a[c][n]));
            b[r][n] = b[r][n].minus(factor.times(b[c][n]));
          }
        }
      }
    }
    for (int r = 0; r < size; r++) {
      for (int n = 0; n < size; n++) {
        b[r][n] = b[r][n].over(a[r][r]);
      }
    }
    return b;
  }
}
