// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// Writes the steps of one rank in a collective operation.
@FunctionalInterface
public interface Algorithm {
  /// Writes the steps of rank `shape.rank()` into `schedule`, which is empty. The steps may depend
  /// on the shape alone. For every ordered pair of ranks, the sends of one and the receives of the
  /// other must have the same lengths in the same order.
  void write(Shape shape, Schedule schedule);
}
