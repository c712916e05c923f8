// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.Arrays;

/// One side of a compare-split: merges this rank's sorted block with what has come of its
/// neighbour's, as far as it has come, until as many keys are taken as this rank has.
///
/// The lower rank takes the least keys, from the front; the higher one the greatest, from the back.
/// Of equal keys each prefers its own, so that both cut at the same place.
final class Merge {
  private final boolean low;
  private final long[] mine;
  private final long[] theirs;
  private final long[] merged;
  private final int length;
  private int own;
  private int taken;

  /// A merge into `merged`.
  ///
  /// @param theirs the neighbour's keys: from the front for the lower rank, up to the end for the
  ///   higher one
  /// @param length how many keys this rank has
  Merge(boolean low, long[] mine, long[] theirs, long[] merged, int length) {
    this.low = low;
    this.mine = mine;
    this.theirs = theirs;
    this.merged = merged;
    this.length = length;
  }

  /// Merges as far as possible now that `arrived` of the neighbour's keys are here.
  ///
  /// @param all whether no more will come
  void advance(int arrived, boolean all) {
    if (low) {
      fromTheFront(arrived);
    } else {
      fromTheBack(arrived);
    }
    if (all && taken == arrived && !isDone()) {
      // What is left is this rank's own.
      int rest = length - own - taken;
      if (low) {
        System.arraycopy(mine, own, merged, own + taken, rest);
      } else {
        System.arraycopy(mine, length - own - rest, merged, 0, rest);
      }
      own += rest;
    }
  }

  private void fromTheFront(int arrived) {
    int i = own;
    int j = taken;
    while (j < arrived && i + j < length) {
      if (mine[i] <= theirs[j]) {
        merged[i + j] = mine[i++];
      } else {
        merged[i + j] = theirs[j++];
      }
    }
    own = i;
    taken = j;
  }

  private void fromTheBack(int arrived) {
    int i = own;
    int j = taken;
    int last = length - 1;
    int end = theirs.length - 1;
    while (j < arrived && i + j < length) {
      if (mine[last - i] >= theirs[end - j]) {
        merged[last - i - j] = mine[last - i++];
      } else {
        merged[last - i - j] = theirs[end - j++];
      }
    }
    own = i;
    taken = j;
  }

  /// Whether all keys are merged.
  boolean isDone() {
    return own + taken == length;
  }

  /// How many of the neighbour's keys were taken.
  int taken() {
    return taken;
  }

  /// How many keys of a sorted block its neighbour might take: those that are less than the
  /// greatest of the lower block, or greater than the least of the higher one.
  static int wanted(boolean low, long[] keys, int length, long theirs) {
    if (low) {
      return length - insertion(keys, length, theirs, true);
    }
    return insertion(keys, length, theirs, false);
  }

  /// Where `key` belongs among sorted keys: behind its equals, or before them.
  private static int insertion(long[] keys, int length, long key, boolean behind) {
    int at = Arrays.binarySearch(keys, 0, length, key);
    if (at < 0) {
      return -at - 1;
    }
    // Among equals: the search went anywhere.
    int from = behind ? at : 0;
    int to = behind ? length : at;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (behind ? keys[middle] <= key : keys[middle] < key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
