// SPDX-License-Identifier: Apache-2.0
package weft.model.partition;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import weft.model.ModelException;

/// Cuts a grid into one rectangle for each rank, with areas in proportion to the ranks' weights.
///
/// The cut is column-based, as in Fig. 2 of the τ-Lop supplement. The width of a column is in
/// proportion to the weight of its ranks together. The height of a rectangle is in proportion to
/// the weight of its rank within the column.
///
/// The columns and their ranks minimise the sum of all half perimeters, which is the size of the
/// halos, among all cuts into whole columns. The method is a dynamic program over the ranks in
/// order of falling weight (Beaumont, Boudet, Rastello and Robert, "Matrix multiplication on
/// heterogeneous platforms", IEEE TPDS 12(10), 2001).
///
/// That sum is `columns * height + sum of k * (column's width)`, for columns of k ranks each. At
/// the end, widths and heights are rounded to cells, to at least one.
public final class Partition {
  private static final double LEAST_SHARE = 1e-12;

  /// The search takes time with the third power of the number of ranks: some seconds for so many.
  private static final int MOST_RANKS = 2000;

  private final int width;
  private final int height;
  private final Rectangle[] rectangles;

  private Partition(int width, int height, Rectangle[] rectangles) {
    this.width = width;
    this.height = height;
    this.rectangles = rectangles;
  }

  /// Cuts `width` by `height` cells among `weights.length` ranks.
  ///
  /// @throws ModelException if there are more ranks than cells or than 2,000, or a weight is not
  ///   positive
  public static Partition of(int width, int height, double[] weights) {
    var cuts = new Cuts(width, height, weights);
    return cuts.into(cuts.best());
  }

  /// The best cut into each possible number of columns, in the sense of [#of], the fewest columns
  /// first. A program whose messages cost more than their bytes may prefer another one than the
  /// best of all.
  ///
  /// @throws ModelException if there are more ranks than cells or than 2,000, or a weight is not
  ///   positive
  public static List<Partition> arrangements(int width, int height, double[] weights) {
    var cuts = new Cuts(width, height, weights);
    return IntStream.rangeClosed(1, cuts.most())
        .filter(cuts::isPossible)
        .mapToObj(cuts::into)
        .toList();
  }

  /// All best cuts of a grid, by their numbers of columns.
  private static final class Cuts {
    private final int width;
    private final int height;
    private final Integer[] order;
    private final double[] shares;

    /// By number of columns and of ranks: the least sum of half perimeters, and where the last
    /// column begins.
    private final double[][] cost;

    private final int[][] begin;

    Cuts(int width, int height, double[] weights) {
      check(width, height, weights);
      this.width = width;
      this.height = height;
      int ranks = weights.length;
      this.order =
          IntStream.range(0, ranks)
              .boxed()
              .sorted(byFallingWeight(weights))
              .toArray(Integer[]::new);
      // Weights relative to the greatest, so that no sum overflows. The least share is much less
      // than a cell, and a rank gets at least one cell anyway.
      double most = weights[order[0]];
      this.shares =
          Arrays.stream(weights).map(weight -> Math.max(weight / most, LEAST_SHARE)).toArray();
      int columns = Math.min(ranks, width);
      this.cost = new double[columns + 1][ranks + 1];
      this.begin = new int[columns + 1][ranks + 1];
      fill(ranks);
    }

    private void fill(int ranks) {
      double[] sums = new double[ranks + 1];
      for (int i = 0; i < ranks; i++) {
        sums[i + 1] = sums[i] + shares[order[i]];
      }
      for (double[] row : cost) {
        Arrays.fill(row, Double.POSITIVE_INFINITY);
      }
      cost[0][0] = 0;
      for (int c = 1; c < cost.length; c++) {
        for (int end = c; end <= ranks; end++) {
          for (int from = Math.max(c - 1, end - height); from < end; from++) {
            double share = (sums[end] - sums[from]) / sums[ranks];
            double total = cost[c - 1][from] + height + (end - from) * share * width;
            if (total < cost[c][end]) {
              cost[c][end] = total;
              begin[c][end] = from;
            }
          }
        }
      }
    }

