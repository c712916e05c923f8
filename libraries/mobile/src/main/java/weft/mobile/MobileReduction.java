// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

/// A reduction over the elements of an array: [MobileArray#reduction]. Each element calls
/// [Self#contribute] once per round.
public final class MobileReduction {
  private final Contribution contribution;
  private final int number;

  /// Accepts the contributions of elements.
  @FunctionalInterface
  interface Contribution {
    void contribute(int reduction, long word, long bits);
  }

  /// Receives the results of a reduction of `long` values.
  @FunctionalInterface
  public interface LongResult {
    /// Runs at rank 0, as a handler does; `round` counts the reductions from 0.
    void handle(long round, long value);
  }

  /// Receives the results of a reduction.
  @FunctionalInterface
  public interface DoubleResult {
    /// Runs at rank 0, as a handler does; `round` counts the reductions from 0.
    void handle(long round, double value);
  }

  MobileReduction(Contribution contribution, int number) {
    this.contribution = contribution;
    this.number = number;
  }

  void contribute(long word, long bits) {
    contribution.contribute(number, word, bits);
  }
}
