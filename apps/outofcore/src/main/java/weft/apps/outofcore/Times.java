// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import java.util.Arrays;

/// Times of cycles.
final class Times {
  private Times() {}

  /// A cycle.
  interface Cycle<E extends Exception> {
    void run(int number) throws E;
  }

  /// The median of the seconds of `count` cycles. Half as many run before, so that their code is
  /// compiled; their numbers are negative.
  static <E extends Exception> double median(int count, Cycle<E> cycle) throws E {
    var times = new long[count];
    for (int i = -count / 2; i < count; i++) {
      long began = System.nanoTime();
      cycle.run(i);
      times[Math.max(i, 0)] = System.nanoTime() - began;
    }
    Arrays.sort(times);
    return 1e-9 * times[count / 2];
  }
}
