// SPDX-License-Identifier: Apache-2.0
package weft.linalg;

import java.util.Random;

/// A matrix of a random shape and kind, and the same with columns of a greatest element from 1 to
/// 2, in which sequential loops neither overflow nor underflow.
final class OddMatrix {
  enum Kind {
    RANDOM,
    ONES,
    HILBERT,
    IDENTITY,
    ZERO,
    SMALL_INTEGERS,
    /// Small integers, and a column that is a sum of two before it.
    DEPENDENT
  }

  final int rows;
  final int columns;
  final Kind kind;

  /// The elements, row after row.
  final double[] values;

  /// The elements of column j, divided by 2 to the power of its exponent.
  final double[] unit;

  final int[] exponents;

  OddMatrix(Random random, boolean square) {
    kind = Kind.values()[random.nextInt(Kind.values().length)];
    rows = side(random);
    columns = square ? rows : side(random);
    values = Reference.fill(rows, columns, elements(random));
    if (kind == Kind.DEPENDENT && columns > 2) {
      int last = 2 + random.nextInt(columns - 2);
      int first = random.nextInt(last);
      int second = random.nextInt(last);
      for (int i = 0; i < rows; i++) {
        values[i * columns + last] = values[i * columns + first] + values[i * columns + second];
      }
    }
    scale(random);
    exponents = new int[columns];
    unit = values.clone();
    for (int j = 0; j < columns; j++) {
      double most = 0;
      for (int i = 0; i < rows; i++) {
        most = Math.max(most, Math.abs(values[i * columns + j]));
      }
      exponents[j] = most == 0 ? 0 : exponent(most);
    }
    scaleColumns(unit, columns, exponents, -1);
  }

  private static int exponent(double value) {
    return value < Double.MIN_NORMAL
        ? Math.getExponent(value * 0x1p60) - 60
        : Math.getExponent(value);
  }

  private static int side(Random random) {
    int[] few = {0, 1, 2, 64};
    return random.nextInt(4) == 0 ? few[random.nextInt(few.length)] : 1 + random.nextInt(70);
  }

  private Elements elements(Random random) {
    Elements uniform = Elements.random(random.nextLong());
    return switch (kind) {
      case RANDOM -> uniform;
      case ONES -> (i, j) -> 1;
      case HILBERT -> (i, j) -> 1.0 / (i + j + 1);
      case IDENTITY -> Elements.identity();
      case ZERO -> (i, j) -> 0;
      case SMALL_INTEGERS, DEPENDENT -> (i, j) -> Math.rint(8 * uniform.at(i, j));
    };
  }

  /// Scales columns, or rows, or both, from 1e-300 to 1e300 together. A scale may be the same for
  /// all. It is a power of two, so dependent columns stay dependent.
  private void scale(Random random) {
    int range = random.nextInt(3) == 0 ? 0 : 990;
    boolean isRows = random.nextInt(3) == 0;
    boolean isBoth = random.nextInt(4) == 0;
    int all = random.nextInt(2) == 0 ? draw(random, range) : Integer.MIN_VALUE;
    int[] byColumn = new int[columns];
    int[] byRow = new int[rows];
    for (int j = 0; j < columns && (!isRows || isBoth); j++) {
      byColumn[j] = all > Integer.MIN_VALUE ? all : draw(random, isBoth ? range / 2 : range);
    }
    for (int i = 0; i < rows && (isRows || isBoth); i++) {
      byRow[i] = draw(random, isBoth || all > Integer.MIN_VALUE ? range / 2 : range);
    }
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        int exponent = Math.clamp(byColumn[j] + byRow[i], -990, 990);
        values[i * columns + j] = Math.scalb(values[i * columns + j], exponent);
      }
    }
  }

  private static int draw(Random random, int range) {
    return range == 0 ? 0 : random.nextInt(2 * range + 1) - range;
  }

  /// Multiplies column j of a matrix, row after row, by 2 to the power of sign times its exponent.
  static void scaleColumns(double[] a, int columns, int[] exponents, int sign) {
    for (int i = 0; i < a.length; i++) {
      a[i] = Math.scalb(a[i], sign * exponents[i % columns]);
    }
  }

  /// The distance in the unit columns of each column from the span of those before it, relative to
  /// its length: by Gram and Schmidt, twice. 0 for a column of zeros.
  double[] distances() {
    double[] distances = new double[columns];
    double[][] basis = new double[columns][];
    for (int j = 0; j < columns; j++) {
      double[] v = new double[rows];
      for (int i = 0; i < rows; i++) {
        v[i] = unit[i * columns + j];
      }
      double length = norm(v);
      for (int again = 0; again < 3; again++) {
        for (int k = 0; k < j; k++) {
          if (basis[k].length > 0) {
            double dot = dot(v, basis[k]);
            for (int i = 0; i < rows; i++) {
              v[i] -= dot * basis[k][i];
            }
          }
        }
      }
      double rest = norm(v);
      distances[j] = length == 0 ? 0 : rest / length;
      basis[j] = distances[j] < 1e-13 ? new double[0] : v;
      for (int i = 0; i < basis[j].length; i++) {
        v[i] /= rest;
      }
    }
    return distances;
  }

  static double norm(double[] v) {
    return Math.sqrt(dot(v, v));
  }

  static double dot(double[] v, double[] w) {
    double sum = 0;
    for (int i = 0; i < v.length; i++) {
      sum += v[i] * w[i];
    }
    return sum;
  }

  @Override
  public String toString() {
    return "%s of %d × %d, exponents %s"
        .formatted(kind, rows, columns, java.util.Arrays.toString(exponents));
  }
}
