// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

/// Learns the aggregation parameter p from what the steps of an iterating program cost: how many
/// local computations are done between two looks for messages (EasyMSG, section 4).
///
/// Before a step the program asks for [#value]; after it, it tells what the step has cost, by
/// [#step]. Costs are in any unit, but always the same. A rank may tune for itself, with its own
/// time; or all ranks together: each gives the maximum over all ranks, and then all of them make
/// the same steps, because a tuner draws no random numbers and takes nothing else into account.
///
/// ```java
/// Tuner tuner = Tuner.logQuadratic();
/// for (int i = 0; i < iterations; i++) {
///   double cost = iterate(tuner.value());
///   tuner.step(group.allreduce(cost, Operator.MAX));   // or tuner.step(cost)
/// }
/// Files.writeString(file, tuner.save());
/// ```
public sealed interface Tuner permits FixedTuner, ExponentialTuner, LogQuadraticTuner, BufferTuner {
  /// The parameter to use in the next step, 0 or more. It need not be whole.
  double value();

  /// The step that used [#value] has cost this much. What is not a positive number is left out.
  void step(double cost);

  /// What was seen in that step, which must be the same on all ranks that tune together; called
  /// before [#step], or not at all.
  default void observe(StepCounters counters) {}

  /// Whether the parameter is not p itself but how fast p grows inside a step (EasyMSG, section
  /// 5.3).
  default boolean isIncrement() {
    return false;
  }

  /// The bytes of a buffer to use in the next step, or 0 where this tuner leaves buffers alone.
  default int bufferBytes() {
    return 0;
  }

  /// What this tuner has learned, in one line, for [#load].
  String save();

  /// Always the same parameter.
  ///
  /// @throws IllegalArgumentException when it is negative or no number
  static Tuner fixed(double p) {
    return new FixedTuner(p);
  }

  /// The explorative exponential search (EasyMSG, section 4.2): a new point every four steps.
  static Tuner exponential() {
    return new ExponentialTuner(4, false);
  }

  /// The fast adaptive algorithm (EasyMSG, section 5.3): inside a step, each look in vain raises
  /// the number of computations by g, and each success halves it. The explorative exponential
  /// search tunes g.
  static Tuner fastAdaptive() {
    return new ExponentialTuner(4, true);
  }

  /// Fits a parabola to the logarithm of the cost over the logarithm of 1 + p. It brackets the
  /// minimum, then follows it, and begins anew when costs change.
  static Tuner logQuadratic() {
    return new LogQuadraticTuner(1);
  }

  /// The same, which begins at `p`: a guess, or the value that was best in an earlier run.
  ///
  /// @throws IllegalArgumentException when it is negative or no number
  static Tuner logQuadratic(double p) {
    return new LogQuadraticTuner(p);
  }

  /// Tunes the size of buffers beside what `tuner` tunes: after that has settled, the size is
  /// compared with its double and its half, a few steps of each, and so on while that pays. An
  /// [OverlapLoop] sets the buffers of the channels that it sends through.
  ///
  /// @param bytes where it begins
  /// @throws IllegalArgumentException unless 64 ≤ least ≤ bytes ≤ most, or when `tuner` tunes
  ///   buffers itself
  static Tuner withBuffers(Tuner tuner, int bytes, int least, int most) {
    return new BufferTuner(tuner, bytes, least, most);
  }

  /// The tuner that [#save] described.
  ///
  /// @throws IllegalArgumentException when the text is anything else
  static Tuner load(String saved) {
    return SavedTuners.load(saved);
  }
}
