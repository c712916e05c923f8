// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.util.function.IntConsumer;

/// A set of ranks with pending work, stored as one bit for each rank.
public final class RankSet {
  private final long[] words;
  private int size;

  /// An empty set of some of `ranks` ranks.
  public RankSet(int ranks) {
    words = new long[(ranks + 63) >>> 6];
  }

  /// Whether it has no element.
  public boolean isEmpty() {
    return size == 0;
  }

  /// The number of elements.
  public int size() {
    return size;
  }

  /// Adds `rank`, unless it is an element.
  public void add(int rank) {
    long bit = 1L << rank;
    if ((words[rank >>> 6] & bit) == 0) {
      words[rank >>> 6] |= bit;
      size++;
    }
  }

  /// Removes `rank`, if it is an element.
  public void remove(int rank) {
    long bit = 1L << rank;
    if ((words[rank >>> 6] & bit) != 0) {
      words[rank >>> 6] &= ~bit;
      size--;
    }
  }

  /// The first element at or after `rank`, or else the first of all. The set must not be empty.
  public int next(int rank) {
    int word = rank >>> 6;
    if (word < words.length) {
      long rest = words[word] & -1L << rank;
      while (rest == 0 && ++word < words.length) {
        rest = words[word];
      }
      if (rest != 0) {
        return (word << 6) + Long.numberOfTrailingZeros(rest);
      }
    }
    word = 0;
    while (words[word] == 0) {
      word++;
    }
    return (word << 6) + Long.numberOfTrailingZeros(words[word]);
  }

  /// Removes all elements, and calls `action` for each.
  public void takeAll(IntConsumer action) {
    for (int word = 0; size > 0 && word < words.length; word++) {
      for (long rest = words[word]; rest != 0; rest &= rest - 1) {
        words[word] &= ~(rest & -rest);
        size--;
        action.accept((word << 6) + Long.numberOfTrailingZeros(rest));
      }
    }
  }
}
