// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import java.util.function.Function;

/// Learns the aggregation parameter p from the costs of the steps of an iterative program. The
/// parameter is the number of local computations between two polls.
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
///
/// A program may have tuners of its own: implement [#value] and [#step], and the other methods as
/// needed. An [OverlapLoop] calls all of them between two steps, on the rank's thread; they must
/// not send or wait. To be used by all ranks together, a tuner must take the same steps everywhere:
/// it may depend only on the costs and counters that it is given. Use [StrictMath] and no clock.
///
/// Source: EasyMSG, section 4.
public interface Tuner {
  /// The parameter to use in the next step, 0 or more. It need not be an integer. It stays the same
  /// until the next [#step].
  double value();

  /// Records the cost of the step that used [#value]. A cost that is not a positive number must be
  /// ignored.
  void step(double cost);

  /// Records the counters of the step. Call it before [#step], or not at all. Ranks that tune
  /// together must pass the same counters.
  default void observe(StepCounters counters) {}

  /// Returns whether the value is not p itself but the growth of p inside a step.
  ///
  /// Source: EasyMSG, section 5.3.
  default boolean isIncrement() {
    return false;
  }

  /// The size of a buffer in the next step, in bytes; 0 if this tuner does not tune buffers.
  default int bufferBytes() {
    return 0;
  }

  /// The state of this tuner in one line, for [#load]. The loaded tuner continues exactly where
  /// this one is.
  ///
  /// The line of a tuner of your own begins with a word that no other tuner uses. By default a
  /// tuner cannot be saved.
  ///
  /// @throws UnsupportedOperationException if this tuner cannot be saved
  default String save() {
    throw new UnsupportedOperationException(
        "the tuner " + getClass().getName() + " cannot be saved; override Tuner.save");
  }

  /// Returns a tuner whose parameter is constant.
  ///
  /// @throws IllegalArgumentException if it is negative or not a number
  static Tuner fixed(double p) {
    return new FixedTuner(p);
  }

  /// The explorative exponential search: a new point every four steps.
  ///
  /// Source: EasyMSG, section 4.2.
  static Tuner exponential() {
    return new ExponentialTuner(false);
  }

  /// The explorative exponential search with parameters of its own. The paper names them, and gives
  /// no values; [#exponential()] takes 4, 2, 2 and 1.
  ///
  /// @param every n, the number of steps whose mean cost judges a point: 1 or more
  /// @param growth the factor by which the explorative vector grows after a better point, over 1
  /// @param shrinkage the factor by which it shrinks when it turns round after a worse one, over 1
  /// @param least the first and smallest length of the vector, over 0
  /// @throws IllegalArgumentException if one of them is not possible
  ///
  ///   Source: EasyMSG, sections 4.2 and 4.3.
  static Tuner exponential(int every, double growth, double shrinkage, double least) {
    return new ExponentialTuner(every, growth, shrinkage, least, false);
  }

  /// The fast adaptive algorithm. Inside a step, each empty poll raises the number of computations
  /// by g, and each successful poll halves it. The explorative exponential search tunes g.
  ///
  /// Source: EasyMSG, section 5.3.
  static Tuner fastAdaptive() {
    return new ExponentialTuner(true);
  }

  /// The fast adaptive algorithm, with the parameters of the search that tunes g; see
  /// [#exponential(int, double, double, double)].
  static Tuner fastAdaptive(int every, double growth, double shrinkage, double least) {
    return new ExponentialTuner(every, growth, shrinkage, least, true);
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

  /// Restores a tuner of Weft from the text of [#save].
  ///
  /// @throws IllegalArgumentException if the text is not the state of a tuner
  static Tuner load(String saved) {
    return SavedTuners.load(saved, SavedTuners::unknown);
  }

  /// Restores a tuner from the text of [#save]. `own` restores tuners of your own: it gets a text
  /// that begins with a word that Weft does not know. It should throw an IllegalArgumentException
  /// if it does not know the word either.
  ///
  /// @throws IllegalArgumentException if the text is not the state of a tuner
  static Tuner load(String saved, Function<? super String, ? extends Tuner> own) {
    return SavedTuners.load(saved, own);
  }
}
