// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// Finds points that are at the same place, or close to each other.
public final class Welding {
  private final double[] points;
  private final double tolerance;
  private final int[] heads;
  private final int[] next;

  private Welding(double[] points, double tolerance) {
    this.points = points;
    this.tolerance = tolerance;
    int size = Integer.highestOneBit(Math.max(16, points.length / 3)) * 2;
    heads = new int[size];
    next = new int[points.length / 3];
    Arrays.fill(heads, -1);
  }

  /// For each point the number of the first one at its place, up to a tolerance.
  public static int[] firsts(double[] points, double tolerance) {
    return new Welding(points, tolerance).firsts();
  }

  private int[] firsts() {
    var first = new int[next.length];
    for (int i = 0; i < first.length; i++) {
      first[i] = i;
      double x = points[3 * i];
      double y = points[3 * i + 1];
      double z = points[3 * i + 2];
      if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
        continue;
      }
      int found = tolerance == 0 ? equal(x, y, z) : near(x, y, z);
      if (found >= 0) {
        first[i] = found;
      } else {
        int slot = tolerance == 0 ? slotOf(x, y, z) : slotOf(cell(x), cell(y), cell(z));
        next[i] = heads[slot];
        heads[slot] = i;
      }
    }
    return first;
  }

  /// Cells are as wide as the tolerance. Far from the origin they are only as narrow as doubles
  /// are.
  private double cell(double x) {
    return Math.floor(x / tolerance);
  }

  private int slotOf(double x, double y, double z) {
    // Plus zero, so that -0 and 0 are at one place.
    long hash = Double.doubleToLongBits(x + 0.0) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 29 ^ Double.doubleToLongBits(y + 0.0)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 31 ^ Double.doubleToLongBits(z + 0.0)) * 0x94D049BB133111EBL;
    return (int) (hash >>> 33) & heads.length - 1;
  }

  private int equal(double x, double y, double z) {
    for (int i = heads[slotOf(x, y, z)]; i >= 0; i = next[i]) {
      if (points[3 * i] == x && points[3 * i + 1] == y && points[3 * i + 2] == z) {
        return i;
      }
    }
    return -1;
  }

  private int near(double x, double y, double z) {
    int best = -1;
    for (int dx = -1; dx <= 1; dx++) {
      for (int dy = -1; dy <= 1; dy++) {
        for (int dz = -1; dz <= 1; dz++) {
          int slot = slotOf(cell(x) + dx, cell(y) + dy, cell(z) + dz);
          for (int i = heads[slot]; i >= 0; i = next[i]) {
            double ux = points[3 * i] - x;
            double uy = points[3 * i + 1] - y;
            double uz = points[3 * i + 2] - z;
            if (Math.sqrt(ux * ux + uy * uy + uz * uz) <= tolerance && (best < 0 || i < best)) {
              best = i;
            }
          }
        }
      }
    }
    return best;
  }
}
