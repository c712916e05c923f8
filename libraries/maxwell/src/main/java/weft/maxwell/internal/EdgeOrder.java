// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import java.util.Arrays;
import weft.mesh.surface.Surface;

/// Finds the edges that triangles share, and puts them into an order in which neighbours in space
/// are mostly neighbours in number. A block of columns of the matrix then needs few triangles.
public final class EdgeOrder {
  private static final int MOST = 100_000_000;
  private static final int BITS = 10;

  private EdgeOrder() {}

  /// The first triangle, its corner opposite the edge, the second triangle and its corner, for each
  /// function.
  public static int[][] functions(Surface surface) {
    int[] triangles = surface.triangles();
    long[] keys = new long[triangles.length];
    int bits = 64 - Long.numberOfLeadingZeros(surface.pointCount());
    if (2 * bits > 62 || surface.triangleCount() > MOST / 3) {
      throw new IllegalArgumentException(
          "a surface of " + surface.triangleCount() + " triangles has too many edges");
    }
    for (int i = 0; i < triangles.length; i++) {
      keys[i] = key(triangles, i, bits);
    }
    int[] order = sorted(keys);
    var found = new int[4][triangles.length];
    int count = 0;
    for (int i = 0; i < order.length; ) {
      int end = i + 1;
      while (end < order.length && keys[order[end]] == keys[order[i]]) {
        end++;
      }
      for (int other = i + 1; other < end; other++) {
        found[0][count] = order[i] / 3;
        found[1][count] = order[i] % 3;
        found[2][count] = order[other] / 3;
        found[3][count++] = order[other] % 3;
      }
      i = end;
    }
    return inSpace(surface, found, count);
  }

  /// The edge opposite corner `i`, by its points.
  static long key(int[] triangles, int i, int bits) {
    int t = i - i % 3;
    int a = triangles[t + (i + 1) % 3];
    int b = triangles[t + (i + 2) % 3];
    return (long) Math.min(a, b) << bits | Math.max(a, b);
  }

  /// The indices of the keys in ascending order, those of equal keys in ascending order.
  static int[] sorted(long[] keys) {
    Integer[] boxed = new Integer[keys.length];
    Arrays.setAll(boxed, i -> i);
    Arrays.parallelSort(boxed, java.util.Comparator.comparingLong((Integer i) -> keys[i]));
    return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
  }

  private static int[][] inSpace(Surface surface, int[][] found, int count) {
    double[] points = surface.points();
    int[] triangles = surface.triangles();
    double[] least = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double size = 0;
    for (int axis = 0; axis < 3; axis++) {
      double most = -Double.MAX_VALUE;
      for (int i = axis; i < points.length; i += 3) {
        least[axis] = Math.min(least[axis], points[i]);
        most = Math.max(most, points[i]);
      }
      size = Math.max(size, most - least[axis]);
    }
    long[] places = new long[count];
    for (int j = 0; j < count; j++) {
      int t = 3 * found[0][j];
      int a = 3 * triangles[t + (found[1][j] + 1) % 3];
      int b = 3 * triangles[t + (found[1][j] + 2) % 3];
      for (int axis = 0; axis < 3; axis++) {
        double middle = ((points[a + axis] + points[b + axis]) / 2 - least[axis]) / size;
        places[j] |= spread((int) (middle * ((1 << BITS) - 1))) << axis;
      }
    }
    int[] order = sorted(places);
    var ordered = new int[4][count];
    for (int j = 0; j < count; j++) {
      for (int which = 0; which < 4; which++) {
        ordered[which][j] = found[which][order[j]];
      }
    }
    return ordered;
  }

  /// Every third bit of the result is a bit of `x`.
  private static long spread(int x) {
    long bits = 0;
    for (int i = 0; i < BITS; i++) {
      bits |= (long) (x >> i & 1) << 3 * i;
    }
    return bits;
  }
}
