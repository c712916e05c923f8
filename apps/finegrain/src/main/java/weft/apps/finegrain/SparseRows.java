// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.Arrays;
import java.util.SplittableRandom;

/// The rows of one rank of a random sparse matrix, in two parts of compressed rows (CSR). One part
/// has the columns of the rank itself, and the other has the columns of other ranks.
///
/// The matrix is square. Row i has its diagonal, [#NEAR] columns within a band, and in every few
/// rows one column anywhere. Its values add up to less than one, so products stay small.
final class SparseRows {
  /// The elements of a row within the band.
  static final int NEAR = 24;

  private static final int BAND = 200;

  /// The seed from which the rows are drawn.
  ///
  /// @param rows rows of the whole matrix
  /// @param far one row in so many has a column anywhere
  /// @param seed the seed from which the elements are drawn
  record Shape(int rows, int far, long seed) {
    /// Draws row `row` into the arrays, which have room for [#NEAR] + 2, and returns its number of
    /// elements. A column may appear twice.
    int row(int row, int[] columns, double[] values) {
      var random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + row);
      int count = 0;
      columns[count++] = row;
      for (int i = 0; i < NEAR; i++) {
        int column = row + random.nextInt(2 * BAND + 1) - BAND;
        columns[count++] = Math.max(0, Math.min(rows - 1, column));
      }
      if (random.nextInt(far) == 0) {
        columns[count++] = random.nextInt(rows);
      }
      for (int i = 0; i < count; i++) {
        values[i] = random.nextDouble() / count;
      }
      return count;
    }

    /// The first row of `rank`; for `ranks`, the end of all rows.
    int first(int rank, int ranks) {
      return (int) ((long) rows * rank / ranks);
    }

    /// The product of the whole matrix with `vector`, one row after the other.
    double[] product(double[] vector) {
      var result = new double[rows];
      var columns = new int[NEAR + 2];
      var values = new double[NEAR + 2];
      for (int row = 0; row < rows; row++) {
        int count = row(row, columns, values);
        for (int i = 0; i < count; i++) {
          result[row] += values[i] * vector[columns[i]];
        }
      }
      return result;
    }
  }

  final int rows;

  /// The columns of others that this rank needs, in rising order.
  final int[] ghosts;

  private final int[] ownStarts;
  private int[] ownColumns = new int[1 << 12];
  private double[] ownValues = new double[1 << 12];
  private final int[] farStarts;

  /// Places in [#ghosts].
  private int[] farColumns = new int[1 << 8];

  private double[] farValues = new double[1 << 8];

  /// Draws the rows from `from` to `to` − 1.
  SparseRows(Shape shape, int from, int to) {
    this.rows = to - from;
    this.ownStarts = new int[rows + 1];
    this.farStarts = new int[rows + 1];
    var columns = new int[NEAR + 2];
    var values = new double[NEAR + 2];
    int own = 0;
    int far = 0;
    for (int row = from; row < to; row++) {
      int count = shape.row(row, columns, values);
      if (own + count > ownColumns.length) {
        ownColumns = Arrays.copyOf(ownColumns, 2 * ownColumns.length);
        ownValues = Arrays.copyOf(ownValues, 2 * ownValues.length);
      }
      if (far + count > farColumns.length) {
        farColumns = Arrays.copyOf(farColumns, 2 * farColumns.length);
        farValues = Arrays.copyOf(farValues, 2 * farValues.length);
      }
      for (int i = 0; i < count; i++) {
        if (columns[i] >= from && columns[i] < to) {
          ownColumns[own] = columns[i] - from;
          ownValues[own++] = values[i];
        } else {
          farColumns[far] = columns[i];
          farValues[far++] = values[i];
        }
      }
      ownStarts[row - from + 1] = own;
      farStarts[row - from + 1] = far;
    }
    ghosts = Arrays.stream(farColumns, 0, far).sorted().distinct().toArray();
    for (int i = 0; i < far; i++) {
      farColumns[i] = Arrays.binarySearch(ghosts, farColumns[i]);
    }
  }

  /// Sets `result` for rows `from` to `to` − 1, by the columns that this rank has.
  void multiplyOwn(int from, int to, double[] vector, double[] result) {
    for (int row = from; row < to; row++) {
      double sum = 0;
      for (int i = ownStarts[row]; i < ownStarts[row + 1]; i++) {
        sum += ownValues[i] * vector[ownColumns[i]];
      }
      result[row] = sum;
    }
  }

  /// Adds to `result` what the columns of others give; `ghostValues` has their elements.
  void addFar(double[] ghostValues, double[] result) {
    for (int row = 0; row < rows; row++) {
      for (int i = farStarts[row]; i < farStarts[row + 1]; i++) {
        result[row] += farValues[i] * ghostValues[farColumns[i]];
      }
    }
  }
}
