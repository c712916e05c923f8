// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Choices;
import weft.collective.schedule.Layout;
import weft.collective.schedule.Shape;

/// The settings of one group, which are the same at all members.
final class GroupSettings {
  Choices choices;
  boolean forward = true;
  boolean reproducible;
  Layout layout = Layout.ANY;
  private int version;

  GroupSettings(Choices choices) {
    this.choices = choices;
  }

  /// Returns a copy for another group.
  GroupSettings copy() {
    var copy = new GroupSettings(choices);
    copy.forward = forward;
    copy.reproducible = reproducible;
    copy.layout = layout;
    return copy;
  }

  /// Counts a change, after which all operations are prepared again.
  void changed() {
    version++;
  }

  /// The number of changes so far.
  int version() {
    return version;
  }

  /// Completes the shape of an operation that this rank has not called yet, as its call would.
  boolean forwards(Shape shape, int algorithm, int element) {
    choose(shape);
    return true;
  }

  Algorithms.Entry choose(Shape shape) {
    shape.forward(forward).layout(layout);
    return choices.choose(shape, reproducible);
  }
}
