// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.List;
import weft.model.TauLopCost;

/// What an operation costs.
///
/// @param time when the last rank is done, in microseconds from the common beginning
/// @param path what determines the time, from the beginning to the end; empty for a board
/// @param cost the same as a sum of terms
/// @param isPricedOnce whether one rank was priced for all that do the same
/// @param isOverBoard whether the operation uses the board in shared memory
public record Price(
    double time, List<PathStep> path, TauLopCost cost, boolean isPricedOnce, boolean isOverBoard) {
  /// Copies the list.
  public Price {
    path = List.copyOf(path);
  }
}
