// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.ArrayList;
import java.util.List;
import weft.collective.Group;
import weft.collective.Operator;

/// Where the curve is cut into one stretch for each rank, with as much work in each as in others.
///
/// Every cut is where a leaf of the tree begins, so no leaf has bodies of two ranks. The tree is
/// not there yet, and nobody has all bodies: the ranks go down it together, from the root to the
/// leaf that has the middle of the work, and in each level add up what they have in the eight
/// children. All cuts go down at the same time.
final class Cuts {
  private final long[] first;

  private Cuts(long[] first) {
    this.first = first;
  }

  /// Finds them. Collective.
  ///
  /// @param bodies those of this rank, sorted
  static Cuts find(Group group, Bodies bodies) {
    long[] before = bodies.workBefore();
    long[] all = {before[bodies.count], bodies.count};
    group.allreduce(all, Operator.SUM);
    var descents = new ArrayList<Descent>();
    for (int cut = 1; cut < group.size(); cut++) {
      descents.add(new Descent(all[0] * cut / group.size(), all[1]));
    }
    for (List<Descent> unended = unended(descents);
        !unended.isEmpty();
        unended = unended(descents)) {
      long[] children = new long[Descent.COUNTS * unended.size()];
      for (int i = 0; i < unended.size(); i++) {
        unended.get(i).count(bodies, before, children, Descent.COUNTS * i);
      }
      group.allreduce(children, Operator.SUM);
      for (int i = 0; i < unended.size(); i++) {
        unended.get(i).descend(children, Descent.COUNTS * i);
      }
    }
    long[] first = new long[group.size()];
    for (int cut = 1; cut < group.size(); cut++) {
      first[cut] = descents.get(cut - 1).cell.first();
    }
    return new Cuts(first);
  }

  private static List<Descent> unended(List<Descent> descents) {
    return descents.stream().filter(descent -> !descent.ended()).toList();
  }

  /// The first key of a rank.
  long first(int rank) {
    return first[rank];
  }

  /// The last key of a rank; before the first one when it has none.
  long last(int rank) {
    return rank + 1 < first.length ? first[rank + 1] - 1 : Long.MAX_VALUE;
  }

  /// The largest cells that belong to a rank alone and have bodies, in the order of the curve.
  List<SpaceCell> cells(int rank, Bodies bodies) {
    List<SpaceCell> cells = new ArrayList<>();
    collect(SpaceCell.ROOT, rank, bodies, cells);
    return cells;
  }

  private void collect(SpaceCell cell, int rank, Bodies bodies, List<SpaceCell> cells) {
    int from = bodies.firstFrom(cell.first(), 0, bodies.count);
    if (bodies.firstAfter(cell.last(), from, bodies.count) == from) {
      return;
    }
    if (first(rank) <= cell.first() && cell.last() <= last(rank)) {
      cells.add(cell);
      return;
    }
    for (int octant = 0; octant < 8; octant++) {
      collect(cell.child(octant), rank, bodies, cells);
    }
  }

  /// One cut on its way down.
  private static final class Descent {
    /// Numbers that ranks add up: the work in each child, and its bodies.
    static final int COUNTS = 16;

    /// How much work lies before the cut.
    private final long wanted;

    private SpaceCell cell = SpaceCell.ROOT;
    private long before;
    private long bodies;

    Descent(long wanted, long bodies) {
      this.wanted = wanted;
      this.bodies = bodies;
    }

    boolean ended() {
      return bodies <= BodyTree.LEAF || cell.level() == SpaceCell.DEEPEST;
    }

    /// What this rank has in each child.
    void count(Bodies mine, long[] workBefore, long[] counts, int at) {
      int from = mine.firstFrom(cell.first(), 0, mine.count);
      for (int octant = 0; octant < 8; octant++) {
        int to = mine.firstAfter(cell.child(octant).last(), from, mine.count);
        counts[at + octant] = workBefore[to] - workBefore[from];
        counts[at + 8 + octant] = (long) to - from;
        from = to;
      }
    }

    /// Goes to the child that has the cut.
    void descend(long[] counts, int at) {
      int octant = 0;
      while (octant < 7 && before + counts[at + octant] <= wanted) {
        before += counts[at + octant++];
      }
      cell = cell.child(octant);
      bodies = counts[at + 8 + octant];
    }
  }
}
