// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

/// A plan: the target rank of each object. Initially every object stays.
public final class Moves {
  private final int ranks;
  private final int[] targets;
  private final int[] places;

  /// Creates the plan in which all of `loads` stay.
  public Moves(Loads loads) {
    ranks = loads.ranks();
    targets = new int[loads.objects()];
    places = new int[targets.length];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = loads.rank(i);
      places[i] = targets[i];
    }
  }

  /// Moves `object` to `rank`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such object or rank
  public void move(int object, int rank) {
    if (object < 0 || object >= targets.length || rank < 0 || rank >= ranks) {
      throw new IndexOutOfBoundsException(
          "a policy moves object "
              + object
              + " of "
              + targets.length
              + " to rank "
              + rank
              + " of "
              + ranks
              + "; both are counted from 0");
    }
    targets[object] = rank;
  }

  /// The rank on which an object is to be.
  public int target(int object) {
    return targets[object];
  }

  /// The number of objects that move.
  public int count() {
    int count = 0;
    for (int i = 0; i < targets.length; i++) {
      count += targets[i] == places[i] ? 0 : 1;
    }
    return count;
  }
}
