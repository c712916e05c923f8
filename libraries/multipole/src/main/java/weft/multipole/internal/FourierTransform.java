// SPDX-License-Identifier: Apache-2.0
package weft.multipole.internal;

import java.util.ArrayList;
import java.util.List;

/// Discrete Fourier transforms of many complex sequences at once, in single precision. Element i of
/// sequence q is at i·batch + q, so that inner loops run over neighbours.
///
/// Any length is possible; those with the factors 2, 3 and 5 alone are fast. Source: the
/// self-sorting algorithm of T. G. Stockham (C. Van Loan, "Computational frameworks for the fast
/// Fourier transform", 1992, section 1.7).
///
/// Not for several threads.
public final class FourierTransform {
  private final int length;
  private final int[] radices;
  private final double[] cos;
  private final double[] sin;
  private float[] spareRe = {};
  private float[] spareIm = {};

  /// Transforms of sequences of this length.
  public FourierTransform(int length) {
    this.length = length;
    radices = radices(length);
    cos = new double[length];
    sin = new double[length];
    for (int i = 0; i < length; i++) {
      cos[i] = Math.cos(2 * Math.PI * i / length);
      sin[i] = Math.sin(2 * Math.PI * i / length);
    }
  }

  private static int[] radices(int length) {
    List<Integer> found = new ArrayList<>();
    int rest = length;
    for (int radix : new int[] {4, 2, 3, 5}) {
      while (rest % radix == 0) {
        found.add(radix);
        rest /= radix;
      }
    }
    for (int prime = 7; rest > 1; prime += 2) {
      while (rest % prime == 0) {
        found.add(prime);
        rest /= prime;
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  /// The length of the sequences.
  public int length() {
    return length;
  }

  /// Replaces each sequence x by the sums of x_i e^{−2πi·ik/n}, or with the sign + by `backward`.
  /// Neither is scaled.
  public void run(float[] re, float[] im, int batch, boolean backward) {
    int size = length * batch;
    if (spareRe.length < size) {
      spareRe = new float[size];
      spareIm = new float[size];
    }
    float[] fromRe = re;
    float[] fromIm = im;
    float[] toRe = spareRe;
    float[] toIm = spareIm;
    int rest = length;
    int stride = batch;
    boolean isElsewhere = false;
    for (int radix : radices) {
      isElsewhere = !isElsewhere;
      stage(radix, rest, stride, fromRe, fromIm, toRe, toIm, backward ? 1 : -1);
      rest /= radix;
      stride *= radix;
      float[] swap = fromRe;
      fromRe = toRe;
      toRe = swap;
      swap = fromIm;
      fromIm = toIm;
      toIm = swap;
    }
    if (isElsewhere) {
      System.arraycopy(fromRe, 0, re, 0, size);
      System.arraycopy(fromIm, 0, im, 0, size);
    }
  }

  /// Cuts sequences of length `rest`, of which `stride` are side by side, into `radix` parts.
  private void stage(
      int radix,
      int rest,
      int stride,
      float[] fromRe,
      float[] fromIm,
      float[] toRe,
      float[] toIm,
      int sign) {
    int part = rest / radix;
    int unit = length / rest;
    for (int p = 0; p < part; p++) {
      int from = stride * p;
      int to = stride * radix * p;
      int apart = stride * part;
      if (radix == 4) {
        four(fromRe, fromIm, from, apart, toRe, toIm, to, stride, p * unit, sign);
      } else {
        any(radix, fromRe, fromIm, from, apart, toRe, toIm, to, stride, p * unit, sign);
      }
    }
  }

  private void four(
      float[] xRe,
      float[] xIm,
      int from,
      int apart,
      float[] yRe,
      float[] yIm,
      int to,
      int stride,
      int turn,
      int sign) {
    float c1 = (float) cos[turn];
    float s1 = sign * (float) sin[turn];
    float c2 = (float) cos[2 * turn];
    float s2 = sign * (float) sin[2 * turn];
    float c3 = (float) cos[3 * turn];
    float s3 = sign * (float) sin[3 * turn];
    for (int q = 0; q < stride; q++) {
      int at = from + q;
      float acRe = xRe[at] + xRe[at + 2 * apart];
      float acIm = xIm[at] + xIm[at + 2 * apart];
      float acdRe = xRe[at] - xRe[at + 2 * apart];
      float acdIm = xIm[at] - xIm[at + 2 * apart];
      float bdRe = xRe[at + apart] + xRe[at + 3 * apart];
      float bdIm = xIm[at + apart] + xIm[at + 3 * apart];
      // The difference times ±i.
      float turnedRe = -sign * (xIm[at + apart] - xIm[at + 3 * apart]);
      float turnedIm = sign * (xRe[at + apart] - xRe[at + 3 * apart]);
      int put = to + q;
      yRe[put] = acRe + bdRe;
      yIm[put] = acIm + bdIm;
      float oneRe = acdRe + turnedRe;
      float oneIm = acdIm + turnedIm;
      yRe[put + stride] = c1 * oneRe - s1 * oneIm;
      yIm[put + stride] = c1 * oneIm + s1 * oneRe;
      float twoRe = acRe - bdRe;
      float twoIm = acIm - bdIm;
      yRe[put + 2 * stride] = c2 * twoRe - s2 * twoIm;
      yIm[put + 2 * stride] = c2 * twoIm + s2 * twoRe;
      float threeRe = acdRe - turnedRe;
      float threeIm = acdIm - turnedIm;
      yRe[put + 3 * stride] = c3 * threeRe - s3 * threeIm;
      yIm[put + 3 * stride] = c3 * threeIm + s3 * threeRe;
    }
  }

  private void any(
      int radix,
      float[] xRe,
      float[] xIm,
      int from,
      int apart,
      float[] yRe,
      float[] yIm,
      int to,
      int stride,
      int turn,
      int sign) {
    for (int j = 0; j < radix; j++) {
      int put = to + j * stride;
      for (int i = 0; i < radix; i++) {
        // Both the twiddle factor and the small transform.
        long angle = (long) turn * j + (long) (length / radix) * i * j;
        float c = (float) cos[(int) (angle % length)];
        float s = sign * (float) sin[(int) (angle % length)];
        addTurned(xRe, xIm, from + i * apart, yRe, yIm, put, stride, c, s, i == 0);
      }
    }
  }

  private static void addTurned(
      float[] xRe,
      float[] xIm,
      int from,
      float[] yRe,
      float[] yIm,
      int to,
      int stride,
      float c,
      float s,
      boolean isFirst) {
    if (isFirst) {
      for (int q = 0; q < stride; q++) {
        yRe[to + q] = c * xRe[from + q] - s * xIm[from + q];
        yIm[to + q] = c * xIm[from + q] + s * xRe[from + q];
      }
      return;
    }
    for (int q = 0; q < stride; q++) {
      yRe[to + q] += c * xRe[from + q] - s * xIm[from + q];
      yIm[to + q] += c * xIm[from + q] + s * xRe[from + q];
    }
  }
}
