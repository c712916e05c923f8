// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;
import weft.collective.schedule.Shape;

/// How a group goes about its operations: the same at all members.
final class Manner {
  Choices choices;
  boolean forward = true;
  boolean reproducible;
  Layout layout = Layout.ANY;

  Manner(Choices choices) {
    this.choices = choices;
  }

  /// The same, for another group.
  Manner copy() {
    var copy = new Manner(choices);
    copy.forward = forward;
    copy.reproducible = reproducible;
    copy.layout = layout;
    return copy;
  }

  /// How to carry on an operation that was not called here yet: as it will be when it is.
  boolean forwards(Shape shape, int algorithm, int element) {
    choose(shape);
    return true;
  }

  Algorithms.Entry choose(Shape shape) {
    shape.forward(forward).layout(layout);
    return choices.choose(shape, reproducible);
  }
}
