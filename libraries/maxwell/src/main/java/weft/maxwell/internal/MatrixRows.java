// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import java.util.stream.IntStream;
import weft.linalg.kernel.Tile;

/// Computes the rows and columns of the matrix that a rank owns, in place.
///
/// The complex matrix M of order N is stored as the real one of order 2N in which every element
/// M(i, j) becomes the four elements [Re, −Im; Im, Re] of the rows 2i, 2i + 1 and the columns 2j,
/// 2j +
/// 1. So all four are in one block. A rank owns whole columns, which the second operator of closed
///    bodies needs.
public final class MatrixRows {
  /// ComplexNumber columns that are finished together.
  private static final int STRIP = 16;

  private final int[] firsts;
  private final int[] entries;
  private final int size;
  private final double k;
  private final double[] points;
  private final int[] triangles;
  private final ClosedPart closed;

  /// @param size the number of functions
  /// @param firsts the begin of each triangle's entries
  /// @param entries the functions of each triangle
  /// @param closed the equations of closed parts
  public MatrixRows(
      double[] points,
      int[] triangles,
      int size,
      int[] firsts,
      int[] entries,
      double k,
      ClosedPart closed) {
    this.points = points;
    this.triangles = triangles;
    this.size = size;
    this.firsts = firsts;
    this.entries = entries;
    this.k = k;
    this.closed = closed;
  }

  /// Sets all elements of a tile of 2N rows, which is zero before.
  ///
  /// @param columnOf the function of each pair of columns of the tile
  /// @param perAxis points per axis of the rules for touching triangles
  /// @param progress is called now and then
  public void fill(Tile tile, int[] columnOf, int perAxis, StepProgress progress) {
    addIntegrals(tile, columnOf, perAxis, progress);
    finish(tile, columnOf);
  }

  /// After this, row 2i holds the complex elements of Z, and row 2i + 1 those of K where the
  /// function i belongs to a closed part.
  private void addIntegrals(Tile tile, int[] columnOf, int perAxis, StepProgress progress) {
    int width = tile.columns();
    int[] localOf = new int[size];
    for (int c = 0; c < columnOf.length; c++) {
      localOf[columnOf[c]] = c + 1;
    }
    int[] sources = sources(localOf);
    var integrals = new PairIntegrals(points, triangles, k, perAxis, closed.any());
    int count = triangles.length / 3;
    double[] line = new double[width];
    // The rows of a triangle are summed in arrays, corner by corner: registered memory is slower.
    double[] potential = new double[3 * width];
    double[] gradient = closed.any() ? new double[3 * width] : potential;
    for (int t = 0; t < count; t++) {
      if (t % 64 == 0) {
        progress.at(t, count);
      }
      Arrays.fill(potential, 0);
      Arrays.fill(gradient, 0);
      integrals.run(t, sources, s -> addPair(s, width, localOf, integrals, potential, gradient));
      addRows(tile, t, potential, gradient, line);
    }
  }

  private void addRows(Tile tile, int t, double[] potential, double[] gradient, double[] line) {
    int width = line.length;
    for (int e = firsts[t]; e < firsts[t + 1]; e++) {
      int i = entries[e] >> 3;
      int a = entries[e] >> 1 & 3;
      double sign = (entries[e] & 1) == 0 ? 1 : -1;
      addRow(tile, 2 * i, potential, a * width, sign, line);
      if (closed.has(i)) {
        addRow(tile, 2 * i + 1, gradient, a * width, sign, line);
      }
    }
  }

  private void addPair(
      int s,
      int width,
      int[] localOf,
      PairIntegrals integrals,
      double[] potential,
      double[] gradient) {
    for (int e = firsts[s]; e < firsts[s + 1]; e++) {
      int local = localOf[entries[e] >> 3];
      if (local == 0) {
        continue;
      }
      int b = entries[e] >> 1 & 3;
      double sign = (entries[e] & 1) == 0 ? 1 : -1;
      int column = 2 * (local - 1);
      for (int a = 0; a < 3; a++) {
        int from = 6 * a + 2 * b;
        potential[a * width + column] += sign * integrals.potential[from];
        potential[a * width + column + 1] += sign * integrals.potential[from + 1];
        if (closed.any()) {
          gradient[a * width + column] += sign * integrals.gradient[from];
          gradient[a * width + column + 1] += sign * integrals.gradient[from + 1];
        }
      }
    }
  }

  private static void addRow(
      Tile tile, int row, double[] values, int from, double sign, double[] line) {
    tile.read(row, 0, line, 0, line.length);
    for (int c = 0; c < line.length; c++) {
      line[c] += sign * values[from + c];
    }
    tile.write(row, 0, line, 0, line.length);
  }

  /// The triangles that have a function whose column is here.
  private int[] sources(int[] localOf) {
    return IntStream.range(0, triangles.length / 3)
        .filter(s -> {
          for (int e = firsts[s]; e < firsts[s + 1]; e++) {
            if (localOf[entries[e] >> 3] > 0) {
              return true;
            }
          }
          return false;
        })
        .toArray();
  }

  /// Replaces Z and K by −ikZ, or by α(−ik)Z + (1 − α)BY in the rows of closed parts.
  private void finish(Tile tile, int[] columnOf) {
    double[] line = new double[2 * STRIP];
    double alpha = ClosedPart.ALPHA;
    for (int begin = 0; begin < columnOf.length; begin += STRIP) {
      int count = Math.min(STRIP, columnOf.length - begin);
      int wide = 2 * count;
      double[] turned = closed.any() ? magnetic(tile, columnOf, begin, count) : line;
      for (int i = 0; i < size; i++) {
        tile.read(2 * i, 2 * begin, line, 0, wide);
        boolean inside = closed.has(i);
        double electric = inside ? alpha : 1;
        double[] first = new double[wide];
        double[] second = new double[wide];
        for (int c = 0; c < wide; c += 2) {
          double re = electric * k * line[c + 1];
          double im = -electric * k * line[c];
          if (inside) {
            re += (1 - alpha) * turned[i * wide + c];
            im += (1 - alpha) * turned[i * wide + c + 1];
          }
          first[c] = re;
          first[c + 1] = -im;
          second[c] = im;
          second[c + 1] = re;
        }
        tile.write(2 * i, 2 * begin, first, 0, wide);
        tile.write(2 * i + 1, 2 * begin, second, 0, wide);
      }
    }
  }

  /// BY for some columns, with Y = −(½R + K).
  private double[] magnetic(Tile tile, int[] columnOf, int begin, int count) {
    int wide = 2 * count;
    double[] y = new double[size * wide];
    for (int i = 0; i < size; i++) {
      if (closed.has(i)) {
        tile.read(2 * i + 1, 2 * begin, y, i * wide, wide);
      }
    }
    for (int c = 0; c < count; c++) {
      closed.addHalfTurn(columnOf[begin + c], y, 2 * c, wide);
    }
    for (int i = 0; i < y.length; i++) {
      y[i] = -y[i];
    }
    return closed.turn(y, wide);
  }
}
