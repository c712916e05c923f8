// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Steps one after the other: `T^c(m1) + T^c(m2)` (the seed's Code 4).
public final class TauLopSequence {
  private final List<Activity> steps = new ArrayList<>();

  /// Creates an empty sequence.
  public TauLopSequence() {}

  /// A sequence of these steps.
  public static TauLopSequence of(Activity... steps) {
    var sequence = new TauLopSequence();
    for (Activity step : steps) {
      sequence.add(step);
    }
    return sequence;
  }

  /// Adds a step at the end; returns this.
  public TauLopSequence add(Activity step) {
    steps.add(step);
    return this;
  }

  /// The steps in order.
  public List<Activity> steps() {
    return List.copyOf(steps);
  }

  @Override
  public String toString() {
    return steps.stream().map(Object::toString).collect(Collectors.joining(" + "));
  }
}
