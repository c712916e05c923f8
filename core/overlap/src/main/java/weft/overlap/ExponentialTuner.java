// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// The explorative exponential search.
///
/// The paper does not give the growth factor of the explorative vector, nor its smallest length.
/// With 2 and 1 the search behaves as reported: p = 1 at the second update, and a good value after
/// five.
///
/// Source: EasyMSG, section 4.2.
final class ExponentialTuner implements Tuner {
  private static final double LEAST = 1;

  /// The largest length of the explorative vector. So p stays finite, however long costs fall.
  private static final double MOST = 0x1p40;

  private final int every;
  private final boolean increment;
  private double p;
  private double vector = 1;
  private double before = Double.NaN;
  private double sum;
  private int count;

  /// @param every the number of costs that form one mean
  /// @param increment whether the value is the growth of p inside a step
  ExponentialTuner(int every, boolean increment) {
    this.every = every;
    this.increment = increment;
  }

  /// Creates a tuner of `every` costs that continues from a saved state.
  static ExponentialTuner load(int every, boolean increment, SavedState saved) {
    var tuner = new ExponentialTuner(every, increment);
    tuner.p = saved.parameter();
    tuner.vector = saved.number("length of the next step", -MOST, MOST);
    if (Math.abs(tuner.vector) < LEAST) {
      throw saved.wrong("its next step is shorter than " + LEAST);
    }
    tuner.before = saved.numberOrNaN("previous mean cost", 0, Double.MAX_VALUE);
    tuner.count = saved.integer("number of costs", 0, every - 1);
    tuner.sum = saved.number("sum of costs", 0, Double.MAX_VALUE);
    return tuner;
  }

  @Override
  public double value() {
    return p;
  }

  @Override
  public boolean isIncrement() {
    return increment;
  }

  @Override
  public void step(double cost) {
    if (!(cost > 0) || Double.isInfinite(cost)) {
      return;
    }
    sum += cost;
    if (++count < every) {
      return;
    }
    move(sum / count);
    sum = 0;
    count = 0;
  }

  private void move(double mean) {
    if (mean < before) {
      vector = Math.clamp(2 * vector, -MOST, MOST);
    } else if (mean >= before) {
      vector = -vector / 2;
      if (Math.abs(vector) < LEAST) {
        vector = Math.copySign(LEAST, vector);
      }
    }
    before = mean;
    // Take smaller steps near the lower bound.
    while (p + vector < 0 && Math.abs(vector) > LEAST) {
      vector /= 2;
    }
    if (p + vector < 0) {
      vector = Math.abs(vector);
    }
    p += vector;
  }

  @Override
  public String save() {
    return SavedState.text(
        increment ? "fast-adaptive" : "exponential", p, vector, before, count, sum);
  }
}
