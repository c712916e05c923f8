// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.List;
import java.util.Random;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Shape;

/// Which algorithm an operation runs.
final class SimAlgorithms {
  private SimAlgorithms() {}

  /// Any algorithm that can do this operation; the same for all ranks.
  static Algorithms.Entry choose(SimOperation operation, Random random) {
    var shape = operation.shape(new Shape(), 0, false, false, false);
    List<Algorithms.Entry> entries =
        Algorithms.of(operation.collective).stream().filter(it -> it.applies(shape)).toList();
    return entries.get(random.nextInt(entries.size()));
  }
}
