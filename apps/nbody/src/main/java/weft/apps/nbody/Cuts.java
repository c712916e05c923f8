// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.util.ArrayList;
import java.util.List;
import weft.collective.Group;
import weft.collective.Operator;

/// Cuts of the curve into one stretch for each rank, with equal work in each.
///
/// Every cut is at the beginning of a leaf of the tree, so no leaf has bodies of two ranks. The
/// tree is not grown yet, and no rank has all bodies. So the ranks descend together from the root
/// to the leaf that reaches the wanted work. At each level they add up their work in the eight
/// children. All cuts descend at the same time.
final class Cuts {
  private final long[] first;

  private Cuts(long[] first) {
    this.first = first;
  }

  /// Finds the cuts. Collective.
  ///
  /// @param bodies this rank's bodies, sorted
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

  /// The last key of a rank. It is below the first key if the rank has no keys.
  long last(int rank) {
    return rank + 1 < first.length ? first[rank + 1] - 1 : Long.MAX_VALUE;
  }

  /// The largest cells that have bodies and belong to one rank alone, in the order of the curve.
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

  /// The descent to one cut.
  private static final class Descent {
    /// Values that ranks add up: the work and the bodies of each child.
    static final int COUNTS = 16;

    /// The work before the cut.
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

    /// Counts this rank's work and bodies in each child.
    void count(Bodies mine, long[] workBefore, long[] counts, int at) {
      int from = mine.firstFrom(cell.first(), 0, mine.count);
      for (int octant = 0; octant < 8; octant++) {
        int to = mine.firstAfter(cell.child(octant).last(), from, mine.count);
        counts[at + octant] = workBefore[to] - workBefore[from];
        counts[at + 8 + octant] = (long) to - from;
        from = to;
      }
    }

    /// Descends to the child that contains the cut.
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
