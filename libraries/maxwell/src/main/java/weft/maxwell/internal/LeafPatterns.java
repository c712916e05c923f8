// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import weft.multipole.GridField;
import weft.multipole.SphereGrid;
import weft.multipole.waves.Phases;

/// What the functions of a rank's leaves radiate: V(s) = ∫ J e^{−ik s·(y − C)} along θ and φ, for
/// the centre C of the leaf. As J is real, V of the opposite direction is the conjugate along θ,
/// and its negative along φ, whose unit vector turns around. So half of the directions are kept.
///
/// Not for several threads.
final class LeafPatterns {
  private static final int POINTS = TriangleRule.SIX.count();

  private final FunctionTree functions;
  private final BasisArrays basis;
  private final int firstLeaf;
  private final int samples;

  /// The directions that are kept: the first half of the grid's.
  private final int half;

  /// The sample in the opposite direction of each of them.
  private final int[] opposite;

  /// For each leaf of this rank, function by function: the pattern along θ, then along φ.
  private final float[][] re;

  private final float[][] im;

  private final float[] fields;

  /// @param k the wave number
  LeafPatterns(FunctionTree functions, double k, SphereGrid grid) {
    this.functions = functions;
    basis = functions.basis();
    firstLeaf = functions.plan().firstLeaf();
    samples = grid.samples();
    half = samples / 2;
    opposite = new int[half];
    int size = grid.size();
    for (int i = 0; i < half; i++) {
      opposite[i] = (size / 2 - i / size) * size + (i % size + size / 2) % size;
    }
    fields = new float[8 * half];
    int leaves = functions.plan().endLeaf() - firstLeaf;
    re = new float[leaves][];
    im = new float[leaves][];
    var triangle = new TrianglePattern(basis, k, grid, half);
    for (int i = 0; i < leaves; i++) {
      fill(firstLeaf + i, triangle);
    }
  }

  private void fill(int leaf, TrianglePattern pattern) {
    int size = functions.size(leaf);
    float[] toRe = new float[2 * half * size];
    float[] toIm = new float[2 * half * size];
    double[] centre = functions.tree().centre(functions.tree().levels(), leaf);
    for (int n = functions.firstTriangle(leaf); n < functions.firstTriangle(leaf + 1); n++) {
      int t = functions.triangle(n);
      pattern.compute(t, centre);
      for (int e = basis.firsts()[t]; e < basis.firsts()[t + 1]; e++) {
        int entry = basis.entries()[e];
        int function = BasisArrays.function(entry);
        if (functions.leaf(function) == leaf) {
          int at = 2 * half * functions.placeInLeaf(function);
          double sign = BasisArrays.sign(entry);
          pattern.add(BasisArrays.corner(entry), (float) sign, toRe, toIm, at);
        }
      }
    }
    re[leaf - firstLeaf] = toRe;
    im[leaf - firstLeaf] = toIm;
  }

  /// The patterns of one triangle's three functions, from sums over its points.
  private static final class TrianglePattern {
    private final BasisArrays basis;
    private final double[] placed;
    private final int half;
    private final float[] a;
    private final float[] b;
    private final float[] c;
    private final double[] theta;
    private final double[] phi;
    private final float[] cos;
    private final float[] sin;

    /// Real and imaginary parts of the sums of e^{−ik s·(y − C)}, and of it times y − c along θ and
    /// φ, where c is the centre of the triangle.
    private final float[][] sums;

    private final double[] centre = new double[3];
    private int triangle;

    TrianglePattern(BasisArrays basis, double k, SphereGrid grid, int half) {
      this.basis = basis;
      this.half = half;
      placed = TriangleRule.SIX.on(basis.points(), basis.triangles());
      double[] directions = grid.directions();
      theta = grid.thetas();
      phi = grid.phis();
      a = new float[half];
      b = new float[half];
      c = new float[half];
      for (int i = 0; i < half; i++) {
        a[i] = (float) (k * directions[3 * i]);
        b[i] = (float) (k * directions[3 * i + 1]);
        c[i] = (float) (k * directions[3 * i + 2]);
      }
      cos = new float[half];
      sin = new float[half];
      sums = new float[6][half];
    }

    void compute(int t, double[] leafCentre) {
      triangle = t;
      for (float[] sum : sums) {
        Arrays.fill(sum, 0);
      }
      for (int axis = 0; axis < 3; axis++) {
        centre[axis] = 0;
        for (int corner = 0; corner < 3; corner++) {
          centre[axis] += corner(corner, axis) / 3;
        }
      }
      for (int p = 0; p < POINTS; p++) {
        int at = 3 * (POINTS * t + p);
        Phases.along(
            a,
            b,
            c,
            (float) (placed[at] - leafCentre[0]),
            (float) (placed[at + 1] - leafCentre[1]),
            (float) (placed[at + 2] - leafCentre[2]),
            cos,
            sin);
        float w = (float) TriangleRule.SIX.weights()[p];
        double x = placed[at] - centre[0];
        double y = placed[at + 1] - centre[1];
        double z = placed[at + 2] - centre[2];
        for (int i = 0; i < half; i++) {
          float u = (float) (theta[3 * i] * x + theta[3 * i + 1] * y + theta[3 * i + 2] * z);
          float v = (float) (phi[3 * i] * x + phi[3 * i + 1] * y + phi[3 * i + 2] * z);
          float re = w * cos[i];
          float im = -w * sin[i];
          sums[0][i] += re;
          sums[1][i] += im;
          sums[2][i] += re * u;
          sums[3][i] += im * u;
          sums[4][i] += re * v;
          sums[5][i] += im * v;
        }
      }
    }

