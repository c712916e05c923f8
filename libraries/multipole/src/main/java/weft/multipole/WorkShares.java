// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import java.util.Arrays;

/// Cuts the leaves of a tree in Morton order into a stretch for each rank, so that all have about
/// as much work. The work of a box above the leaves belongs to the rank that has its first leaf. So
/// the cuts are moved a few times to even out what that leaves uneven, and the best are kept.
final class WorkShares {
  private static final int ROUNDS = 12;

  private final Octree tree;
  private final int ranks;

  /// The work of each leaf: what is near, and its own points.
  private final double[] leafWork;

  /// The work of each box of all levels, by its number.
  private final double[] boxWork;

  private final double total;
  private long nearPairs;
  private int[] first;
  private double most;

  WorkShares(Octree tree, LevelGrids[] grids, LeafCosts costs, int ranks) {
    this.tree = tree;
    this.ranks = ranks;
    int levels = tree.levels();
    leafWork = new double[tree.boxes(levels)];
    boxWork = new double[tree.boxes()];
    for (int leaf = 0; leaf < leafWork.length; leaf++) {
      leafWork[leaf] = leafWork(leaf, costs, grids[levels].small().samples());
    }
    for (int level = Octree.TOP; level <= levels; level++) {
      double box = grids[level].boxCost(grids[Math.min(level + 1, levels)].small());
      for (int index = 0; index < tree.boxes(level); index++) {
        int[] count = new int[1];
        tree.far(level, index, (source, dx, dy, dz) -> count[0]++);
        boxWork[tree.number(level, index)] = box + count[0] * grids[level].transferCost();
      }
    }
    total = Arrays.stream(leafWork).sum() + Arrays.stream(boxWork).sum();
    first = cut(spreadOverAll());
    most = most(first);
    int[] moving = first;
    for (int round = 0; round < ROUNDS && ranks > 1; round++) {
      moving = cut(spreadOverOwners(moving));
      double now = most(moving);
      if (now < most) {
        most = now;
        first = moving;
      }
    }
  }

  private double leafWork(int leaf, LeafCosts costs, int samples) {
    int points = tree.begin(leaf + 1) - tree.begin(leaf);
    long[] near = new long[1];
    tree.near(leaf, source -> near[0] += tree.begin(source + 1) - tree.begin(source));
    nearPairs += points * near[0];
    return points * (costs.pair() * near[0] + 2 * costs.sample() * samples);
  }

  private interface Leaves {
    /// Adds the work of a box to leaves from `begin` to `end`.
    void add(double work, int begin, int end);
  }

  private void boxes(Leaves leaves) {
    for (int level = Octree.TOP; level <= tree.levels(); level++) {
      for (int index = 0; index < tree.boxes(level); index++) {
        leaves.add(
            boxWork[tree.number(level, index)],
            tree.firstLeaf(level, index),
            tree.firstLeaf(level, index + 1));
      }
    }
  }

  /// Each leaf with its share of its ancestors' work.
  private double[] spreadOverAll() {
    double[] work = leafWork.clone();
    boxes((box, begin, end) -> spread(work, box, begin, end));
    return work;
  }

  /// Likewise, where the owner's leaves alone have shares.
  private double[] spreadOverOwners(int[] cuts) {
    double[] work = leafWork.clone();
    boxes(
        (box, begin, end) -> spread(work, box, begin, Math.min(end, cuts[owner(cuts, begin) + 1])));
    return work;
  }

  private static void spread(double[] work, double box, int begin, int end) {
    for (int leaf = begin; leaf < end; leaf++) {
      work[leaf] += box / (end - begin);
    }
  }

  /// The first leaf of each rank, and the number of leaves at the end.
  private int[] cut(double[] work) {
    double sum = Arrays.stream(work).sum();
    var cuts = new int[ranks + 1];
    double before = 0;
    int rank = 0;
    for (int leaf = 0; leaf < work.length; leaf++) {
      double middle = before + work[leaf] / 2;
      while (rank + 1 < ranks && middle >= sum * (rank + 1) / ranks) {
        cuts[++rank] = leaf;
      }
      before += work[leaf];
    }
    while (rank < ranks) {
      cuts[++rank] = work.length;
    }
    return cuts;
  }

  private static int owner(int[] cuts, int leaf) {
    int at = Arrays.binarySearch(cuts, leaf);
    if (at < 0) {
      return -at - 2;
    }
    // Ranks without leaves begin where the next one does.
    while (cuts[at + 1] == leaf) {
      at++;
    }
    return at;
  }

  private double most(int[] cuts) {
    double[] work = new double[ranks];
    for (int leaf = 0; leaf < leafWork.length; leaf++) {
      work[owner(cuts, leaf)] += leafWork[leaf];
    }
    boxes((box, begin, end) -> work[owner(cuts, begin)] += box);
    return Arrays.stream(work).max().orElse(0);
  }

  int owner(int leaf) {
    return owner(first, leaf);
  }

  int firstLeaf(int rank) {
    return first[rank];
  }

  double total() {
    return total;
  }

  long nearPairs() {
    return nearPairs;
  }

  double imbalance() {
    return most * ranks / total;
  }
}
