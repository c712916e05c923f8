// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import weft.multipole.internal.SphericalHankel;

/// The transfer functions of a level, each made when it is first asked for.
///
/// For two boxes at a distance P, the sum T(s) of (2m+1) iᵐ hₘ(k|P|) Pₘ(s·P/|P|)/4π over m from 0
/// to L (EasyMSG, section 1.2) is multiplied by the weights of the quadrature over the sphere. On a
/// grid of equal angles these must have the modes of |sin θ| up to 2L, so T times |sin θ| is
/// computed with series in θ: cₚ = (2/π)/(1 − p²) for even p, else 0.
///
/// Not for several threads.
public final class TransferFunctions {
  private final SphereGrid grid;
  private final double k;
  private final double side;
  private final double[] even;
  private final double[] odd;
  private final Map<Integer, TransferFunction> known = new HashMap<>();

  /// The functions between boxes of a side.
  ///
  /// @param k the wave number
  public TransferFunctions(SphereGrid grid, double k, double side) {
    this.grid = grid;
    this.k = k;
    this.side = side;
    even = weights(grid, true);
    odd = weights(grid, false);
  }

  /// The function for the field of a far box.
  ///
  /// @param dx where the far box is, as [Octree.Far] tells it: in boxes, as seen from the box that
  ///   receives
  public TransferFunction at(int dx, int dy, int dz) {
    TransferFunction function = known.get(key(dx, dy, dz));
    if (function == null) {
      function = make(-dx, -dy, -dz);
      known.put(key(dx, dy, dz), function);
    }
    return function;
  }

  private static int key(int dx, int dy, int dz) {
    return (dx + 8) << 8 | (dy + 8) << 4 | (dz + 8);
  }

  /// From the function of the vector with positive coordinates, others follow by reflection.
  private TransferFunction make(int x, int y, int z) {
    if (x >= 0 && y >= 0 && z >= 0) {
      return compute(x, y, z);
    }
    TransferFunction positive = at(-Math.abs(x), -Math.abs(y), -Math.abs(z));
    int size = grid.size();
    int half = size / 2;
    var reflected = new TransferFunction(new float[grid.samples()], new float[grid.samples()]);
    for (int row = 0; row <= half; row++) {
      int from = size * (z < 0 ? half - row : row);
      for (int column = 0; column < size; column++) {
        int b = x < 0 ? half - column + size : column;
        b = (y < 0 ? 2 * size - b : b) % size;
        reflected.re()[row * size + column] = positive.re()[from + b];
        reflected.im()[row * size + column] = positive.im()[from + b];
      }
    }
    return reflected;
  }

  private TransferFunction compute(int x, int y, int z) {
    int rows = grid.rows();
    int half = grid.size() / 2;
    double[][] sums = series(grid.terms(), x, y, z);
    var result = new TransferFunction(new float[grid.samples()], new float[grid.samples()]);
    for (int part = 0; part < 2; part++) {
      double[] values = sums[part];
      float[] to = part == 0 ? result.re() : result.im();
      // Columns b and b + N/2 make one circle: their sum is an even function of θ, their difference
      // an odd one.
      var plus = new double[rows * half];
      var minus = new double[rows * half];
      for (int row = 0; row < rows; row++) {
        for (int b = 0; b < half; b++) {
          double first = values[row * 2 * half + b];
          double second = values[row * 2 * half + half + b];
          plus[row * half + b] = first + second;
          minus[row * half + b] = first - second;
        }
      }
      double[] evens = product(even, plus, rows, half);
      double[] odds = product(odd, minus, rows, half);
      for (int row = 0; row < rows; row++) {
        for (int b = 0; b < half; b++) {
          int at = row * half + b;
          to[row * 2 * half + b] = (float) (evens[at] + odds[at]);
          to[row * 2 * half + half + b] = (float) (evens[at] - odds[at]);
        }
      }
    }
    return result;
  }

  private static double[] product(double[] matrix, double[] values, int rows, int columns) {
    var result = new double[rows * columns];
    for (int a = 0; a < rows; a++) {
      for (int from = 0; from < rows; from++) {
        double weight = matrix[a * rows + from];
        for (int b = 0; b < columns; b++) {
          result[a * columns + b] += weight * values[from * columns + b];
        }
      }
    }
    return result;
  }

