// SPDX-License-Identifier: Apache-2.0
package weft.linalg.internal;

import java.util.ArrayList;
import java.util.List;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// The product of distributed matrices by SUMMA (van de Geijn and Watts, 1997). In each step a
/// panel of A moves along the rows and a panel of B down the columns. The next panels move during
/// the step.
public final class Multiplication {
  /// The greatest depth of a panel. Deeper panels gain little and take memory.
  private static final int DEPTH = 256;

  /// The least depth of a panel, unless the product itself has less depth.
  private static final int LEAST_DEPTH = 128;

  /// The desired number of panels. Nothing is computed before the first panel arrives, so it should
  /// be a small part of the product.
  private static final int PANELS = 8;

  private Multiplication() {}

  /// C becomes α·op(A)·op(B) + β·C.
  @SuppressWarnings("ReferenceEquality") // a copy is another matrix
  public static void run(
      double alpha, CyclicMatrix a, Op opA, CyclicMatrix b, Op opB, double beta, CyclicMatrix c) {
    long rows = opA.rows(a.rows(), a.columns());
    long depth = opA.columns(a.rows(), a.columns());
    long depthOfB = opB.rows(b.rows(), b.columns());
    long columns = opB.columns(b.rows(), b.columns());
    if (depth != depthOfB || rows != c.rows() || columns != c.columns()) {
      throw new IllegalArgumentException(
          "a product of %d × %d and %d × %d cannot become a matrix of %d × %d"
              .formatted(rows, depth, depthOfB, columns, c.rows(), c.columns()));
    }
    checkGrid(a, c);
    checkGrid(b, c);
    if (a.overlaps(c) || b.overlaps(c)) {
      throw new IllegalArgumentException(
          "the result of a product overlaps one of its factors; give a matrix of its own");
    }
    long hash = hash(alpha, a, opA, b, opB, beta, c);
    c.grid().agree(hash, "computes a product", () -> describe(alpha, a, opA, b, opB, beta, c));
    List<CyclicMatrix> copies = new ArrayList<>();
    try {
      CyclicMatrix left = opA == Op.PLAIN && a.hasRowsOf(c) ? a : withRowsOf(a, opA, c);
      if (left != a) {
        copies.add(left);
      }
      CyclicMatrix right = opB == Op.PLAIN && b.hasColumnsOf(c) ? b : withColumnsOf(b, opB, c);
      if (right != b) {
        copies.add(right);
      }
      multiply(alpha, left, right, beta, c);
    } finally {
      copies.forEach(CyclicMatrix::close);
    }
  }

  /// A hash of everything that ranks must agree upon.
  private static long hash(
      double alpha, CyclicMatrix a, Op opA, CyclicMatrix b, Op opB, double beta, CyclicMatrix c) {
    long hash = Double.doubleToLongBits(alpha);
    hash = 31 * hash + Double.doubleToLongBits(beta);
    hash = 31 * hash + a.layoutHash() + (opA == Op.PLAIN ? 0 : 1);
    hash = 31 * hash + b.layoutHash() + (opB == Op.PLAIN ? 0 : 1);
    return 31 * hash + c.layoutHash();
  }

  private static String describe(
      double alpha, CyclicMatrix a, Op opA, CyclicMatrix b, Op opB, double beta, CyclicMatrix c) {
    return "with α = %s, β = %s, A: %s%s, B: %s%s, C: %s"
        .formatted(
            alpha,
            beta,
            a.layout(),
            opA == Op.PLAIN ? "" : ", transposed",
            b.layout(),
            opB == Op.PLAIN ? "" : ", transposed",
            c.layout());
  }

  private static void checkGrid(CyclicMatrix factor, CyclicMatrix c) {
    if (!factor.grid().hasRanksOf(c.grid())) {
      throw new IllegalArgumentException(
          "the factors of a product are on a %s and its result is on a %s of other ranks"
              .formatted(factor.grid(), c.grid()));
    }
  }

  /// A copy of op(A) whose rows are distributed like those of C.
  private static CyclicMatrix withRowsOf(CyclicMatrix a, Op op, CyclicMatrix c) {
    long columns = op.columns(a.rows(), a.columns());
    return copy(a, op, c, c.byRow(), new Cyclic(columns, c.block(), c.grid().columns()));
  }

