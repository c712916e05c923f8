// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.List;

/// What one slice took, as OSU's benchmarks have it: each call is timed for itself, the barrier
/// between two calls is not; the time of a call is its mean at a rank, averaged over the ranks.
///
/// Each rank answers a slice with one line, in Java and in C alike: `ok` and five whole numbers, in
/// the order of [#line].
///
/// @param nanos of one call
/// @param turn nanoseconds of one call and the barrier before it
/// @param whole the same and what the rank does for itself before that: by this, slices are planned
/// @param switches how often ranks were taken off their processors, all together
/// @param allocated bytes allocated per call (and the barrier before it), all ranks together
record Timing(double nanos, double turn, double whole, long switches, double allocated) {
  /// A rank's answer; of `loop` nanoseconds it took `before` to write what it sends.
  static String line(long calls, long loop, long before, long switches, long allocated) {
    return Answer.of(calls, loop, before, switches, allocated);
  }

  /// From the ranks' answers to a slice of `count` calls.
  static Timing of(List<Answer> answers, long count) {
    double calls = 0;
    double loop = 0;
    double before = 0;
    long switches = 0;
    double allocated = 0;
    for (Answer answer : answers) {
      calls += answer.value(0);
      loop += answer.value(1);
      before += answer.value(2);
      switches += answer.value(3);
      allocated += answer.value(4);
    }
    double all = (double) count * answers.size();
    return new Timing(calls / all, (loop - before) / all, loop / all, switches, allocated / count);
  }
}