  /// T without weights, at every sample: real and imaginary parts.
  double[][] series(int terms, int x, int y, int z) {
    double distance = Math.sqrt(x * x + y * y + z * z);
    var j = new double[terms + 1];
    var h = new double[terms + 1];
    SphericalHankel.fill(terms, k * side * distance, j, h);
    var re = new double[terms + 1];
    var im = new double[terms + 1];
    for (int m = 0; m <= terms; m++) {
      double f = (2 * m + 1) / (4 * Math.PI);
      // iᵐ (j + iy)
      re[m] = f * (m % 4 == 0 ? j[m] : m % 4 == 1 ? -h[m] : m % 4 == 2 ? -j[m] : h[m]);
      im[m] = f * (m % 4 == 0 ? h[m] : m % 4 == 1 ? j[m] : m % 4 == 2 ? -h[m] : -j[m]);
    }
    int size = grid.size();
    double[] s = grid.directions();
    var sums = new double[2][grid.samples()];
    var cos = new double[size];
    var row = new LegendreRow(size);
    for (int a = 0; a < grid.rows(); a++) {
      for (int b = 0; b < size; b++) {
        int at = 3 * (a * size + b);
        cos[b] = (s[at] * x + s[at + 1] * y + s[at + 2] * z) / distance;
      }
      row.sum(cos, re, im);
      System.arraycopy(row.re, 0, sums[0], a * size, size);
      System.arraycopy(row.im, 0, sums[1], a * size, size);
    }
    return sums;
  }

  /// Sums of Legendre polynomials for a row of arguments.
  private static final class LegendreRow {
    final double[] re;
    final double[] im;
    private double[] last;
    private double[] here;

    LegendreRow(int size) {
      re = new double[size];
      im = new double[size];
      last = new double[size];
      here = new double[size];
    }

    void sum(double[] cos, double[] factorRe, double[] factorIm) {
      int size = cos.length;
      Arrays.fill(here, 1);
      Arrays.fill(last, 0);
      Arrays.fill(re, 0);
      Arrays.fill(im, 0);
      for (int m = 0; m < factorRe.length; m++) {
        double fr = factorRe[m];
        double fi = factorIm[m];
        double up = (2.0 * m + 1) / (m + 1);
        double down = (double) m / (m + 1);
        double[] p = here;
        double[] before = last;
        for (int i = 0; i < size; i++) {
          re[i] += fr * p[i];
          im[i] += fi * p[i];
          before[i] = up * cos[i] * p[i] - down * before[i];
        }
        here = before;
        last = p;
      }
    }
  }

  /// The matrix that multiplies even (or odd) functions of θ by |sin θ|, cuts them to L modes, and
  /// applies the weights of the quadrature: from the values of a row to those of another one, with
  /// half of it, since a column is half of a sum and of a difference.
  private static double[] weights(SphereGrid grid, boolean isEven) {
    int size = grid.size();
    int rows = grid.rows();
    int terms = grid.terms();
    var mixed = new double[(terms + 1) * rows];
    for (int n = 0; n <= terms; n++) {
      for (int m = 0; m <= terms; m++) {
        double c = mode(n - m) + (m == 0 ? 0 : isEven ? mode(n + m) : -mode(n + m));
        for (int a = 0; c != 0 && a < rows; a++) {
          mixed[n * rows + a] += c * wave(grid, m, a, isEven);
        }
      }
    }
    var weights = new double[rows * rows];
    double scale = 0.5 * Math.pow(2 * Math.PI / size, 2) * 0.5 / size;
    for (int a = 0; a < rows; a++) {
      for (int n = 0; n <= terms; n++) {
        double w = scale * (n == 0 ? 1 : 2) * wave(grid, n, a, isEven);
        for (int from = 0; from < rows; from++) {
          // Rows that are not poles are there twice on the circle.
          weights[a * rows + from] +=
              w * (from == 0 || from == rows - 1 ? 1 : 2) * mixed[n * rows + from];
        }
      }
    }
    return weights;
  }

  private static double wave(SphereGrid grid, int n, int row, boolean isEven) {
    double angle = grid.angle((int) ((long) n * row % grid.size()));
    return isEven ? Math.cos(angle) : Math.sin(angle);
  }

  /// The modes of |sin θ|.
  private static double mode(int p) {
    return p % 2 == 0 ? 2 / Math.PI / (1 - (double) p * p) : 0;
  }
}
