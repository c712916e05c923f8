// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import java.util.Arrays;

/// The boxes of a cube that contain points, by levels. Each level is in Morton order. Level l cuts
/// the cube into 8^l boxes. Level 2 is the first with boxes that are far from each other, and the
/// deepest level has the leaves. Every rank has the whole tree.
///
/// Points are numbered anew, leaf by leaf: [#point] has the number that a point was given with.
public final class Octree {
  /// The first level with boxes that are far from each other.
  public static final int TOP = 2;

  /// The deepest level that is possible.
  public static final int DEEPEST = 12;

  private static final int INDEX_BITS = 27;

  private final int levels;
  private final double side;
  private final double[] low = new double[3];

  /// For each level from 0, the Morton codes of its boxes in ascending order; empty above [#TOP].
  private final long[][] codes;

  /// For each level, the first leaf of each box, and the number of leaves at the end.
  private final int[][] leaves;

  /// For each level but the last, the first child of each box, and the number of boxes at the end.
  private final int[][] children;

  /// The number of the first box of each level, if boxes are numbered through all levels.
  private final int[] first;

  /// The first point of each leaf, and the number of points at the end.
  private final int[] begins;

  private final int[] order;

  /// Makes a tree.
  ///
  /// @param points x, y and z of each point
  /// @param levels the deepest level
  /// @throws IllegalArgumentException if there is no point, or more than 2^27; if a coordinate is
  ///   not finite; or if the level is not from [#TOP] to [#DEEPEST]
  public static Octree of(double[] points, int levels) {
    return of(points, levels, 0);
  }

  /// Likewise, over a cube with at least this side: points that lie too close for a tree of their
  /// own are then in the few boxes in its middle.
  ///
  /// @param leastSide the least side of the cube
  public static Octree of(double[] points, int levels, double leastSide) {
    if (points.length < 3 || points.length % 3 != 0 || points.length / 3 > 1 << INDEX_BITS) {
      throw new IllegalArgumentException(
          "a tree over "
              + points.length
              + " coordinates is not possible; give x, y and z of 1 to 2^27 points");
    }
    if (levels < TOP || levels > DEEPEST) {
      throw new IllegalArgumentException(
          "a tree of " + levels + " levels is not possible; give " + TOP + " to " + DEEPEST);
    }
    for (int i = 0; i < points.length; i++) {
      if (!Double.isFinite(points[i])) {
        throw new IllegalArgumentException(
            "point " + i / 3 + " has the coordinate " + points[i] + ", which is not finite");
      }
    }
    return new Octree(points, levels, leastSide);
  }

