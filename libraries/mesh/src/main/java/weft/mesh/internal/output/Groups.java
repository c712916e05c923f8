// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.output;

import java.util.Arrays;

/// The members of each group, in their order, found by sorting once.
final class Groups {
  private final int[] numbers;
  private final long[] sorted;
  private final int[] groupOf;

  /// @param groupOf the number of each member's group
  Groups(int[] groupOf) {
    this.groupOf = groupOf;
    sorted = new long[groupOf.length];
    for (int i = 0; i < groupOf.length; i++) {
      sorted[i] = (long) groupOf[i] << 32 | i;
    }
    Arrays.sort(sorted);
    numbers = Arrays.stream(sorted).mapToInt(each -> (int) (each >> 32)).distinct().toArray();
  }

  /// The number of each member's group.
  int[] ofMembers() {
    return groupOf;
  }

  /// The different numbers, in ascending order.
  int[] numbers() {
    return numbers;
  }

  /// The members of a group, in ascending order.
  int[] members(int number) {
    int from = Arrays.binarySearch(sorted, (long) number << 32);
    from = from < 0 ? -from - 1 : from;
    int to = from;
    while (to < sorted.length && (int) (sorted[to] >> 32) == number) {
      to++;
    }
    int[] members = new int[to - from];
    for (int i = 0; i < members.length; i++) {
      members[i] = (int) sorted[from + i];
    }
    return members;
  }
}
