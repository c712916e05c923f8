// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// One way to do one collective operation: writes down what a rank does.
@FunctionalInterface
public interface Algorithm {
  /// Writes the steps of rank `shape.rank()` into `schedule`, which is empty. What it writes may
  /// depend on the shape alone. For every ordered pair of ranks, the sends of one and the receives
  /// of the other must be of the same lengths in the same order.
  void write(Shape shape, Schedule schedule);
}
