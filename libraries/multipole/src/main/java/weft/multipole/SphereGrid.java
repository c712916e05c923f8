// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// Directions on the unit sphere at which fields are sampled: N angles θ = 2πa/N and N angles φ =
/// 2πb/N, with N even. Functions of both angles are then finite Fourier series, so that the change
/// to another grid is exact. Rows beyond the south pole repeat others: f(−θ, φ) = ±f(θ, φ + π),
/// with
/// + for scalars and − for the components of vectors along θ and φ. So only the rows a = 0 … N/2
///   are kept. Sample a·N + b has the angles of row a and column b.
///
/// Source: C. Cecka and E. Darve, "Fourier-based fast multipole method for the Helmholtz equation",
/// 2013.
public final class SphereGrid {
  /// The largest grid whose size is taken as it is; larger ones have small prime factors.
  private static final int ANY = 64;

  private final int terms;
  private final int size;

  /// Makes a grid for functions with this number of terms.
  public SphereGrid(int terms) {
    this.terms = terms;
    int size = 2 * (terms + 1);
    while (size > ANY && !isSmooth(size)) {
      size += 2;
    }
    this.size = size;
  }

  private static boolean isSmooth(int size) {
    int rest = size;
    for (int prime = 2; prime <= 5; prime++) {
      while (rest % prime == 0) {
        rest /= prime;
      }
    }
    return rest == 1;
  }

  /// The highest degree of the functions, L.
  public int terms() {
    return terms;
  }

  /// The number N of angles φ.
  public int size() {
    return size;
  }

  /// The number of rows that are kept, N/2 + 1.
  public int rows() {
    return size / 2 + 1;
  }

  /// The number of samples that are kept.
  public int samples() {
    return rows() * size;
  }

  /// The angle θ of a row or φ of a column.
  public double angle(int index) {
    return 2 * Math.PI * index / size;
  }

  /// The directions: x, y and z of each sample.
  public double[] directions() {
    return vectors((row, column, to) -> {
      to[0] = sin(row) * cos(column);
      to[1] = sin(row) * sin(column);
      to[2] = cos(row);
    });
  }

  /// The unit vectors along θ at each sample.
  public double[] thetas() {
    return vectors((row, column, to) -> {
      to[0] = cos(row) * cos(column);
      to[1] = cos(row) * sin(column);
      to[2] = -sin(row);
    });
  }

  /// The unit vectors along φ at each sample.
  public double[] phis() {
    return vectors((row, column, to) -> {
      to[0] = -sin(column);
      to[1] = cos(column);
    });
  }

  /// The weights of each row in integrals over the sphere, in which every sample of a row has the
  /// same. They are exact for functions with as many terms as the grid; for squares of fields, the
  /// grid needs twice their terms. Source: J. Waldvogel, "Fast construction of the Fejér and
  /// Clenshaw–Curtis quadrature rules", 2006.
  public double[] rowWeights() {
    int n = size / 2;
    var weights = new double[n + 1];
    for (int row = 0; row <= n; row++) {
      double sum = 1;
      for (int j = 1; 2 * j <= n; j++) {
        double b = 2 * j == n ? 1 : 2;
        sum -= b / (4.0 * j * j - 1) * Math.cos(2 * j * angle(row));
      }
      weights[row] = (row == 0 || row == n ? 1 : 2) * sum / n * 2 * Math.PI / size;
    }
    return weights;
  }

  private interface Vector {
    void at(int row, int column, double[] to);
  }

  private double[] vectors(Vector vector) {
    var all = new double[3 * samples()];
    var one = new double[3];
    for (int i = 0; i < samples(); i++) {
      vector.at(i / size, i % size, one);
      System.arraycopy(one, 0, all, 3 * i, 3);
    }
    return all;
  }

  private double sin(int index) {
    return Math.sin(angle(index));
  }

  private double cos(int index) {
    return Math.cos(angle(index));
  }
}
