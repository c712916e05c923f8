// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import weft.collective.Operator;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Norms of distributed matrices. If an element is NaN, every norm is NaN.
public final class Norms {
  private static final double[] NONE = {};

  private Norms() {}

  public static double one(CyclicMatrix a) {
    return greatest(a, columnSums(a));
  }

  /// The sums of the absolute values in this rank's columns, over all rows.
  private static double[] columnSums(CyclicMatrix a) {
    if (a.rows() == 0 || a.columns() == 0) {
      return NONE;
    }
    Tile mine = a.local();
    double[] sums = new double[mine.columns()];
    double[] row = new double[mine.columns()];
    for (int i = 0; i < mine.rows(); i++) {
      mine.read(i, 0, row, 0, row.length);
      for (int j = 0; j < row.length; j++) {
        sums[j] += Math.abs(row[j]);
      }
    }
    if (sums.length > 0) {
      a.grid().column.allreduce(sums, Operator.SUM);
    }
    return sums;
  }

  /// The 1-norm, after a check that all elements are finite.
  public static double oneOfFinite(CyclicMatrix a, String call) {
    double norm = one(a);
    if (!Double.isFinite(norm)) { // perhaps only a sum overflowed
      a.checkFinite(call);
    }
    return norm;
  }

  /// The sums of the absolute values in this rank's columns, over all rows, after a check that all
  /// elements are finite. A sum may overflow.
  public static double[] columnSumsOfFinite(CyclicMatrix a, String call) {
    double[] sums = columnSums(a);
    if (!Double.isFinite(greatest(a, sums))) {
      a.checkFinite(call);
    }
    return sums;
  }

  /// The 1-norm of a symmetric matrix. Only elements on and below the diagonal are read.
  public static double symmetricOne(CyclicMatrix a) {
    Tile mine = a.local();
    double[] sums = new double[Math.toIntExact(a.columns())];
    double[] mySums = new double[mine.columns()];
    double[] line = new double[mine.columns()];
    for (int i = 0; i < mine.rows(); i++) {
      int row = (int) a.rowOf(i);
      int before = a.columnsBefore(row);
      int count = a.columnsBefore(row + 1L);
      mine.read(i, 0, line, 0, count);
      for (int j = 0; j < before; j++) {
        line[j] = Math.abs(line[j]);
        mySums[j] += line[j];
      }
      sums[row] += sum(line, before);
      if (before < count) { // the diagonal counts once
        mySums[before] += Math.abs(line[before]);
      }
    }
    for (int j = 0; j < mySums.length; j++) {
      sums[(int) a.columnOf(j)] += mySums[j];
    }
    if (sums.length > 0) {
      a.grid().all.allreduce(sums, Operator.SUM);
    }
    return greatest(a, sums);
  }

  /// Of the first `count` values, in four sums: additions to one wait for each other.
  private static double sum(double[] values, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int j = 0;
    for (; j < count - 3; j += 4) {
      a += values[j];
      b += values[j + 1];
      c += values[j + 2];
      d += values[j + 3];
    }
    for (; j < count; j++) {
      a += values[j];
    }
    return a + b + (c + d);
  }

  public static double infinity(CyclicMatrix a) {
    if (a.rows() == 0 || a.columns() == 0) {
      return 0;
    }
    Tile mine = a.local();
    double[] sums = new double[mine.rows()];
    for (int i = 0; i < mine.rows(); i++) {
      for (int j = 0; j < mine.columns(); j++) {
        sums[i] += Math.abs(mine.get(i, j));
      }
    }
    if (sums.length > 0) {
      a.grid().row.allreduce(sums, Operator.SUM);
    }
    return greatest(a, sums);
  }

  public static double greatest(CyclicMatrix a) {
    if (a.rows() == 0 || a.columns() == 0) {
      return 0;
    }
    Tile mine = a.local();
    double[] most = new double[mine.columns()];
    double[] row = new double[mine.columns()];
    for (int i = 0; i < mine.rows(); i++) {
      mine.read(i, 0, row, 0, row.length);
      for (int j = 0; j < row.length; j++) {
        most[j] = Math.max(most[j], Math.abs(row[j]));
      }
    }
    return greatest(a, most);
  }

  /// The greatest absolute values on and above the diagonal in this rank's columns, over all rows.
  public static double[] greatestAbove(CyclicMatrix a) {
    Tile mine = a.local();
    double[] most = new double[mine.columns()];
    for (int i = 0; i < mine.rows(); i++) {
      for (int j = a.columnsBefore(a.rowOf(i)); j < most.length; j++) {
        most[j] = Math.max(most[j], Math.abs(mine.get(i, j)));
      }
    }
    if (most.length > 0) {
      a.grid().column.allreduce(most, Operator.MAX);
    }
    return most;
  }

  public static double frobenius(CyclicMatrix a) {
    double scale = greatest(a);
    if (scale == 0 || !Double.isFinite(scale)) {
      return scale;
    }
    Tile mine = a.local();
    double sum = 0;
    for (int i = 0; i < mine.rows(); i++) {
      for (int j = 0; j < mine.columns(); j++) {
        double scaled = mine.get(i, j) / scale;
        sum += scaled * scaled;
      }
    }
    return scale * Math.sqrt(a.grid().all.allreduce(sum, Operator.SUM));
  }

  public static double residual(CyclicMatrix a, CyclicMatrix x, CyclicMatrix b) {
    try (CyclicMatrix rest = b.copy()) {
      Multiplication.run(-1, a, Op.PLAIN, x, Op.PLAIN, 1, rest);
      double error = infinity(rest);
      double size = infinity(a) * infinity(x) + infinity(b);
      return error == 0 ? 0 : error / (0x1p-53 * size * a.rows());
    }
  }

  /// The greatest of all values of all ranks. NaN counts as the greatest, because a flag is reduced
  /// with the values: the collective's operator may ignore NaN.
  private static double greatest(CyclicMatrix a, double[] values) {
    double most = 0;
    boolean isNumber = true;
    for (double value : values) {
      isNumber &= !Double.isNaN(value);
      most = Math.max(most, value);
    }
    double[] all = {isNumber ? most : 0, isNumber ? 0 : 1};
    a.grid().all.allreduce(all, Operator.MAX);
    return all[1] > 0 ? Double.NaN : all[0];
  }
}
