// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

/// The elements of Z, and of K where a closed part needs them, for the functions of two leaves, in
/// single precision. They are kept column by column: all real parts, then all imaginary ones.
///
/// @param rows the functions of the first leaf
/// @param columns the functions of the second leaf
/// @param z the elements of Z
/// @param k the elements of K, or nothing
@SuppressWarnings("ArrayRecordComponent") // never compared
record NearBlock(int rows, int columns, float[] z, float[] k) {
  static NearBlock of(int rows, int columns, boolean turns) {
    int count = Math.multiplyExact(2, Math.multiplyExact(rows, columns));
    return new NearBlock(rows, columns, new float[count], new float[turns ? count : 0]);
  }

  /// Bytes of the elements.
  long bytes() {
    return 4L * (z.length + k.length);
  }

  boolean turns() {
    return k.length > 0;
  }

  void add(int row, int column, double sign, PairIntegrals from, int at) {
    int re = column * rows + row;
    int im = re + rows * columns;
    z[re] += (float) (sign * from.potential[at]);
    z[im] += (float) (sign * from.potential[at + 1]);
    if (k.length > 0) {
      k[re] += (float) (sign * from.gradient[at]);
      k[im] += (float) (sign * from.gradient[at + 1]);
    }
  }

  /// Adds the product of a matrix and a vector.
  static void addProduct(
      float[] matrix, int rows, int columns, float[] x, float[] sumRe, float[] sumIm) {
    int half = rows * columns;
    for (int c = 0; c < columns; c++) {
      addColumn(matrix, c * rows, half + c * rows, rows, x[2 * c], x[2 * c + 1], sumRe, sumIm);
    }
  }

  private static void addColumn(
      float[] matrix, int re, int im, int rows, float xr, float xi, float[] sumRe, float[] sumIm) {
    for (int r = 0; r < rows; r++) {
      float a = matrix[re + r];
      float b = matrix[im + r];
      sumRe[r] += a * xr - b * xi;
      sumIm[r] += a * xi + b * xr;
    }
  }

  /// Adds the product of the transpose of a matrix and a vector: one sum for each column.
  static void addTransposed(
      float[] matrix, int rows, int columns, float[] x, float[] sumRe, float[] sumIm) {
    int half = rows * columns;
    for (int c = 0; c < columns; c++) {
      int re = c * rows;
      int im = half + re;
      // Independent sums, which the processor adds at the same time.
      float rr = 0;
      float ii = 0;
      float ri = 0;
      float ir = 0;
      for (int r = 0; r < rows; r++) {
        float a = matrix[re + r];
        float b = matrix[im + r];
        rr += a * x[2 * r];
        ii += b * x[2 * r + 1];
        ri += a * x[2 * r + 1];
        ir += b * x[2 * r];
      }
      sumRe[c] += rr - ii;
      sumIm[c] += ri + ir;
    }
  }
}