    private double corner(int corner, int axis) {
      return basis.points()[3 * basis.triangles()[3 * triangle + corner] + axis];
    }

    /// Adds the pattern of (y − S)/2|T|, where S is a corner.
    void add(int corner, float sign, float[] re, float[] im, int at) {
      double x = corner(corner, 0) - centre[0];
      double y = corner(corner, 1) - centre[1];
      double z = corner(corner, 2) - centre[2];
      float f = 0.5f * sign;
      for (int i = 0; i < half; i++) {
        float u = (float) (theta[3 * i] * x + theta[3 * i + 1] * y + theta[3 * i + 2] * z);
        float v = (float) (phi[3 * i] * x + phi[3 * i + 1] * y + phi[3 * i + 2] * z);
        re[at + i] += f * (sums[2][i] - u * sums[0][i]);
        im[at + i] += f * (sums[3][i] - u * sums[1][i]);
        re[at + half + i] += f * (sums[4][i] - v * sums[0][i]);
        im[at + half + i] += f * (sums[5][i] - v * sums[1][i]);
      }
    }
  }

  /// The bytes of all patterns.
  long bytes() {
    long floats = 0;
    for (float[] each : re) {
      floats += each.length;
    }
    return 2 * Float.BYTES * floats;
  }

  /// Adds to a field, which is zero, the patterns times the values of a leaf's functions.
  void radiate(int leaf, double[] values, int at, GridField field) {
    int wide = 2 * half;
    Arrays.fill(fields, 0);
    for (int i = 0; i < functions.size(leaf); i++) {
      float vr = (float) values[at + 2 * i];
      float vi = (float) values[at + 2 * i + 1];
      spread(re[leaf - firstLeaf], im[leaf - firstLeaf], i * wide, wide, vr, vi, fields);
    }
    for (int i = 0; i < wide; i++) {
      boolean isPhi = i >= half;
      int from = isPhi ? samples : 0;
      int here = from + (isPhi ? i - half : i);
      int there = from + opposite[isPhi ? i - half : i];
      float rr = fields[i];
      float ri = fields[wide + i];
      float ir = fields[2 * wide + i];
      float ii = fields[3 * wide + i];
      float sign = isPhi ? -1 : 1;
      field.re()[here] += rr - ii;
      field.im()[here] += ri + ir;
      field.re()[there] += sign * (rr + ii);
      field.im()[there] += sign * (ri - ir);
    }
  }

  /// Adds real and imaginary parts of a pattern times those of a value.
  private static void spread(
      float[] re, float[] im, int from, int wide, float vr, float vi, float[] sums) {
    for (int i = 0; i < wide; i++) {
      float p = re[from + i];
      float q = im[from + i];
      sums[i] += p * vr;
      sums[wide + i] += p * vi;
      sums[2 * wide + i] += q * vr;
      sums[3 * wide + i] += q * vi;
    }
  }

  /// Adds to the results of a leaf's functions a factor times the sum over all directions of the
  /// conjugate pattern times the field; or, if `turned`, of the field along θ instead of φ, and the
  /// negative one along φ instead of θ.
  ///
  /// @param factorRe the real part of the factor
  /// @param each complex results of a function
  void receive(
      int leaf,
      GridField field,
      boolean turned,
      double factorRe,
      double factorIm,
      double[] results,
      int at,
      int each) {
    int wide = 2 * half;
    for (int i = 0; i < wide; i++) {
      boolean isPhi = i >= half;
      int from = isPhi == turned ? 0 : samples;
      float sign = turned && !isPhi ? -1 : 1;
      int here = from + (isPhi ? i - half : i);
      int there = from + opposite[isPhi ? i - half : i];
      float other = isPhi ? -1 : 1;
      float hr = sign * field.re()[here];
      float hi = sign * field.im()[here];
      float tr = sign * other * field.re()[there];
      float ti = sign * other * field.im()[there];
      fields[i] = hr + tr;
      fields[wide + i] = hi + ti;
      fields[2 * wide + i] = hr - tr;
      fields[3 * wide + i] = hi - ti;
    }
    float[] p = re[leaf - firstLeaf];
    float[] q = im[leaf - firstLeaf];
    for (int n = 0; n < functions.size(leaf); n++) {
      int from = n * wide;
      float rr = 0;
      float ri = 0;
      float ir = 0;
      float ii = 0;
      for (int i = 0; i < wide; i++) {
        float a = p[from + i];
        float b = q[from + i];
        rr += a * fields[i];
        ri += a * fields[wide + i];
        ir += b * fields[2 * wide + i];
        ii += b * fields[3 * wide + i];
      }
      // p times the sum of both directions − iq times their difference.
      double sumRe = rr + ii;
      double sumIm = ri - ir;
      results[at + 2 * each * n] += factorRe * sumRe - factorIm * sumIm;
      results[at + 2 * each * n + 1] += factorRe * sumIm + factorIm * sumRe;
    }
  }
}
