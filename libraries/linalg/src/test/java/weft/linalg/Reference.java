// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.collective.Group;

/// Plain sequential loops over whole matrices, row after row: what the tests compare with.
final class Reference {
  static final double EPSILON = 0x1p-53;

  private Reference() {}

  /// What a test does on one grid.
  @FunctionalInterface
  interface OnGrid {
    void run(Grid grid);
  }

  /// Runs a test on every grid that so many ranks can make, 1 × n and n × 1 too.
  static void onEveryGrid(World world, OnGrid test) {
    Group all = Group.world(world);
    world.start();
    for (int rows = 1; rows <= world.size(); rows++) {
      if (world.size() % rows == 0) {
        try (Grid grid = Grid.of(world, all, rows, world.size() / rows)) {
          test.run(grid);
        }
      }
    }
    world.quiesce();
  }

  /// How panels are cut: storage blocking, spread panels, with and without lookahead.
  static List<Blocking> blockings(int block) {
    var blockings = new ArrayList<Blocking>(List.of(Blocking.AUTO));
    blockings.add(Blocking.of(block));
    blockings.add(Blocking.of(Math.max(1, block / 2)).withoutLookahead());
    blockings.add(Blocking.of(2 * block + 3));
    blockings.add(Blocking.of(block + 5).withoutLookahead());
    return blockings;
  }

  static double[] fill(int rows, int columns, Elements elements) {
    double[] values = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        values[i * columns + j] = elements.at(i, j);
      }
    }
    return values;
  }

  static double[] multiply(double[] a, double[] b, int rows, int depth, int columns) {
    double[] c = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < depth; k++) {
        double factor = a[i * depth + k];
        for (int j = 0; j < columns; j++) {
          c[i * columns + j] += factor * b[k * columns + j];
        }
      }
    }
    return c;
  }

  static double[] transpose(double[] a, int rows, int columns) {
    double[] t = new double[a.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        t[j * rows + i] = a[i * columns + j];
      }
    }
    return t;
  }

  static double[] minus(double[] a, double[] b) {
    double[] c = new double[a.length];
    for (int i = 0; i < c.length; i++) {
      c[i] = a[i] - b[i];
    }
    return c;
  }

  static double oneNorm(double[] a, int columns) {
    double most = 0;
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int i = j; i < a.length; i += columns) {
        sum += Math.abs(a[i]);
      }
      most = Double.isNaN(sum) ? sum : Math.max(most, sum);
    }
    return most;
  }

  static double infinityNorm(double[] a, int columns) {
    return oneNorm(
        transpose(a, columns == 0 ? 0 : a.length / columns, columns), a.length / columns);
  }

  /// ‖Ax − b‖∞ / (ε (‖A‖∞ ‖x‖∞ + ‖b‖∞) n), as HPL has it.
  static double hpl(double[] a, double[] x, double[] b, int n, int sides) {
    double[] r = minus(multiply(a, x, n, n, sides), b);
    return infinityNorm(r, sides)
        / (EPSILON * (infinityNorm(a, n) * infinityNorm(x, sides) + infinityNorm(b, sides)) * n);
  }

  static void interchange(double[] a, int columns, long[] pivots) {
    for (int i = 0; i < pivots.length; i++) {
      int other = (int) pivots[i];
      for (int j = 0; j < columns && other != i; j++) {
        double kept = a[i * columns + j];
        a[i * columns + j] = a[other * columns + j];
        a[other * columns + j] = kept;
      }
    }
  }

  /// ‖PA − LU‖₁ / (n ‖A‖₁ ε).
  static double luResidual(double[] a, double[] factors, long[] pivots, int rows, int columns) {
    int k = Math.min(rows, columns);
    double[] l = new double[rows * k];
    double[] u = new double[k * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double value = factors[i * columns + j];
        if (j < i && j < k) {
          l[i * k + j] = value;
        } else if (i < k) {
          u[i * columns + j] = value;
        }
      }
      if (i < k) {
        l[i * k + i] = 1;
      }
    }
    double[] pa = a.clone();
    interchange(pa, columns, pivots);
    double[] error = minus(pa, multiply(l, u, rows, k, columns));
    return oneNorm(error, columns) / (Math.max(rows, columns) * oneNorm(a, columns) * EPSILON);
  }
}
