// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

import java.util.Arrays;

/// One side of a compare-split. It merges this rank's sorted block with the arrived keys of its
/// neighbour, until it has taken as many keys as this rank has.
///
/// The lower rank takes the least keys, from the front; the higher rank takes the greatest keys,
/// from the back. Among equal keys each prefers its own, so that both split at the same place.
final class Merge {
  private final boolean low;
  private final long[] mine;
  private final long[] theirs;
  private final long[] merged;
  private final int length;
  private int own;
  private int taken;

  /// Creates a merge into `merged`.
  ///
  /// @param theirs the neighbour's keys: from the front for the lower rank, and up to the end for
  ///   the higher rank
  /// @param length the number of keys of this rank
  Merge(boolean low, long[] mine, long[] theirs, long[] merged, int length) {
    this.low = low;
    this.mine = mine;
    this.theirs = theirs;
    this.merged = merged;
    this.length = length;
  }

  /// Merges as far as possible with the first `arrived` keys of the neighbour.
  ///
  /// @param all whether no more keys will arrive
  void advance(int arrived, boolean all) {
    if (low) {
      fromTheFront(arrived);
    } else {
      fromTheBack(arrived);
    }
    if (all && taken == arrived && !isDone()) {
      // The remaining keys are this rank's own.
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

  /// The number of the neighbour's keys that were taken.
  int taken() {
    return taken;
  }

  /// The number of keys of a sorted block that its neighbour may take. In the higher block these
  /// are the keys less than the greatest of the lower block. In the lower block they are the keys
  /// greater than the least of the higher block.
  static int wanted(boolean low, long[] keys, int length, long theirs) {
    if (low) {
      return length - insertion(keys, length, theirs, true);
    }
    return insertion(keys, length, theirs, false);
  }

  /// The index at which `key` belongs among sorted keys: after its equals, or before them.
  private static int insertion(long[] keys, int length, long key, boolean behind) {
    int at = Arrays.binarySearch(keys, 0, length, key);
    if (at < 0) {
      return -at - 1;
    }
    // The search may have found any of the equal keys.
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
