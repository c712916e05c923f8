// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.List;

/// What one slice took, as OSU's benchmarks have it: each call is timed for itself, the barrier
/// between two calls is not; the time of a call is its mean at a rank, averaged over the ranks.
///
/// Each rank answers a slice with one line, in Java and in C alike: `ok` and four whole numbers, in
/// the order of [#line].
///
/// @param nanos of one call
/// @param turn nanoseconds of one call and the barrier behind it
/// @param switches how often ranks were taken off their processors, all together
/// @param allocated bytes allocated per call (and the barrier behind it), all ranks together
record Timing(double nanos, double turn, long switches, double allocated) {
  /// A rank's answer.
  static String line(long calls, long loop, long switches, long allocated) {
    return Answer.of(calls, loop, switches, allocated);
  }

  /// From the ranks' answers to a slice of `count` calls.
  static Timing of(List<Answer> answers, long count) {
    double calls = 0;
    double loop = 0;
    long switches = 0;
    double allocated = 0;
    for (Answer answer : answers) {
      calls += answer.value(0);
      loop += answer.value(1);
      switches += answer.value(2);
      allocated += answer.value(3);
    }
    double all = (double) count * answers.size();
    return new Timing(calls / all, loop / all, switches, allocated / count);
  }
}
