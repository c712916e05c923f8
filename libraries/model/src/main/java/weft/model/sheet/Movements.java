// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.List;
import weft.model.TauLopCost.CostTerm;

/// How long movements of bytes take that begin at certain times.
interface Movements {
  /// Begins a movement of `bytes` bytes for `rank` between the memories of the ranks `source` and
  /// `target`. [#next] gives its end.
  void begin(int rank, int source, int target, long bytes, MovementKind kind, double now);

  /// The time of the next end; infinite if nothing moves. Called when all that happens at the
  /// present time has happened.
  double next(double now);

  /// The terms of the movement that the last [#end] has ended; only if this keeps them.
  List<CostTerm> terms();

  /// Ends a movement that ends at `now`, and returns its rank; −1 if there is none.
  int end(double now);
}
