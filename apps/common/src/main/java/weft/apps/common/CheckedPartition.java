// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import weft.model.ModelException;
import weft.model.partition.Partition;

/// Cuts grids as [Partition] does, for programs that report bad input in one sentence.
public final class CheckedPartition {
  private CheckedPartition() {}

  /// Cuts `width` by `height` cells among ranks with these weights.
  ///
  /// @throws BadInputException if there are more ranks than cells, or a weight is not positive
  public static Partition of(int width, int height, double[] weights) {
    try {
      return Partition.of(width, height, weights);
    } catch (ModelException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }
}
