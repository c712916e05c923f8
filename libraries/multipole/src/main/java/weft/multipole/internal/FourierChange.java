// SPDX-License-Identifier: Apache-2.0
package weft.multipole.internal;

import java.util.Arrays;

/// The change of grids by fast Fourier transforms, first along one angle and then along the other.
/// Along θ each column b < N/2 is made a whole circle with column b + N/2.
final class FourierChange extends GridChange {
  private final FourierTransform forward;
  private final FourierTransform backward;
  private final float[] re;
  private final float[] im;
  private final float[] nextRe;
  private final float[] nextIm;
  private final float[] middleRe;
  private final float[] middleIm;

  FourierChange(int from, int to, int parity) {
    super(from, to, parity);
    forward = new FourierTransform(from);
    backward = new FourierTransform(to);
    int most = Math.max(from, to) * rows(Math.max(from, to));
    re = new float[most];
    im = new float[most];
    nextRe = new float[most];
    nextIm = new float[most];
    middleRe = new float[most];
    middleIm = new float[most];
  }

  @Override
  public void run(
      float[] fromRe, float[] fromIm, int fromAt, float[] toRe, float[] toIm, int toAt) {
    if (to > from) {
      alongPhi(fromRe, fromIm, fromAt, middleRe, middleIm, 0, rows(from));
      alongTheta(middleRe, middleIm, 0, toRe, toIm, toAt, to);
    } else {
      alongTheta(fromRe, fromIm, fromAt, middleRe, middleIm, 0, from);
      alongPhi(middleRe, middleIm, 0, toRe, toIm, toAt, rows(to));
    }
  }

  private void alongPhi(
      float[] inRe, float[] inIm, int inAt, float[] outRe, float[] outIm, int outAt, int rows) {
    transpose(inRe, inAt, re, 0, rows, from);
    transpose(inIm, inAt, im, 0, rows, from);
    change(rows);
    transpose(nextRe, 0, outRe, outAt, to, rows);
    transpose(nextIm, 0, outIm, outAt, to, rows);
  }

  private void alongTheta(
      float[] inRe, float[] inIm, int inAt, float[] outRe, float[] outIm, int outAt, int columns) {
    circles(inRe, inAt, re, columns / 2);
    circles(inIm, inAt, im, columns / 2);
    change(columns / 2);
    rowsOf(nextRe, outRe, outAt, columns / 2);
    rowsOf(nextIm, outIm, outAt, columns / 2);
  }

  /// Sets `next` to the sequences of the second length that have the common modes.
  private void change(int batch) {
    forward.run(re, im, batch, false);
    copyModes(re, nextRe, batch);
    copyModes(im, nextIm, batch);
    backward.run(nextRe, nextIm, batch, true);
  }

  private void copyModes(float[] all, float[] common, int batch) {
    int kept = modes();
    float scale = 1f / from;
    Arrays.fill(common, kept * batch, (to - kept + 1) * batch, 0);
    for (int i = 0; i < kept * batch; i++) {
      common[i] = scale * all[i];
    }
    // The modes −(kept − 1) … −1 are the last ones.
    int high = (kept - 1) * batch;
    int allAt = from * batch - high;
    int at = to * batch - high;
    for (int i = 0; i < high; i++) {
      common[at + i] = scale * all[allAt + i];
    }
  }

  private static void transpose(
      float[] in, int inAt, float[] out, int outAt, int rows, int columns) {
    int block = 16;
    for (int r = 0; r < rows; r += block) {
      for (int c = 0; c < columns; c += block) {
        int lastRow = Math.min(rows, r + block);
        int lastColumn = Math.min(columns, c + block);
        for (int i = r; i < lastRow; i++) {
          for (int j = c; j < lastColumn; j++) {
            out[outAt + j * rows + i] = in[inAt + i * columns + j];
          }
        }
      }
    }
  }

  private void circles(float[] in, int inAt, float[] out, int half) {
    for (int a = 0; a < from; a++) {
      boolean isKept = a <= from / 2;
      int at = inAt + 2 * half * (isKept ? a : from - a) + (isKept ? 0 : half);
      float sign = isKept ? 1 : parity;
      for (int b = 0; b < half; b++) {
        out[a * half + b] = sign * in[at + b];
      }
    }
  }

  private void rowsOf(float[] circles, float[] out, int outAt, int half) {
    for (int a = 0; a < rows(to); a++) {
      int at = outAt + 2 * half * a;
      System.arraycopy(circles, a * half, out, at, half);
      int mirrored = (to - a) % to * half;
      for (int b = 0; b < half; b++) {
        out[at + half + b] = parity * circles[mirrored + b];
      }
    }
  }
}
