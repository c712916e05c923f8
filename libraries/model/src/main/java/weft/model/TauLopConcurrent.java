// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Sequences that progress at once: `T^c(m1) ‖ T^c(m2)` (the seed's Codes 5 and 6).
public final class TauLopConcurrent {
  private final List<TauLopSequence> sequences = new ArrayList<>();

  /// Creates an empty set.
  public TauLopConcurrent() {}

  /// A set of these sequences.
  public static TauLopConcurrent of(TauLopSequence... sequences) {
    var set = new TauLopConcurrent();
    for (TauLopSequence sequence : sequences) {
      set.add(sequence);
    }
    return set;
  }

  /// Adds a sequence; returns this.
  public TauLopConcurrent add(TauLopSequence sequence) {
    sequences.add(sequence);
    return this;
  }

  /// The sequences.
  public List<TauLopSequence> sequences() {
    return List.copyOf(sequences);
  }

  /// The cost on a platform, by fractional progress ([TauLopFrac]) with contention at the
  /// destination.
  public TauLopCost evaluate(Platform platform) {
    return new TauLopFrac(Contention.DESTINATION).evaluate(this, platform);
  }

  /// The cost on a platform by another evaluator (the seed's Code 7).
  public TauLopCost evaluate(Platform platform, Evaluator evaluator) {
    return evaluator.evaluate(this, platform);
  }

  @Override
  public String toString() {
    if (sequences.size() == 1) {
      return sequences.getFirst().toString();
    }
    return sequences.stream().map(it -> "(" + it + ")").collect(Collectors.joining(" ‖ "));
  }
}
