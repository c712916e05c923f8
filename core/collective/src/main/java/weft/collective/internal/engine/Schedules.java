// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.ArrayList;
import java.util.List;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Shape;

/// The schedules that a group used last, so that a repeated call writes none.
final class Schedules {
  /// The number kept per collective: enough for a root that rotates in a small group.
  private static final int KEPT = 16;

  private final List<List<Compiled>> kept = new ArrayList<>();
  private final int[] turn = new int[Collective.values().length];

  private final Library library;

  Schedules(Library library) {
    this.library = library;
    for (int i = 0; i < turn.length; i++) {
      kept.add(new ArrayList<>(2));
    }
  }

  /// Returns the schedule of `algorithm` for `shape`.
  Compiled get(Shape shape, int algorithm) {
    int kind = shape.collective().ordinal();
    List<Compiled> mine = kept.get(kind);
    for (int i = 0; i < mine.size(); i++) {
      Compiled compiled = mine.get(i);
      if (compiled.algorithm == algorithm && compiled.shape.isSame(shape)) {
        return compiled;
      }
    }
    Compiled compiled = unused(mine, kind);
    compiled.shape.copy(shape);
    compiled.algorithm = algorithm;
    compiled.schedule.clear();
    library.get(shape.collective(), algorithm).write(compiled.shape, compiled.schedule);
    return compiled;
  }

  private Compiled unused(List<Compiled> mine, int kind) {
    for (int tries = mine.size() < KEPT ? 0 : mine.size(); tries > 0; tries--) {
      turn[kind] = (turn[kind] + 1) % mine.size();
      Compiled compiled = mine.get(turn[kind]);
      if (compiled.users == 0) {
        return compiled;
      }
    }
    var compiled = new Compiled();
    mine.add(compiled);
    return compiled;
  }
}
