// SPDX-License-Identifier: Apache-2.0
package weft.multipole.internal;

import java.util.Arrays;

/// The change of grids by small real matrices: one along φ, and two along θ, for the even and the
/// odd functions of which columns b and b + N/2 are sum and difference.
final class MatrixChange extends GridChange {
  /// Row by row of the first grid.
  private final float[] along;

  /// Row by row of the second grid.
  private final float[] even;

  private final float[] odd;
  private final float[] middle;
  private final float[] sums;
  private final float[] differences;
  private final float[] evens;
  private final float[] odds;

  MatrixChange(int from, int to, int parity) {
    super(from, to, parity);
    along = new float[from * to];
    for (int i = 0; i < from; i++) {
      for (int j = 0; j < to; j++) {
        along[i * to + j] = (float) kernel(angle(j, to) - angle(i, from));
      }
    }
    int rowsFrom = rows(from);
    int rowsTo = rows(to);
    even = new float[rowsTo * rowsFrom];
    odd = new float[rowsTo * rowsFrom];
    for (int j = 0; j < rowsTo; j++) {
      for (int i = 0; i < rowsFrom; i++) {
        double here = kernel(angle(j, to) - angle(i, from));
        double there = i == 0 || i == rowsFrom - 1 ? 0 : kernel(angle(j, to) + angle(i, from));
        // Half, because a column is half of the sum and of the difference of both.
        even[j * rowsFrom + i] = (float) (0.5 * (here + there));
        odd[j * rowsFrom + i] = (float) (i == 0 || i == rowsFrom - 1 ? 0 : 0.5 * (here - there));
      }
    }
    int columns = Math.max(from, to) / 2;
    middle = new float[Math.max(rowsFrom * to, rowsTo * from)];
    sums = new float[rowsFrom * columns];
    differences = new float[rowsFrom * columns];
    evens = new float[columns];
    odds = new float[columns];
  }

  private static double angle(int index, int size) {
    return 2 * Math.PI * index / size;
  }

  /// The value at a distance, from a sample of 1, of the function with all common modes.
  private double kernel(double angle) {
    double sum = 1;
    for (int n = 1; n < modes(); n++) {
      sum += 2 * Math.cos(n * angle);
    }
    return sum / from;
  }

  @Override
  public void run(
      float[] fromRe, float[] fromIm, int fromAt, float[] toRe, float[] toIm, int toAt) {
    plane(fromRe, fromAt, toRe, toAt);
    plane(fromIm, fromAt, toIm, toAt);
  }

  /// The smaller grid lies between both steps.
  private void plane(float[] in, int inAt, float[] out, int outAt) {
    if (to > from) {
      alongPhi(in, inAt, middle, 0, rows(from));
      alongTheta(middle, 0, out, outAt, to);
    } else {
      alongTheta(in, inAt, middle, 0, from);
      alongPhi(middle, 0, out, outAt, rows(to));
    }
  }

  private void alongPhi(float[] in, int inAt, float[] out, int outAt, int rows) {
    Arrays.fill(out, outAt, outAt + rows * to, 0);
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < from; i++) {
        addTimes(in[inAt + row * from + i], along, i * to, out, outAt + row * to, to);
      }
    }
  }

  private void alongTheta(float[] in, int inAt, float[] out, int outAt, int columns) {
    int half = columns / 2;
    int rowsFrom = rows(from);
    for (int row = 0; row < rowsFrom; row++) {
      int at = inAt + row * columns;
      for (int b = 0; b < half; b++) {
        float here = in[at + b];
        float there = parity * in[at + half + b];
        sums[row * half + b] = here + there;
        differences[row * half + b] = here - there;
      }
    }
    for (int row = 0; row < rows(to); row++) {
      Arrays.fill(evens, 0, half, 0);
      Arrays.fill(odds, 0, half, 0);
      for (int i = 0; i < rowsFrom; i++) {
        addTimes(even[row * rowsFrom + i], sums, i * half, evens, 0, half);
        addTimes(odd[row * rowsFrom + i], differences, i * half, odds, 0, half);
      }
      int at = outAt + row * columns;
      for (int b = 0; b < half; b++) {
        out[at + b] = evens[b] + odds[b];
        out[at + half + b] = parity * (evens[b] - odds[b]);
      }
    }
  }

  private static void addTimes(float factor, float[] x, int xAt, float[] y, int yAt, int count) {
    for (int i = 0; i < count; i++) {
      y[yAt + i] += factor * x[xAt + i];
    }
  }
}