    int most() {
      return cost.length - 1;
    }

    boolean isPossible(int columns) {
      return cost[columns][shares.length] < Double.POSITIVE_INFINITY;
    }

    /// The number of columns with the least sum.
    int best() {
      int best = 1;
      for (int c = 2; c < cost.length; c++) {
        if (cost[c][shares.length] < cost[best][shares.length]) {
          best = c;
        }
      }
      return best;
    }

    Partition into(int columns) {
      int[] ends = new int[columns];
      for (int c = columns, end = shares.length; c > 0; c--) {
        ends[c - 1] = end;
        end = begin[c][end];
      }
      return new Partition(width, height, lay(width, height, shares, order, ends));
    }
  }

  private static void check(int width, int height, double[] weights) {
    int ranks = weights.length;
    if (ranks > (long) width * height) {
      throw new ModelException(
          "%d ranks cannot share %d x %d cells; use %d ranks or fewer"
              .formatted(ranks, width, height, (long) width * height));
    }
    if (ranks > MOST_RANKS) {
      throw new ModelException(
          "a grid is cut among %,d ranks at most, not %,d".formatted(MOST_RANKS, ranks));
    }
    for (double weight : weights) {
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new ModelException(
            "a weight of " + weight + " is not possible; weights are numbers above 0");
      }
    }
  }

  private static java.util.Comparator<Integer> byFallingWeight(double[] weights) {
    return (a, b) -> Double.compare(weights[b], weights[a]);
  }

  private static Rectangle[] lay(
      int width, int height, double[] weights, Integer[] order, int[] ends) {
    double[] columnWeights = new double[ends.length];
    for (int c = 0, i = 0; c < ends.length; c++) {
      for (; i < ends[c]; i++) {
        columnWeights[c] += weights[order[i]];
      }
    }
    int[] lefts = cuts(width, columnWeights);
    Rectangle[] rectangles = new Rectangle[weights.length];
    for (int c = 0, first = 0; c < ends.length; first = ends[c++]) {
      double[] shares = new double[ends[c] - first];
      for (int i = 0; i < shares.length; i++) {
        shares[i] = weights[order[first + i]];
      }
      int[] tops = cuts(height, shares);
      for (int i = 0; i < shares.length; i++) {
        rectangles[order[first + i]] =
            new Rectangle(lefts[c], tops[i], lefts[c + 1] - lefts[c], tops[i + 1] - tops[i]);
      }
    }
    return rectangles;
  }

  /// Cuts `total` cells in proportion to `shares`. Each piece gets at least one cell.
  private static int[] cuts(int total, double[] shares) {
    double all = Arrays.stream(shares).sum();
    int[] cuts = new int[shares.length + 1];
    double sum = 0;
    for (int i = 1; i <= shares.length; i++) {
      sum += shares[i - 1];
      int wanted = (int) Math.round(total * (sum / all));
      cuts[i] = Math.clamp(wanted, cuts[i - 1] + 1, total - (shares.length - i));
    }
    return cuts;
  }

  /// The columns of the grid.
  public int width() {
    return width;
  }

  /// The rows of the grid.
  public int height() {
    return height;
  }

  /// The number of ranks.
  public int ranks() {
    return rectangles.length;
  }

  /// The rectangle of a rank.
  public Rectangle rectangle(int rank) {
    return rectangles[rank];
  }

  /// The ranks that share an edge with `rank`. The columns are cut at different rows, so there may
  /// be several neighbours on the left and on the right.
  public Neighbour[] neighbours(int rank) {
    return IntStream.range(0, rectangles.length)
        .mapToObj(other -> Neighbour.between(rectangles[rank], other, rectangles[other]))
        .flatMap(java.util.Optional::stream)
        .toArray(Neighbour[]::new);
  }
}
