// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// A set of numbers from 0 up, in the order in which they were added.
public final class IntSet {
  private int[] members = new int[32];
  private int size;

  /// Places in `members`, by hash; −1 where there is none.
  private int[] table = new int[128];

  /// Makes an empty set.
  public IntSet() {
    Arrays.fill(table, -1);
  }

  /// Adds a number, and returns whether it is new.
  public boolean add(int number) {
    int place = find(number);
    if (table[place] >= 0) {
      return false;
    }
    if (size == members.length) {
      members = Arrays.copyOf(members, 2 * size);
      table = new int[4 * members.length];
      Arrays.fill(table, -1);
      for (int i = 0; i < size; i++) {
        table[find(members[i])] = i;
      }
      place = find(number);
    }
    table[place] = size;
    members[size++] = number;
    return true;
  }

  int size() {
    return size;
  }

  int get(int i) {
    return members[i];
  }

  /// Whether a number is in the set.
  public boolean contains(int number) {
    return table[find(number)] >= 0;
  }

  /// Removes all numbers.
  public void clear() {
    if (size > 0) {
      Arrays.fill(table, -1);
      size = 0;
    }
  }

  private int find(int number) {
    int mask = table.length - 1;
    int place = (number * 0x9e3779b9 >>> 8) & mask;
    while (table[place] >= 0 && members[table[place]] != number) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
