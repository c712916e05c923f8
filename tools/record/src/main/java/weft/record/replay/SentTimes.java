// SPDX-License-Identifier: Apache-2.0
package weft.record.replay;

import java.util.Arrays;

/// When one rank sent its messages to another, by their numbers, which ascend.
final class SentTimes {
  private int count;
  private long[] numbers = new long[8];
  private long[] times = new long[8];
  private long next;

  /// Adds `messages` messages from `number` on, sent at `time`.
  void add(long number, int messages, long time) {
    if (count > 0 && number < next) {
      return; // a damaged recording
    }
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
      times = Arrays.copyOf(times, 2 * count);
    }
    numbers[count] = number;
    times[count++] = time;
    next = number + messages;
  }

  /// When message `number` was sent; `unknown` if that was not recorded.
  long of(long number, long unknown) {
    if (count == 0 || number >= next) {
      return unknown;
    }
    int at = Arrays.binarySearch(numbers, 0, count, number);
    at = at >= 0 ? at : -at - 2;
    return at < 0 ? unknown : times[at];
  }
}
