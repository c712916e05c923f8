// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// The edges of a surface, each with its triangles. Points at one place count as one point. Sides
/// are numbered 3 t + k: from corner k of triangle t to its next corner.
public final class SurfaceEdges {
  /// The place of each point: the number of the first point there.
  public final int[] places;

  /// Sides, sorted by edge.
  public final int[] sides;

  /// Where each edge begins in `sides`, and the end.
  public final int[] starts;

  private final int[] triangles;

  private SurfaceEdges(int[] triangles, int[] places, int[] sides, int[] starts) {
    this.triangles = triangles;
    this.places = places;
    this.sides = sides;
    this.starts = starts;
  }

  /// Finds the edges.
  ///
  /// @param triangles three point numbers for each triangle
  /// @param places the place of each point
  /// @param kept whether a triangle counts. Those that repeat others, or have two corners at one
  ///   place, do not
  public static SurfaceEdges of(int[] triangles, int[] places, boolean[] kept) {
    var edges = new SurfaceEdges(triangles, places, new int[0], new int[0]);
    var next = new int[places.length + 1];
    for (int side = 0; side < triangles.length; side++) {
      if (kept[side / 3]) {
        next[Math.min(edges.from(side), edges.to(side)) + 1]++;
      }
    }
    for (int p = 0; p < places.length; p++) {
      next[p + 1] += next[p];
    }
    int count = next[places.length];
    int[] begin = next.clone();
    var keyed = new long[count];
    for (int side = 0; side < triangles.length; side++) {
      if (kept[side / 3]) {
        int low = Math.min(edges.from(side), edges.to(side));
        keyed[next[low]++] = (long) Math.max(edges.from(side), edges.to(side)) << 32 | side;
      }
    }
    var sides = new int[count];
    var starts = new int[count + 1];
    int edgeCount = 0;
    for (int p = 0; p < places.length; p++) {
      Arrays.sort(keyed, begin[p], begin[p + 1]);
      for (int i = begin[p]; i < begin[p + 1]; i++) {
        sides[i] = (int) keyed[i];
        if (i == begin[p] || keyed[i] >>> 32 != keyed[i - 1] >>> 32) {
          starts[edgeCount++] = i;
        }
      }
    }
    starts[edgeCount] = count;
    return new SurfaceEdges(triangles, places, sides, Arrays.copyOf(starts, edgeCount + 1));
  }

  /// The number of edges.
  public int count() {
    return starts.length - 1;
  }

  /// The number of triangles at an edge.
  public int degree(int edge) {
    return starts[edge + 1] - starts[edge];
  }

  /// A side of an edge.
  public int side(int edge, int index) {
    return sides[starts[edge] + index];
  }

  /// The place where a side begins.
  public int from(int side) {
    return places[triangles[side]];
  }

  /// The place where a side ends.
  public int to(int side) {
    return places[triangles[side % 3 == 2 ? side - 2 : side + 1]];
  }

  /// The place of the corner opposite to a side.
  public int opposite(int side) {
    return places[triangles[side % 3 == 0 ? side + 2 : side - 1]];
  }
}
