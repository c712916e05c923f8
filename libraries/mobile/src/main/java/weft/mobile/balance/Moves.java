// SPDX-License-Identifier: Apache-2.0
package weft.mobile.balance;

import java.util.Objects;

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
  public void move(int object, int rank) {
    targets[object] = Objects.checkIndex(rank, ranks);
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
