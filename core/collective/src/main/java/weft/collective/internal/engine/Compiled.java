// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;

/// A schedule and the shape that it was written for.
final class Compiled {
  final Shape shape = new Shape();
  final Schedule schedule = new Schedule();
  int algorithm = -1;

  /// The number of pending operations that use it.
  int users;
}