  /// A copy of op(B) whose columns are distributed like those of C.
  private static CyclicMatrix withColumnsOf(CyclicMatrix b, Op op, CyclicMatrix c) {
    long rows = op.rows(b.rows(), b.columns());
    return copy(b, op, c, new Cyclic(rows, c.block(), c.grid().rows()), c.byColumn());
  }

  private static CyclicMatrix copy(
      CyclicMatrix factor, Op op, CyclicMatrix c, Cyclic byRow, Cyclic byColumn) {
    var copy = new CyclicMatrix(c.grid(), byRow, byColumn);
    Redistribution.copy(factor, 0, 0, op, copy);
    return copy;
  }

  private static void multiply(
      double alpha, CyclicMatrix a, CyclicMatrix b, double beta, CyclicMatrix c) {
    if (beta == 0) {
      c.local().fill(0);
    } else if (beta != 1) {
      c.scale(beta);
    }
    long depth = a.columns();
    if (alpha == 0 || depth == 0 || c.rows() == 0 || c.columns() == 0) {
      return;
    }
    ProcessGrid grid = c.grid();
    int most = Math.clamp(depth / PANELS, LEAST_DEPTH, DEPTH);
    int width = (int) Math.min(depth, width(a, most));
    boolean alone = grid.all.size() == 1;
    boolean sliced = grid.needsPolls(grid.rows()) || grid.needsPolls(grid.columns());
    try (var spreads = new Spreads(a, b, alone ? 1 : width)) {
      int step = alone ? (int) Math.min(depth, Integer.MAX_VALUE) : width;
      spreads.begin(0, count(a, 0, step, most));
      for (long k = 0; k < depth; ) {
        Tile left = spreads.left();
        Tile right = spreads.right();
        long next = k + left.columns();
        if (next < depth) {
          spreads.begin(next, count(a, next, step, most));
        }
        if (!sliced) {
          grid.kernels().gemm(alpha, left, Op.PLAIN, right, Op.PLAIN, 1, c.local());
        } else {
          grid.gemmInSlices(alpha, left, Op.PLAIN, right, c.local());
        }
        k = next;
        grid.progressed(k, depth);
      }
    }
  }

  /// The width of panels. All ranks of a row have the same share of a panel of A. All ranks of a
  /// column have the same share of a panel of B. If this would need more than `most` columns, the
  /// width is half of `most`.
  private static int width(CyclicMatrix a, int most) {
    long round = round(a);
    return (int) (round <= most ? most / round * round : most / 2);
  }

  private static long round(CyclicMatrix a) {
    int rows = a.grid().rows();
    int columns = a.grid().columns();
    int common = rows;
    while (common % columns != 0) {
      common += rows;
    }
    return (long) common * a.block();
  }

  /// The columns of the panel at `k`. With wide blocks it ends at the end of a block, so that one
  /// rank has all of it.
  private static int count(CyclicMatrix a, long k, int width, int most) {
    int count = (int) Math.min(width, a.columns() - k);
    return a.grid().all.size() > 1 && round(a) > most && 2 * a.block() >= width
        ? Math.min(count, a.byColumn().run(k))
        : count;
  }

  /// Two buffers for each factor: one is used while the other is filled.
  private static final class Spreads implements AutoCloseable {
    private final Spread[] left;
    private final Spread[] right;
    private int begun;
    private int taken;

    Spreads(CyclicMatrix a, CyclicMatrix b, int width) {
      this.left = new Spread[2];
      this.right = new Spread[2];
      for (int i = 0; i < 2; i++) {
        left[i] = new Spread(a, true, width);
        right[i] = new Spread(b, false, width);
      }
    }

    void begin(long start, int count) {
      left[begun & 1].begin(start, count);
      right[begun++ & 1].begin(start, count);
    }

    Tile left() {
      return left[taken & 1].finish();
    }

    Tile right() {
      return right[taken++ & 1].finish();
    }

    @Override
    public void close() {
      for (int i = 0; i < 2; i++) {
        left[i].close();
        right[i].close();
      }
    }
  }
}