  private Octree(double[] points, int levels, double leastSide) {
    this.levels = levels;
    this.side = bound(points, leastSide);
    int count = points.length / 3;
    long[] sorted = sorted(points);
    order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = (int) (sorted[i] & (1L << INDEX_BITS) - 1);
      sorted[i] >>>= INDEX_BITS;
    }
    codes = new long[levels + 1][0];
    leaves = new int[levels + 1][0];
    children = new int[levels + 1][0];
    first = new int[levels + 2];
    begins = begins(sorted, 0);
    codes[levels] = firsts(sorted, begins, 0);
    for (int level = TOP; level <= levels; level++) {
      int shift = 3 * (levels - level);
      leaves[level] = begins(codes[levels], shift);
      codes[level] = firsts(codes[levels], leaves[level], shift);
      first[level + 1] = first[level] + codes[level].length;
    }
    for (int level = TOP; level < levels; level++) {
      children[level] = begins(codes[level + 1], 3);
    }
  }

  /// Where codes begin that differ after a shift, and the number of codes at the end.
  private static int[] begins(long[] sorted, int shift) {
    int[] begins = new int[sorted.length + 1];
    int n = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] >>> shift != sorted[i - 1] >>> shift) {
        begins[n++] = i;
      }
    }
    begins[n++] = sorted.length;
    return Arrays.copyOf(begins, n);
  }

  private static long[] firsts(long[] sorted, int[] begins, int shift) {
    var firsts = new long[begins.length - 1];
    Arrays.setAll(firsts, i -> sorted[begins[i]] >>> shift);
    return firsts;
  }

  /// Sets the corner of the cube around the points, and returns its side.
  private double bound(double[] points, double leastSide) {
    double[] high = {points[0], points[1], points[2]};
    System.arraycopy(high, 0, low, 0, 3);
    for (int i = 0; i < points.length; i++) {
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
      longest = Math.max(longest, high[axis] - low[axis]);
    }
    double side = longest > 0 ? longest * (1 + 1e-9) : 1;
    side = Math.max(side, leastSide);
    for (int axis = 0; axis < 3; axis++) {
      low[axis] = low[axis] + (high[axis] - low[axis]) / 2 - side / 2;
    }
    return side;
  }

  /// The Morton code of each point, with its number in the lower bits, in ascending order.
  private long[] sorted(double[] points) {
    int count = points.length / 3;
    var sorted = new long[count];
    int most = 1 << levels;
    for (int i = 0; i < count; i++) {
      long code = 0;
      for (int axis = 0; axis < 3; axis++) {
        double at = (points[3 * i + axis] - low[axis]) / side * most;
        code |= spread(Math.clamp((long) at, 0, most - 1)) << axis;
      }
      sorted[i] = code << INDEX_BITS | i;
    }
    Arrays.parallelSort(sorted);
    return sorted;
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

  // Levels and boxes.

  /// The deepest level, that of the leaves.
  public int levels() {
    return levels;
  }

  /// The side of a box of `level`.
  public double side(int level) {
    return side / (1 << level);
  }

  /// The centre of the cube: x, y and z.
  public double[] middle() {
    return new double[] {low[0] + side / 2, low[1] + side / 2, low[2] + side / 2};
  }

  /// The number of boxes of all levels.
  public int boxes() {
    return first[levels + 1];
  }

  /// The number of boxes of `level`.
  public int boxes(int level) {
    return codes[level].length;
  }

  /// The number, among all boxes, of box `index` of `level`.
  public int number(int level, int index) {
    return first[level] + index;
  }

  /// The level of the box with this number.
  public int level(int number) {
    int level = TOP;
    while (number >= first[level + 1]) {
      level++;
    }
    return level;
  }

  /// The index, in its level, of the box with this number.
  public int index(int number) {
    return number - first[level(number)];
  }

  /// The centre of box `index` of `level`: x, y and z.
  public double[] centre(int level, int index) {
    long code = codes[level][index];
    var centre = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      centre[axis] = low[axis] + (gather(code >>> axis) + 0.5) * side(level);
    }
    return centre;
  }

  /// The place of a box in its parent: 1 for the upper half along x, 2 along y, 4 along z.
  public int octant(int level, int index) {
    return (int) (codes[level][index] & 7);
  }

  /// The first leaf of box `index` of `level`; for the number of boxes, the number of leaves.
  public int firstLeaf(int level, int index) {
    return leaves[level][index];
  }

  /// The first child of box `index` of `level`, which is not the deepest one, as an index of the
  /// next level; for the number of boxes, the number of boxes of that level.
  public int firstChild(int level, int index) {
    return children[level][index];
  }

  /// The parent of box `index` of `level`, which is not [#TOP].
  public int parent(int level, int index) {
    return Arrays.binarySearch(codes[level - 1], codes[level][index] >>> 3);
  }

  // Points.

  /// The number of points.
  public int size() {
    return order.length;
  }

  /// The first point of a leaf; for the number of leaves, the number of points.
  public int begin(int leaf) {
    return begins[leaf];
  }

  /// The number with which a point was given.
  ///
  /// @param place its number in the order of leaves
  public int point(int place) {
    return order[place];
  }

  // Lists.

  /// Receives the far boxes of a box.
  @FunctionalInterface
  public interface Far {
    /// @param source the index of the far box in the level
    /// @param dx its distance along x in boxes
    /// @param dy its distance along y in boxes
    /// @param dz its distance along z in boxes
    void box(int source, int dx, int dy, int dz);
  }

  /// Receives the near leaves of a leaf.
  @FunctionalInterface
  public interface Near {
    /// A leaf that touches the other one, or is the same.
    void leaf(int source);
  }

  /// Visits the interaction list of box `index` of `level`: the boxes of its level that do not
  /// touch it, but whose parents touch its parent, or are the same.
  public void far(int level, int index, Far far) {
    long code = codes[level][index];
    int x = gather(code);
    int y = gather(code >>> 1);
    int z = gather(code >>> 2);
    around(
        level - 1,
        x >> 1,
        y >> 1,
        z >> 1,
        (from, end) -> {
          for (int i = from; i < end; i++) {
            long other = codes[level][i];
            int dx = gather(other) - x;
            int dy = gather(other >>> 1) - y;
            int dz = gather(other >>> 2) - z;
            if (Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz))) > 1) {
              far.box(i, dx, dy, dz);
            }
          }
        });
  }

  /// Visits the leaves that touch a leaf, with itself.
  public void near(int leaf, Near near) {
    long code = codes[levels][leaf];
    int x = gather(code);
    int y = gather(code >>> 1);
    int z = gather(code >>> 2);
    int most = (1 << levels) - 1;
    for (int i = Math.max(0, x - 1); i <= Math.min(most, x + 1); i++) {
      for (int j = Math.max(0, y - 1); j <= Math.min(most, y + 1); j++) {
        for (int k = Math.max(0, z - 1); k <= Math.min(most, z + 1); k++) {
          int at = find(levels, i, j, k);
          if (at >= 0) {
            near.leaf(at);
          }
        }
      }
    }
  }

  private interface Range {
    void children(int from, int end);
  }

  /// Visits the children of the box at a place of `level` and of those that touch it.
  private void around(int level, int x, int y, int z, Range range) {
    if (level < TOP) {
      range.children(0, codes[level + 1].length);
      return;
    }
    int most = (1 << level) - 1;
    for (int i = Math.max(0, x - 1); i <= Math.min(most, x + 1); i++) {
      for (int j = Math.max(0, y - 1); j <= Math.min(most, y + 1); j++) {
        for (int k = Math.max(0, z - 1); k <= Math.min(most, z + 1); k++) {
          int at = find(level, i, j, k);
          if (at >= 0) {
            range.children(children[level][at], children[level][at + 1]);
          }
        }
      }
    }
  }

  private int find(int level, int x, int y, int z) {
    return Arrays.binarySearch(codes[level], spread(x) | spread(y) << 1 | spread(z) << 2);
  }
}
