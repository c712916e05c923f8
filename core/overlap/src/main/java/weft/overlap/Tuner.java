// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// Learns the aggregation parameter p from the costs of the steps of an iterative program. The
/// parameter is the number of local computations between two polls (EasyMSG, section 4).
///
/// Before a step the program reads [#value]. After the step it passes the cost to [#step]. Costs
/// may have any unit, but it must not change. A rank may tune alone, with its own time. Ranks may
/// also tune together: each passes the maximum over all ranks. Then all tuners take the same steps,
/// because a tuner uses no random numbers.
///
/// ```java
/// Tuner tuner = Tuner.logQuadratic();
/// for (int i = 0; i < iterations; i++) {
///   double cost = iterate(tuner.value());
///   tuner.step(group.allreduce(cost, Operator.MAX));   // or tuner.step(cost)
/// }
/// OutputFile.write(file, tuner.save());
/// ```
public sealed interface Tuner permits FixedTuner, ExponentialTuner, LogQuadraticTuner, BufferTuner {
  /// The parameter to use in the next step, 0 or more. It need not be an integer.
  double value();

  /// Records the cost of the step that used [#value]. A cost that is not a positive number is
  /// ignored.
  void step(double cost);

  /// Records the counters of the step. Call it before [#step], or not at all. Ranks that tune
  /// together must pass the same counters.
  default void observe(StepCounters counters) {}

  /// Returns whether the value is not p itself but the growth of p inside a step (EasyMSG, section
  /// 5.3).
  default boolean isIncrement() {
    return false;
  }

  /// The size of a buffer in the next step, in bytes; 0 if this tuner does not tune buffers.
  default int bufferBytes() {
    return 0;
  }

  /// The state of this tuner in one line, for [#load].
  String save();

  /// Returns a tuner whose parameter is constant.
  ///
  /// @throws IllegalArgumentException if it is negative or not a number
  static Tuner fixed(double p) {
    return new FixedTuner(p);
  }

  /// The explorative exponential search (EasyMSG, section 4.2): a new point every four steps.
  static Tuner exponential() {
    return new ExponentialTuner(4, false);
  }

  /// The fast adaptive algorithm (EasyMSG, section 5.3). Inside a step, each empty poll raises the
  /// number of computations by g, and each successful poll halves it. The explorative exponential
  /// search tunes g.
  static Tuner fastAdaptive() {
    return new ExponentialTuner(4, true);
  }

  /// Fits a parabola to the logarithm of the cost as a function of the logarithm of 1 + p. It
  /// brackets the minimum, then follows it, and searches again when costs change.
  static Tuner logQuadratic() {
    return new LogQuadraticTuner(1);
  }

  /// Like [#logQuadratic()], but begins at `p`: a guess, or the best value of an earlier run.
  ///
  /// @throws IllegalArgumentException if it is negative or not a number
  static Tuner logQuadratic(double p) {
    return new LogQuadraticTuner(p);
  }

  /// Tunes the size of buffers in addition to the parameter of `tuner`. When that has settled, the
  /// size is compared with its double and its half, for a few steps each. This continues while it
  /// pays. An [OverlapLoop] applies the size to the channels through which it sends.
  ///
  /// @param bytes the initial size
  /// @throws IllegalArgumentException unless 64 ≤ least ≤ bytes ≤ most, or if `tuner` already tunes
  ///   buffers
  static Tuner withBuffers(Tuner tuner, int bytes, int least, int most) {
    return new BufferTuner(tuner, bytes, least, most);
  }

  /// Restores a tuner from the text of [#save].
  ///
  /// @throws IllegalArgumentException if the text has another format
  static Tuner load(String saved) {
    return SavedTuners.load(saved);
  }
}
