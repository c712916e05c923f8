// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.util.Arrays;

/// Products in portable Java. Blocks of both factors are packed into arrays. The innermost loop
/// adds four rows of B to two rows of C, which share the loaded elements of B. The JVM's compiler
/// vectorises this loop, because each row is an array of its own and all rows use one index.
///
/// Each element is a chain of `fma` in the order of k, wherever C is cut.
final class JavaKernels implements Kernels {
  /// Columns of a packed block of B. Four rows of it fit the first-level cache beside two rows of
  /// C.
  private static final int WIDE = 256;

  /// Rows of a packed block of B, a multiple of [#UNROLL]; the block fits the second-level cache.
  private static final int DEEP = 128;

  /// Rows of a packed block of A, an even number.
  private static final int HIGH = 64;

  private static final int UNROLL = 4;

  private final double[] packedA = new double[HIGH * DEEP];
  private final double[][] packedB = new double[DEEP][WIDE];
  private final double[] row = new double[WIDE];

  /// The row after it. Its contents are ignored if C has no such row.
  private final double[] second = new double[WIDE];

  @Override
  public String name() {
    return "portable Java";
  }

  @Override
  public void gemm(double alpha, Tile a, Op opA, Tile b, Op opB, double beta, Tile c) {
    int depth = opA == Op.PLAIN ? a.columns() : a.rows();
    scale(beta, c);
    if (alpha == 0 || depth == 0) {
      return;
    }
    for (int j = 0; j < c.columns(); j += WIDE) {
      int wide = Math.min(WIDE, c.columns() - j);
      for (int k = 0; k < depth; k += DEEP) {
        int deep = Math.min(DEEP, depth - k);
        int padded = (deep + UNROLL - 1) / UNROLL * UNROLL;
        packB(b, opB, k, j, deep, wide, padded);
        for (int i = 0; i < c.rows(); i += HIGH) {
          int high = Math.min(HIGH, c.rows() - i);
          packA(alpha, a, opA, i, k, high, deep, padded);
          for (int ii = 0; ii < high; ii += 2) {
            boolean both = ii + 1 < high;
            c.read(i + ii, j, row, 0, wide);
            if (both) {
              c.read(i + ii + 1, j, second, 0, wide);
            }
            addRows(row, second, wide, packedA, ii * DEEP, packedB, padded);
            c.write(i + ii, j, row, 0, wide);
            if (both) {
              c.write(i + ii + 1, j, second, 0, wide);
            }
          }
        }
      }
    }
  }

  private static void scale(double beta, Tile c) {
    if (beta == 0) {
      c.fill(0);
    } else if (beta != 1) {
      for (int i = 0; i < c.rows(); i++) {
        for (int j = 0; j < c.columns(); j++) {
          c.set(i, j, beta * c.get(i, j));
        }
      }
    }
  }

  private void packB(Tile b, Op op, int k, int j, int deep, int wide, int padded) {
    if (op == Op.PLAIN) {
      for (int kk = 0; kk < deep; kk++) {
        b.read(k + kk, j, packedB[kk], 0, wide);
      }
    } else {
      for (int jj = 0; jj < wide; jj++) {
        long at = b.index(j + jj, k);
        for (int kk = 0; kk < deep; kk++) {
          packedB[kk][jj] = b.memory().getAtIndex(JAVA_DOUBLE, at + kk);
        }
      }
    }
    for (int kk = deep; kk < padded; kk++) {
      Arrays.fill(packedB[kk], 0, wide, 0);
    }
  }

  /// Pads rows with −0 to a multiple of [#UNROLL]. Unlike +0, it does not change a sum of −0.
  private void packA(double alpha, Tile a, Op op, int i, int k, int high, int deep, int padded) {
    for (int ii = 0; ii < high; ii++) {
      int to = ii * DEEP;
      if (op == Op.PLAIN) {
        a.read(i + ii, k, packedA, to, deep);
      } else {
        for (int kk = 0; kk < deep; kk++) {
          packedA[to + kk] = a.get(k + kk, i + ii);
        }
      }
      for (int kk = 0; kk < deep; kk++) {
        packedA[to + kk] *= alpha;
      }
      for (int kk = deep; kk < padded; kk++) {
        packedA[to + kk] = -0.0;
      }
    }
  }

  private static void addRows(
      double[] c, double[] d, int n, double[] a, int at, double[][] b, int deep) {
    for (int k = 0; k < deep; k += UNROLL) {
      int first = at + k;
      int second = first + DEEP;
      addFour(
          c,
          d,
          n,
          b[k],
          b[k + 1],
          b[k + 2],
          b[k + 3],
          a[first],
          a[first + 1],
          a[first + 2],
          a[first + 3],
          a[second],
          a[second + 1],
          a[second + 2],
          a[second + 3]);
    }
  }

  private static void addFour(
      double[] c,
      double[] d,
      int n,
      double[] b0,
      double[] b1,
      double[] b2,
      double[] b3,
      double c0,
      double c1,
      double c2,
      double c3,
      double d0,
      double d1,
      double d2,
      double d3) {
    for (int j = 0; j < n; j++) {
      double sum = Math.fma(c0, b0[j], c[j]);
      double other = Math.fma(d0, b0[j], d[j]);
      sum = Math.fma(c1, b1[j], sum);
      other = Math.fma(d1, b1[j], other);
      sum = Math.fma(c2, b2[j], sum);
      other = Math.fma(d2, b2[j], other);
      c[j] = Math.fma(c3, b3[j], sum);
      d[j] = Math.fma(d3, b3[j], other);
    }
  }
}
