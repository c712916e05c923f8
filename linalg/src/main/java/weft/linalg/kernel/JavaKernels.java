// SPDX-License-Identifier: Apache-2.0
package weft.linalg.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

/// The product in portable Java. Blocks of both factors are packed into arrays. The innermost loop
/// adds eight rows of B to a row of C, and the JVM's compiler makes vector instructions of it.
///
/// Each element is a chain of `fma` in the order of k, wherever C is cut.
final class JavaKernels implements Kernels {
  /// Columns of a packed block of B: a row of it fits the first-level cache beside one of C.
  private static final int WIDE = 256;

  /// Rows of a packed block of B, a multiple of [#UNROLL]; the block fits the second-level cache.
  private static final int DEEP = 128;

  /// Rows of a packed block of A.
  private static final int HIGH = 64;

  private static final int UNROLL = 8;

  private final double[] packedA = new double[HIGH * DEEP];
  private final double[] packedB = new double[DEEP * WIDE];
  private final double[] row = new double[WIDE];

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
          for (int ii = 0; ii < high; ii++) {
            c.read(i + ii, j, row, 0, wide);
            addRows(row, wide, packedA, ii * DEEP, packedB, padded);
            c.write(i + ii, j, row, 0, wide);
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
        b.read(k + kk, j, packedB, kk * WIDE, wide);
      }
    } else {
      for (int jj = 0; jj < wide; jj++) {
        long at = b.index(j + jj, k);
        for (int kk = 0; kk < deep; kk++) {
          packedB[kk * WIDE + jj] = b.memory().getAtIndex(JAVA_DOUBLE, at + kk);
        }
      }
    }
    for (int kk = deep; kk < padded; kk++) {
      java.util.Arrays.fill(packedB, kk * WIDE, kk * WIDE + wide, 0);
    }
  }

  /// Rows of zeros fill up what [#UNROLL] wants; −0 keeps sums of zeros as they are.
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

  private static void addRows(double[] c, int n, double[] a, int at, double[] b, int deep) {
    for (int k = 0; k < deep; k += UNROLL) {
      addEight(
          c,
          n,
          b,
          k * WIDE,
          a[at + k],
          a[at + k + 1],
          a[at + k + 2],
          a[at + k + 3],
          a[at + k + 4],
          a[at + k + 5],
          a[at + k + 6],
          a[at + k + 7]);
    }
  }

  private static void addEight(
      double[] c,
      int n,
      double[] b,
      int at,
      double a0,
      double a1,
      double a2,
      double a3,
      double a4,
      double a5,
      double a6,
      double a7) {
    for (int j = 0; j < n; j++) {
      double sum = Math.fma(a0, b[at + j], c[j]);
      sum = Math.fma(a1, b[at + WIDE + j], sum);
      sum = Math.fma(a2, b[at + 2 * WIDE + j], sum);
      sum = Math.fma(a3, b[at + 3 * WIDE + j], sum);
      sum = Math.fma(a4, b[at + 4 * WIDE + j], sum);
      sum = Math.fma(a5, b[at + 5 * WIDE + j], sum);
      sum = Math.fma(a6, b[at + 6 * WIDE + j], sum);
      c[j] = Math.fma(a7, b[at + 7 * WIDE + j], sum);
    }
  }
}
