// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import weft.linalg.kernel.Tile;

/// Powers of two by which columns are multiplied before a factorisation A = Q·R, so that squares of
/// their elements neither overflow nor underflow. They do not round, and Q does not change. Columns
/// whose squares are safe are not touched, so most matrices cost nothing.
public final class ColumnScales {
  /// Up to this exponent, products of two columns and their sums are far from overflow, and
  /// products that underflow do not matter.
  private static final int SAFE = 200;

  private final CyclicMatrix a;

  /// The exponents of this rank's columns, and the number of those that are not 0.
  private final int[] exponents;

  private int scaled;

  /// @param sums the sums of absolute values of this rank's columns, the same on all ranks of a
  ///   grid column; they may be infinite
  public ColumnScales(CyclicMatrix a, double[] sums) {
    this.a = a;
    this.exponents = new int[sums.length];
    for (int j = 0; j < sums.length; j++) {
      int exponent = sums[j] == 0 ? 0 : Math.getExponent(sums[j]);
      if (Math.abs(exponent) > SAFE) {
        exponents[j] = exponent;
        scaled++;
      }
    }
  }

  /// Scales the columns that need it.
  public void apply() {
    Tile mine = a.local();
    for (int i = 0; scaled > 0 && i < mine.rows(); i++) {
      scale(mine, i, 0, -1);
    }
  }

  /// Scales the columns of R back, on and above the diagonal.
  public void undo() {
    Tile mine = a.local();
    for (int i = 0; scaled > 0 && i < mine.rows(); i++) {
      scale(mine, i, a.columnsBefore(a.rowOf(i)), 1);
    }
  }

  private void scale(Tile mine, int i, int from, int sign) {
    for (int j = from; j < exponents.length; j++) {
      if (exponents[j] != 0) {
        mine.set(i, j, Math.scalb(mine.get(i, j), sign * exponents[j]));
      }
    }
  }
}
