// SPDX-License-Identifier: Apache-2.0
package weft.maxwell.internal;

import weft.mesh.surface.Surface;

/// The parts of a surface that edges connect.
public final class SurfaceParts {
  private final int[] partOf;
  private final boolean[] closed;

  private SurfaceParts(int[] partOf, boolean[] closed) {
    this.partOf = partOf;
    this.closed = closed;
  }

  /// Finds the parts, numbered by their first triangles.
  public static SurfaceParts of(Surface surface) {
    int[] triangles = surface.triangles();
    int count = surface.triangleCount();
    int bits = 64 - Long.numberOfLeadingZeros(surface.pointCount());
    long[] keys = new long[triangles.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = EdgeOrder.key(triangles, i, bits);
    }
    int[] order = EdgeOrder.sorted(keys);
    int[] parent = new int[count];
    java.util.Arrays.setAll(parent, t -> t);
    boolean[] open = new boolean[count];
    for (int i = 0; i < order.length; ) {
      int end = i + 1;
      while (end < order.length && keys[order[end]] == keys[order[i]]) {
        int a = root(parent, order[i] / 3);
        int b = root(parent, order[end] / 3);
        parent[Math.max(a, b)] = Math.min(a, b);
        end++;
      }
      boolean whole =
          end - i == 2 && begins(triangles, order[i]) != begins(triangles, order[i + 1]);
      if (!whole) {
        open[order[i] / 3] = true;
      }
      i = end;
    }
    int[] partOf = new int[count];
    int parts = 0;
    for (int t = 0; t < count; t++) {
      int first = root(parent, t);
      partOf[t] = first == t ? parts++ : partOf[first];
    }
    boolean[] closed = new boolean[parts];
    java.util.Arrays.fill(closed, true);
    for (int t = 0; t < count; t++) {
      closed[partOf[t]] &= !open[t];
    }
    return new SurfaceParts(partOf, closed);
  }

  private static int begins(int[] triangles, int i) {
    return triangles[i - i % 3 + (i + 1) % 3];
  }

  private static int root(int[] parent, int t) {
    int at = t;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /// The number of parts.
  public int count() {
    return closed.length;
  }

  /// The part of a triangle.
  public int of(int triangle) {
    return partOf[triangle];
  }

  /// Whether each edge of a part has two triangles that face the same way.
  public boolean isClosed(int part) {
    return closed[part];
  }
}
