// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.util.Arrays;

/// The boxes of a cube that contain points, by levels. Each level is in Morton order. Level l cuts
/// the cube into 8^l boxes. Level 2 is the first with boxes that are far from each other.
///
/// Ranks cut the leaves in Morton order, so that each has about as many points. A box belongs to
/// the rank that has its first leaf.
final class Octree {
  /// The first level.
  static final int TOP = 2;

  private final int levels;
  private final double side;

  /// For each level from 0, the Morton codes of its boxes in ascending order; null above [#TOP].
  private final long[][] codes;

  private final int[][] owners;

  /// The number of the first box of each level, if boxes are numbered through all levels.
  private final int[] first;

  /// A tree over `points` (x, y, z of each), down to level `levels`, for `ranks` ranks.
  Octree(double[] points, int levels, int ranks) {
    this.levels = levels;
    int count = points.length / 3;
    double[] low = {points[0], points[1], points[2]};
    double[] high = low.clone();
    for (int i = 0; i < points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    double longest = 0;
    for (int k = 0; k < 3; k++) {
      longest = Math.max(longest, high[k] - low[k]);
    }
    this.side = longest > 0 ? longest * (1 + 1e-9) : 1;
    var leaves = new long[count];
    for (int i = 0; i < count; i++) {
      long code = 0;
      for (int k = 0; k < 3; k++) {
        double middle = (low[k] + high[k]) / 2;
        double at = (points[3 * i + k] - middle) / side + 0.5;
        int place = (int) Math.min((1 << levels) - 1, Math.max(0, at * (1 << levels)));
        code |= spread(place) << k;
      }
      leaves[i] = code;
    }
    Arrays.sort(leaves);
    this.codes = new long[levels + 1][];
    this.owners = new int[levels + 1][];
    this.first = new int[levels + 2];
    int boxes = 0;
    for (int level = TOP; level <= levels; level++) {
      int shift = 3 * (levels - level);
      var found = new long[count];
      var owner = new int[count];
      int n = 0;
      for (int i = 0; i < count; i++) {
        long code = leaves[i] >>> shift;
        if (n == 0 || found[n - 1] != code) {
          // The first point of a box is also the first one of its first leaf.
          owner[n] = rankOf(i, count, ranks);
          found[n++] = code;
        }
      }
      codes[level] = Arrays.copyOf(found, n);
      owners[level] = Arrays.copyOf(owner, n);
      first[level] = boxes;
      boxes += n;
    }
    first[levels + 1] = boxes;
  }

  private static int rankOf(int point, int points, int ranks) {
    return (int) ((long) point * ranks / points);
  }

  /// Inserts two zeros before each bit of a number.
  static long spread(int value) {
    long x = value & 0x1FFFFF;
    x = (x | x << 32) & 0x1F00000000FFFFL;
    x = (x | x << 16) & 0x1F0000FF0000FFL;
    x = (x | x << 8) & 0x100F00F00F00F00FL;
    x = (x | x << 4) & 0x10C30C30C30C30C3L;
    return (x | x << 2) & 0x1249249249249249L;
  }

  /// Collects every third bit: the inverse of [#spread].
  static int gather(long spread) {
    long x = spread & 0x1249249249249249L;
    x = (x ^ x >>> 2) & 0x10C30C30C30C30C3L;
    x = (x ^ x >>> 4) & 0x100F00F00F00F00FL;
    x = (x ^ x >>> 8) & 0x1F0000FF0000FFL;
    x = (x ^ x >>> 16) & 0x1F00000000FFFFL;
    return (int) ((x ^ x >>> 32) & 0x1FFFFF);
  }

  /// The deepest level.
  int levels() {
    return levels;
  }

  /// The side of a box of `level`.
  double side(int level) {
    return side / (1 << level);
  }

  /// The number of boxes of all levels.
  int boxes() {
    return first[levels + 1];
  }

  /// The number of boxes of `level`.
  int boxes(int level) {
    return codes[level].length;
  }

  /// The number, among all boxes, of box `index` of `level`.
  int number(int level, int index) {
    return first[level] + index;
  }

  /// The level of the box with this number.
  int level(int number) {
    int level = TOP;
    while (number >= first[level + 1]) {
      level++;
    }
    return level;
  }

  /// The rank that has box `index` of `level`.
  int owner(int level, int index) {
    return owners[level][index];
  }

  /// Receives the far boxes of a box.
  interface Far {
    /// @param source the index of the far box in the level
    /// @param dx its distance along x in boxes
    /// @param dy its distance along y in boxes
    /// @param dz its distance along z in boxes
    void box(int source, int dx, int dy, int dz);
  }

  /// Visits the interaction list of box `index` of `level`. It consists of the boxes of its level
  /// that are far from it, but whose parents are near its parent.
  void far(int level, int index, Far far) {
    long code = codes[level][index];
    int x = gather(code);
    int y = gather(code >>> 1);
    int z = gather(code >>> 2);
    int most = (1 << level) - 1;
    // The children of the parent's neighbours.
    for (int i = Math.max(0, (x & ~1) - 2); i <= Math.min(most, (x | 1) + 2); i++) {
      for (int j = Math.max(0, (y & ~1) - 2); j <= Math.min(most, (y | 1) + 2); j++) {
        for (int k = Math.max(0, (z & ~1) - 2); k <= Math.min(most, (z | 1) + 2); k++) {
          int dx = i - x;
          int dy = j - y;
          int dz = k - z;
          if (Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz))) > 1) {
            int at = find(level, i, j, k);
            if (at >= 0) {
              far.box(at, dx, dy, dz);
            }
          }
        }
      }
    }
  }

  private int find(int level, int x, int y, int z) {
    return Arrays.binarySearch(codes[level], spread(x) | spread(y) << 1 | spread(z) << 2);
  }
}
