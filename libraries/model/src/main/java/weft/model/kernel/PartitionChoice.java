// SPDX-License-Identifier: Apache-2.0
package weft.model.kernel;

import java.util.List;
import java.util.function.ToDoubleFunction;
import weft.model.partition.Partition;
import weft.model.partition.Shares;
import weft.model.partition.WorkTimes;

/// The cut of a grid with which a program is predicted to take the least time: shares so that all
/// ranks end at the same time by their performance models, and of all arrangements in columns the
/// one of the least predicted time.
///
/// Source: FuPerMod; τ-Lop supplement, section 4.
///
/// @param partition the cut
/// @param micros its predicted time
/// @param arrangements the number of arrangements of which it is the best
public record PartitionChoice(Partition partition, double micros, int arrangements) {
  /// Chooses for `width` by `height` cells.
  ///
  /// @param ranks the time of each rank for its cells
  /// @param micros the predicted time of a partition
  /// @throws weft.model.ModelException if there are more ranks than cells
  public static PartitionChoice of(
      int width, int height, List<WorkTimes> ranks, ToDoubleFunction<Partition> micros) {
    double[] weights =
        Shares.of(Math.multiplyExact(width, height), ranks).units().stream()
            .mapToDouble(units -> Math.max(1, units))
            .toArray();
    List<Partition> all = Partition.arrangements(width, height, weights);
    Partition best = all.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (Partition each : all) {
      double time = micros.applyAsDouble(each);
      if (time < least) {
        least = time;
        best = each;
      }
    }
    return new PartitionChoice(best, least, all.size());
  }
}
