// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// The explorative exponential search.
///
/// The paper gives neither the factors of the explorative vector, nor its smallest length, and the
/// scan lost the number of costs in a mean. With 2, 2, 1 and 4 the search behaves as reported: p =
/// 1 at the second update, and a good value after five.
///
/// Source: EasyMSG, section 4.2.
final class ExponentialTuner implements Tuner {
  /// The number of costs that form one mean, unless given.
  static final int EVERY = 4;

  /// The factors of the explorative vector, unless given.
  static final double FACTOR = 2;

  /// The smallest length of the explorative vector, unless given.
  static final double LEAST = 1;

  private static final int MOST_EVERY = 1_000_000;
  private static final double MOST_FACTOR = 1024;

  /// The largest length of the explorative vector. So p stays finite, however long costs fall.
  private static final double MOST = 0x1p40;

  private final int every;
  private final double growth;
  private final double shrinkage;
  private final double least;
  private final boolean increment;
  private double p;
  private double vector;
  private double before = Double.NaN;
  private double sum;
  private int count;

  /// @param every the number of costs that form one mean
  /// @param growth by how much the explorative vector grows after a better point
  /// @param shrinkage by how much it shrinks after a worse one
  /// @param least its first and smallest length
  /// @param increment whether the value is the growth of p inside a step
  /// @throws IllegalArgumentException if such a search is not possible
  ExponentialTuner(int every, double growth, double shrinkage, double least, boolean increment) {
    if (every < 1 || every > MOST_EVERY) {
      throw new IllegalArgumentException(
          "a mean of " + every + " costs is not possible; give 1 to " + MOST_EVERY);
    }
    checkFactor("grows", growth);
    checkFactor("shrinks", shrinkage);
    if (!(least > 0 && least <= MOST)) {
      throw new IllegalArgumentException(
          "an explorative vector of at least "
              + least
              + " is not possible; give a positive number up to 2^40");
    }
    this.every = every;
    this.growth = growth;
    this.shrinkage = shrinkage;
    this.least = least;
    this.vector = least;
    this.increment = increment;
  }

  /// The search with the usual parameters.
  ExponentialTuner(boolean increment) {
    this(EVERY, FACTOR, FACTOR, LEAST, increment);
  }

  private static void checkFactor(String what, double factor) {
    if (!(factor > 1 && factor <= MOST_FACTOR)) {
      throw new IllegalArgumentException(
          "an explorative vector that "
              + what
              + " by a factor of "
              + factor
              + " is not possible; give more than 1, and at most "
              + MOST_FACTOR);
    }
  }

  /// Creates a tuner that continues from a saved state.
  static ExponentialTuner load(boolean increment, SavedState saved) {
    int every = saved.integer("number of costs of a mean", 1, MOST_EVERY);
    double least = Math.nextUp(1.0);
    double growth = saved.number("growth", least, MOST_FACTOR);
    double shrinkage = saved.number("shrinkage", least, MOST_FACTOR);
    double shortest = saved.number("shortest step", Double.MIN_VALUE, MOST);
    var tuner = new ExponentialTuner(every, growth, shrinkage, shortest, increment);
    tuner.p = saved.parameter();
    tuner.vector = saved.number("length of the next step", -MOST, MOST);
    if (Math.abs(tuner.vector) < shortest) {
      throw saved.wrong("its next step is shorter than " + shortest);
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
      vector = Math.clamp(growth * vector, -MOST, MOST);
    } else if (mean >= before) {
      vector = -shorter();
    }
    before = mean;
    // Take smaller steps near the lower bound.
    while (p + vector < 0 && Math.abs(vector) > least) {
      vector = shorter();
    }
    if (p + vector < 0) {
      vector = Math.abs(vector);
    }
    p += vector;
  }

  /// The explorative vector after it has shrunk.
  private double shorter() {
    return Math.copySign(Math.max(least, Math.abs(vector) / shrinkage), vector);
  }

  @Override
  public String save() {
    return SavedState.text(
        increment ? "fast-adaptive" : "exponential",
        every,
        growth,
        shrinkage,
        least,
        p,
        vector,
        before,
        count,
        sum);
  }
}
