// SPDX-License-Identifier: Apache-2.0
package weft.model.kernel;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import weft.model.Communicator;
import weft.model.Evaluator;
import weft.model.Platform;
import weft.model.TauLopConcurrent;
import weft.model.TauLopCost;
import weft.model.TauLopSequence;
import weft.model.partition.Partition;
import weft.model.partition.Rectangle;

/// The cost of SUMMA, the product of square matrices of doubles whose blocks are divided into one
/// rectangle for each rank.
///
/// In step *k* the ranks that own block column *k* of A send it to all ranks of other columns with
/// common rows, one after the other, and all at once. Then in each column the rank that owns block
/// row *k* of B sends it to the others of its column.
///
/// Source: the τ-Lop paper, whose supplement calls it the conduit example.
public final class SummaCost {
  private static final int DOUBLE = 8;

  private SummaCost() {}

  /// The cost of a product.
  ///
  /// @param blocks the partition of the blocks of the matrices, one rectangle for each rank
  /// @param block the rows and columns of a block
  /// @param speeds the speed of each rank, in floating-point operations per microsecond
  public static KernelCost of(
      Partition blocks,
      int block,
      Communicator ranks,
      double[] speeds,
      Platform platform,
      Evaluator evaluator) {
    var cost = new TauLopCost();
    int[] edges = edges(blocks, Rectangle::x, blocks.width());
    for (int i = 1; i < edges.length; i++) {
      int[] owners = columns(blocks, edges[i - 1]);
      cost.add(
          acrossRows(blocks, block, ranks, owners).evaluate(platform, evaluator),
          edges[i] - edges[i - 1]);
    }
    edges = edges(blocks, Rectangle::y, blocks.height());
    for (int i = 1; i < edges.length; i++) {
      int[] owners = rows(blocks, edges[i - 1]);
      cost.add(
          downColumns(blocks, block, ranks, owners).evaluate(platform, evaluator),
          edges[i] - edges[i - 1]);
    }
    double slowest = 0;
    for (int rank = 0; rank < blocks.ranks(); rank++) {
      double cells = (double) blocks.rectangle(rank).cells() * block * block;
      slowest = Math.max(slowest, 2 * cells * blocks.width() * block / speeds[rank]);
    }
    return new KernelCost(cost, slowest);
  }

  /// Where rectangles begin, in rising order, and the end of all. Between two of these, the same
  /// ranks own each block column or row.
  private static int[] edges(Partition blocks, ToIntFunction<Rectangle> begin, int end) {
    return IntStream.concat(
            IntStream.range(0, blocks.ranks()).map(it -> begin.applyAsInt(blocks.rectangle(it))),
            IntStream.of(end))
        .distinct()
        .sorted()
        .toArray();
  }

  /// The ranks whose rectangles have block column `k`.
  private static int[] columns(Partition blocks, int k) {
    int[] found = new int[blocks.ranks()];
    int count = 0;
    for (int rank = 0; rank < blocks.ranks(); rank++) {
      Rectangle part = blocks.rectangle(rank);
      if (part.x() <= k && k < part.right()) {
        found[count++] = rank;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /// The ranks whose rectangles have block row `k`.
  private static int[] rows(Partition blocks, int k) {
    int[] found = new int[blocks.ranks()];
    int count = 0;
    for (int rank = 0; rank < blocks.ranks(); rank++) {
      Rectangle part = blocks.rectangle(rank);
      if (part.y() <= k && k < part.bottom()) {
        found[count++] = rank;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static TauLopConcurrent acrossRows(
      Partition blocks, int block, Communicator ranks, int[] owners) {
    var all = new TauLopConcurrent();
    for (int owner : owners) {
      Rectangle mine = blocks.rectangle(owner);
      var sends = new TauLopSequence();
      for (int other = 0; other < blocks.ranks(); other++) {
        Rectangle theirs = blocks.rectangle(other);
        int common = Math.min(mine.bottom(), theirs.bottom()) - Math.max(mine.y(), theirs.y());
        if (theirs.x() != mine.x() && common > 0) {
          sends.add(ranks.send(owner, other, (long) common * block * block * DOUBLE));
        }
      }
      all.add(sends);
    }
    return all;
  }

  private static TauLopConcurrent downColumns(
      Partition blocks, int block, Communicator ranks, int[] owners) {
    var all = new TauLopConcurrent();
    for (int owner : owners) {
      Rectangle mine = blocks.rectangle(owner);
      var sends = new TauLopSequence();
      for (int other = 0; other < blocks.ranks(); other++) {
        if (other != owner && blocks.rectangle(other).x() == mine.x()) {
          sends.add(ranks.send(owner, other, (long) mine.width() * block * block * DOUBLE));
        }
      }
      all.add(sends);
    }
    return all;
  }
}
