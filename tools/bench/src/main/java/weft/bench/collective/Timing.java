// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.List;

/// The times of one slice. The time of a call is its mean on a rank, averaged over the ranks.
///
/// Each rank, in Java and in C, answers a slice with one line: `ok` and six whole numbers, in the
/// order of [#line].
///
/// @param nanos nanoseconds of the timed part: a call, as in OSU's benchmarks, or a barrier and a
///   call
/// @param alone nanoseconds of the call alone
/// @param turn nanoseconds of one iteration: the call and all barriers before it
/// @param whole `turn` plus the rank's own work before it; used to plan slices
/// @param switches the number of involuntary context switches of all ranks
/// @param allocated bytes allocated per call and the barrier after it, all ranks together
public record Timing(
    double nanos, double alone, double turn, double whole, long switches, double allocated) {
  /// A rank's answer. Of `loop` nanoseconds, `before` were for rewriting the data to send.
  public static String line(
      long timed, long alone, long loop, long before, long switches, long allocated) {
    return Answer.of(timed, alone, loop, before, switches, allocated);
  }

  /// Combines the ranks' answers to a slice of `count` calls.
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
