// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.List;

/// What one slice took; the time of a call is its mean at a rank, averaged over the ranks.
///
/// Each rank answers a slice with one line, in Java and in C alike: `ok` and six whole numbers, in
/// the order of [#line].
///
/// @param nanos of what is timed: a call, as OSU's benchmarks have it, or a barrier and a call
/// @param alone nanoseconds of the call alone
/// @param turn nanoseconds of one time round the loop: the call and all barriers before it
/// @param whole the same and what the rank does for itself before that: by this, slices are planned
/// @param switches how often ranks were taken off their processors, all together
/// @param allocated bytes allocated per call (and the barrier behind it), all ranks together
public record Timing(
    double nanos, double alone, double turn, double whole, long switches, double allocated) {
  /// A rank's answer; of `loop` nanoseconds it took `before` to write what it sends.
  public static String line(
      long timed, long alone, long loop, long before, long switches, long allocated) {
    return Answer.of(timed, alone, loop, before, switches, allocated);
  }

  /// From the ranks' answers to a slice of `count` calls.
  static Timing of(List<Answer> answers, long count) {
    double timed = 0;
    double alone = 0;
    double loop = 0;
    double before = 0;
    long switches = 0;
    double allocated = 0;
    for (Answer answer : answers) {
      timed += answer.value(0);
      alone += answer.value(1);
      loop += answer.value(2);
      before += answer.value(3);
      switches += answer.value(4);
      allocated += answer.value(5);
    }
    double all = (double) count * answers.size();
    return new Timing(
        timed / all, alone / all, (loop - before) / all, loop / all, switches, allocated / count);
  }
}
