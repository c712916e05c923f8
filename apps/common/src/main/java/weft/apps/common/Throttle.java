// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.util.Arrays;

/// Makes ranks of one machine unequally fast, to show what weights gain. A slow rank computes
/// everything several times and keeps one result, so it is as busy as a slow machine. (With a quota
/// of processor time it would alternate between full speed and none.)
public final class Throttle {
  /// No rank repeats anything.
  public static final Throttle NONE = new Throttle(new int[0]);

  private static final int MOST = 1000;

  private final int[] times;

  private Throttle(int[] times) {
    this.times = times;
  }

  /// Reads the value of `--throttle`, such as 1,3: the number of times that each rank computes
  /// everything. If it is empty, each rank computes once.
  ///
  /// @throws BadInputException if it is not one whole number from 1 to 1000 for each rank
  public static Throttle parse(String text, int ranks) {
    if (text.isEmpty()) {
      return NONE;
    }
    try {
      int[] times =
          Arrays.stream(text.split(",", -1))
              .map(String::strip)
              .mapToInt(Integer::parseInt)
              .toArray();
      if (times.length == ranks && Arrays.stream(times).allMatch(n -> n >= 1 && n <= MOST)) {
        return new Throttle(times);
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number out of range.
    }
    throw new BadInputException(
        "--throttle %s is not possible with %d ranks; give each a whole number from 1 to %d, with commas between, as 1,3"
            .formatted(text, ranks, MOST));
  }

  /// The number of times that a rank computes everything; 1 unless it is made slow.
  public int times(int rank) {
    return times.length == 0 ? 1 : times[rank];
  }
}
