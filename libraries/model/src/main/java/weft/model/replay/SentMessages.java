// SPDX-License-Identifier: Apache-2.0
package weft.model.replay;

import java.util.Arrays;

/// The sends from one rank to another, by the numbers of their messages, which rise.
final class SentMessages {
  /// No send.
  static final int NONE = -1;

  private long[] firsts = new long[16];
  private int[] items = new int[16];
  private int size;

  /// Adds a send whose first message has the number `first`.
  void add(long first, int item) {
    if (size == items.length) {
      firsts = Arrays.copyOf(firsts, 2 * size);
      items = Arrays.copyOf(items, 2 * size);
    }
    firsts[size] = first;
    items[size++] = item;
  }

  /// The send of message `number` among the items of `trace`, or [#NONE].
  int find(RankTrace trace, long number) {
    int found = Arrays.binarySearch(firsts, 0, size, number);
    int at = found >= 0 ? found : -found - 2;
    return at >= 0 && number < firsts[at] + trace.count(items[at]) ? items[at] : NONE;
  }
}
