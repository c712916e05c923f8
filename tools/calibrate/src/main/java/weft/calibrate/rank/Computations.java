// SPDX-License-Identifier: Apache-2.0
package weft.calibrate.rank;

import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Computations that all ranks do at the same time, each on its own data.
final class Computations {
  private double sink;

  /// A copy of `bytes` bytes, back and forth between two arrays.
  Timed copy(long bytes) {
    int count = Math.max(1, (int) (bytes / Double.BYTES));
    double[][] both = new double[2][count];
    return times -> {
      long began = System.nanoTime();
      for (long i = 0; i < times; i++) {
        System.arraycopy(both[(int) (i & 1)], 0, both[1 - (int) (i & 1)], 0, count);
      }
      long nanos = System.nanoTime() - began;
      sink += both[0][count - 1];
      return nanos;
    };
  }

  /// The product of two square matrices of `bytes` bytes each.
  Timed product(long bytes) {
    int n = Math.max(1, (int) Math.sqrt(bytes / (double) Double.BYTES));
    Kernels kernels = Kernels.of("auto");
    Tile a = filled(n);
    Tile b = filled(n);
    Tile c = filled(n);
    return times -> {
      long began = System.nanoTime();
      for (long i = 0; i < times; i++) {
        kernels.gemm(1, a, Op.PLAIN, b, Op.PLAIN, 0, c);
      }
      long nanos = System.nanoTime() - began;
      sink += c.get(0, 0);
      return nanos;
    };
  }

  private static Tile filled(int n) {
    Tile tile = Tile.ofArray(n, n);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        tile.set(i, k, 1.0 / (1 + i + k));
      }
    }
    return tile;
  }

  /// A step of a five-point stencil over a square of `bytes` bytes.
  Timed stencil(long bytes) {
    int n = Math.max(3, (int) Math.sqrt(bytes / (double) Double.BYTES));
    double[][][] fields = new double[2][n + 2][n + 2];
    for (double[] row : fields[0]) {
      java.util.Arrays.fill(row, 0.5);
    }
    return times -> {
      long began = System.nanoTime();
      for (long i = 0; i < times; i++) {
        double[][] from = fields[(int) (i & 1)];
        double[][] to = fields[1 - (int) (i & 1)];
        for (int row = 1; row <= n; row++) {
          step(to[row], from[row - 1], from[row], from[row + 1], n);
        }
      }
      long nanos = System.nanoTime() - began;
      sink += fields[0][1][1];
      return nanos;
    };
  }

  private static void step(double[] to, double[] north, double[] row, double[] south, int n) {
    for (int x = 1; x <= n; x++) {
      to[x] = 0.6 * row[x] + 0.1 * (row[x - 1] + row[x + 1] + (north[x] + south[x]));
    }
  }

  /// Keeps the results alive, so that no compiler leaves out the work.
  double sink() {
    return sink;
  }
}
