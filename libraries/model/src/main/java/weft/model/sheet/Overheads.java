// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.List;
import weft.model.TauLopCost.CostTerm;

/// The fixed costs of a priced rank.
interface Overheads {
  /// `o(m)` of a step with a message of `bytes` bytes to or from `peer`, in microseconds.
  double overhead(int rank, int peer, long bytes);

  /// The part of `o(m)` for which the rank is busy; the message arrives after the whole.
  double busy(int rank, int peer, long bytes);

  /// The channel of [#overhead].
  int channel(int rank, int peer, long bytes);

  /// The time until a rank begins with its first step.
  double start();

  /// `g(m)`, combining two blocks.
  double combine(long bytes);

  /// `g(m, operands, targets)`: the targets are places at other ranks.
  double fold(long bytes, int operands, int targets);

  /// The terms of [#fold].
  List<CostTerm> foldTerms(long bytes, int operands, int targets);
}
