// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// Always the same parameter.
final class FixedTuner implements Tuner {
  private final double p;

  FixedTuner(double p) {
    this.p = checked(p);
  }

  /// A parameter that a user gave.
  static double checked(double p) {
    if (!(p >= 0) || Double.isInfinite(p)) {
      throw new IllegalArgumentException(
          "the aggregation parameter " + p + " makes no sense; give a number from 0 up");
    }
    return p;
  }

  @Override
  public double value() {
    return p;
  }

  @Override
  public void step(double cost) {}

  @Override
  public String save() {
    return "fixed " + p;
  }
}
