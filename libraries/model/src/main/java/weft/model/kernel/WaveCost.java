// SPDX-License-Identifier: Apache-2.0
package weft.model.kernel;

import weft.model.Communicator;
import weft.model.Evaluator;
import weft.model.Platform;
import weft.model.TauLopConcurrent;
import weft.model.TauLopSequence;
import weft.model.partition.Neighbour;
import weft.model.partition.Partition;

/// The cost of a step of a five-point stencil on a grid of doubles with one rectangle for each rank
/// (τ-Lop supplement (3), (4), Code 9): all ranks send their edges to all neighbours at once.
public final class WaveCost {
  private static final int DOUBLE = 8;

  private WaveCost() {}

  /// The expression of a step: each pair of neighbours is a sequence of its own.
  public static TauLopConcurrent halos(Partition cells, Communicator ranks) {
    var all = new TauLopConcurrent();
    for (int rank = 0; rank < cells.ranks(); rank++) {
      for (Neighbour neighbour : cells.neighbours(rank)) {
        all.add(
            TauLopSequence.of(
                ranks.send(rank, neighbour.rank(), (long) neighbour.length() * DOUBLE)));
      }
    }
    return all;
  }

  /// The cost of a step.
  ///
  /// @param speeds the cells that each rank computes in a microsecond
  public static KernelCost of(
      Partition cells,
      Communicator ranks,
      double[] speeds,
      Platform platform,
      Evaluator evaluator) {
    double slowest = 0;
    for (int rank = 0; rank < cells.ranks(); rank++) {
      slowest = Math.max(slowest, cells.rectangle(rank).cells() / speeds[rank]);
    }
    return new KernelCost(halos(cells, ranks).evaluate(platform, evaluator), slowest);
  }
}
