// SPDX-License-Identifier: Apache-2.0
package weft.bench.tuner;

import java.util.SplittableRandom;
import weft.overlap.Tuner;

/// A simulated step of an overlap loop whose messages come in bursts. Each message answers the one
/// before it, so a message that is found late delays all later ones. Between bursts polls find
/// nothing.
///
/// ```
///   time   |mmmm|·········gap·········|mmm|······gap······|mmmmm|
/// ```
///
/// No constant p suits both: in a burst few computations between two polls are best, and many in a
/// gap. Times are in local computations.
///
/// Source: EasyMSG, section 5.3.
///
/// @param computations the local computations of a step
/// @param bursts the number of bursts
/// @param length the mean number of messages of a burst
/// @param latency the mean time until an answer in a burst
/// @param gap the mean time between two bursts
/// @param poll the time of a poll
record BurstyStep(
    int computations, int bursts, double length, double latency, double gap, double poll) {
  /// A program's steps are alike: this many patterns of messages take turns.
  private static final int PATTERNS = 4;

  private static final int STEPS = 4 * PATTERNS;

  /// Draws an environment at random.
  static BurstyStep draw(SplittableRandom random) {
    double poll = 0.5 + random.nextDouble();
    double latency = poll * (2 + 4 * random.nextDouble());
    double gap = 1000 + 3000 * random.nextDouble();
    int bursts = 3 + random.nextInt(6);
    double length = 30 + 90 * random.nextDouble();
    double busy = bursts * (gap + length * latency);
    int computations = (int) (busy * (0.6 + 0.3 * random.nextDouble()));
    return new BurstyStep(computations, bursts, length, latency, gap, poll);
  }

  /// The time of one step with the value of `tuner`, which is p or its growth, as the loop of
  /// Algorithm 2.1 takes it.
  double time(double value, boolean increment, SplittableRandom random) {
    double time = 0;
    double part = 0;
    double q = increment ? 0 : value;
    int done = 0;
    int bursts = this.bursts;
    int left = messages(random);
    double next = exponential(gap, random);
    while (bursts > 0) {
      time += poll;
      if (next <= time) {
        left--;
        if (left == 0 && --bursts > 0) {
          left = messages(random);
          next = time + exponential(gap, random);
        } else {
          next = time + exponential(latency, random);
        }
        q = increment ? Math.floor(q / 2) : q;
        continue;
      }
      q += increment ? value : 0;
      if (done == computations) {
        time = next; // Without computations the rank waits.
        continue;
      }
      part += q;
      int count = (int) Math.min(part, computations - done);
      part -= Math.floor(part);
      time += count;
      done += count;
    }
    return time + computations - done;
  }

  private int messages(SplittableRandom random) {
    return 1 + (int) exponential(length, random);
  }

  private static double exponential(double mean, SplittableRandom random) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  /// The mean time of a step with the best constant p.
  double best(long seed) {
    double best = Double.POSITIVE_INFINITY;
    for (double p = 0.5; p < 200; p *= 1.25) {
      double sum = 0;
      for (int step = 0; step < STEPS; step++) {
        sum += time(p, false, new SplittableRandom(seed + step % PATTERNS));
      }
      best = Math.min(best, sum / STEPS);
    }
    return best;
  }

  /// The mean time of `steps` steps with `tuner`, and of the last half of them.
  double[] run(Tuner tuner, int steps, long seed) {
    double sum = 0;
    double later = 0;
    for (int step = 0; step < steps; step++) {
      double time =
          time(tuner.value(), tuner.isIncrement(), new SplittableRandom(seed + step % PATTERNS));
      sum += time;
      later += step >= steps / 2 ? time : 0;
      tuner.step(time);
    }
    return new double[] {sum / steps, later / (steps - steps / 2)};
  }
}
