// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;

/// Finds what a cavity would lose: a vertex, a piece of a segment, or an edge of the rim of the
/// faces that fall, all of whose tets are in the cavity. What is on its border gets new tets.
///
/// Delaunay tets lose nothing. Those of a domain do where a facet or a segment ends inside: the
/// cavity may go all around its end.
final class KeptFeatures {
  private final ConstrainedTets mesh;

  /// The search whose border has a vertex.
  private int[] stamps = new int[64];

  private int stamp;

  /// The edges of the border, in a table; filled when one is asked for.
  private long[] edges = new long[256];

  private boolean hasEdges;

  /// The ends of what was lost; the same one twice if it is a vertex.
  int lostA;

  int lostB;

  KeptFeatures(ConstrainedTets mesh) {
    this.mesh = mesh;
  }

  /// Looks at a cavity whose border is known. Returns whether something would be lost.
  boolean findLost(Cavity cavity) {
    if (stamps.length < mesh.vertices) {
      stamps = Arrays.copyOf(stamps, 2 * mesh.vertices);
    }
    stamp++;
    hasEdges = false;
    for (int i = 0; i < cavity.borderSize; i++) {
      stamps[cavity.borderVertex(i, 0)] = stamp;
      stamps[cavity.borderVertex(i, 1)] = stamp;
      stamps[cavity.borderVertex(i, 2)] = stamp;
    }
    for (int i = 0; i < cavity.flat.rimCount(); i++) {
      if (isLost(cavity, cavity.flat.rim(i, 0), cavity.flat.rim(i, 1))) {
        return true;
      }
    }
    int[] vertex = mesh.tets.vertex;
    for (int i = 0; i < cavity.size; i++) {
      int o = 4 * cavity.tets[i];
      for (int j = 0; j < 4; j++) {
        int a = vertex[o + j];
        if (stamps[a] != stamp) {
          lostA = a;
          lostB = a;
          return true;
        }
        for (int k = 0; k < j && mesh.dimension[a] <= ConstrainedTets.ON_SEGMENT; k++) {
          int b = vertex[o + k];
          if (mesh.isSegment(a, b) && !cavity.flat.isSplit(a, b) && isLost(cavity, a, b)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean isLost(Cavity cavity, int a, int b) {
    if (!hasEdges) {
      fillEdges(cavity);
    }
    if (edges[place(key(a, b))] != 0) {
      return false;
    }
    lostA = a;
    lostB = b;
    return true;
  }

  private void fillEdges(Cavity cavity) {
    int needed = Integer.highestOneBit(3 * cavity.borderSize) * 4;
    if (edges.length < needed) {
      edges = new long[needed];
    }
    Arrays.fill(edges, 0);
    for (int i = 0; i < cavity.borderSize; i++) {
      for (int k = 0; k < 3; k++) {
        long key = key(cavity.borderVertex(i, k), cavity.borderVertex(i, (k + 1) % 3));
        edges[place(key)] = key;
      }
    }
    hasEdges = true;
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /// The place of a key, or of the free entry where it belongs.
  private int place(long key) {
    int mask = edges.length - 1;
    int place = (int) (key * 0x9e3779b97f4a7c15L >>> 40) & mask;
    while (edges[place] != key && edges[place] != 0) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
