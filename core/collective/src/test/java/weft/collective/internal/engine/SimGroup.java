// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// A group of simulated ranks.
///
/// @param id its number
/// @param members the ranks of the world, by rank in the group
record SimGroup(int id, List<Integer> members) {
  /// All ranks, then groups of some, in any order.
  static List<SimGroup> some(Random random, int size, int count) {
    var groups = new ArrayList<SimGroup>();
    for (int id = 0; id < count; id++) {
      var ranks = new ArrayList<Integer>();
      for (int rank = 0; rank < size; rank++) {
        ranks.add(rank);
      }
      if (id > 0) {
        Collections.shuffle(ranks, random);
        ranks.subList(1 + random.nextInt(size), size).clear();
      }
      groups.add(new SimGroup(id, List.copyOf(ranks)));
    }
    return groups;
  }

  int size() {
    return members.size();
  }

  /// The rank in the group of a rank of the world, or −1.
  int rankOf(int worldRank) {
    return members.indexOf(worldRank);
  }
}
