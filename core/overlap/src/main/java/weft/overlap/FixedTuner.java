// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// A tuner whose parameter is constant.
final class FixedTuner implements Tuner {
  private final double p;

  FixedTuner(double p) {
    this.p = checked(p);
  }

  /// Returns `p` if it is a valid parameter.
  static double checked(double p) {
    if (!(p >= 0) || Double.isInfinite(p)) {
      throw new IllegalArgumentException(
          "the aggregation parameter " + p + " is not valid; give 0 or a positive number");
    }
    return p;
  }

  @Override
  public double value() {
    return p;
  }

  @Override
  public void step(double cost) {}

  static FixedTuner load(SavedState saved) {
    return new FixedTuner(saved.parameter());
  }

  @Override
  public String save() {
    return "fixed " + p;
  }
}
