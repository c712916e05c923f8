// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import weft.mesh.internal.SegmentPredicates;
import weft.mesh.internal.Tets;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.FeatureTable;

/// Fills half a cavity with its constrained Delaunay tets, one after the other: on each open face
/// the tet whose sphere contains none of the vertices that a tet on this face may have. All edges
/// on the border are edges of Delaunay tets, so there always is one: J. R. Shewchuk,
/// "General-dimensional constrained Delaunay and constrained regular triangulations, I:
/// Combinatorial properties", Discrete & Computational Geometry 39 (2008). It takes the product of
/// tets, vertices and faces around, so it is for the few cavities that Delaunay tets do not fill.
final class GiftWrapping {
  private final RecoveryMesh mesh;
  private final FacetPlane plane;
  private final WorkClock clock;
  private final SegmentPredicates exact;

  /// Faces around the half: three vertices each.
  private int[] around = new int[96];

  private int aroundCount;

  /// Open faces, and tets that are to be looked at: three vertices each.
  private int[] open = new int[96];

  private int openCount;
  private int[] candidates = new int[32];
  private final int[] tet = new int[4];

  GiftWrapping(RecoveryMesh mesh, FacetPlane plane, WorkClock clock) {
    this.clock = clock;
    this.mesh = mesh;
    this.plane = plane;
    exact = (SegmentPredicates) mesh.kernel.predicates();
  }

  // ---- the part of the plane -------------------------------------------------------------------

  /// Finds the triangles in the plane of the half above, from the edges that faces around it have
  /// there. Returns whether it could.
  boolean pave(HalfCavity half) {
    half.floorCount = 0;
    openCount = 0;
    int off = -1;
    int edges = 0;
    for (int i = 0; i < half.borderCount; i++) {
      for (int k = 0; k < 3; k++) {
        int a = half.border[4 * i + k];
        int b = half.border[4 * i + (k + 1) % 3];
        int c = half.border[4 * i + (k + 2) % 3];
        if (plane.side(a) == 0 && plane.side(b) == 0) {
          // Seen from above the triangle is on the other side of the edge.
          pushOpen(b, a, 0);
          off = c;
          edges++;
        }
      }
    }
    int[] walls = Arrays.copyOf(open, 3 * edges);
    while (openCount > 0) {
      int a = open[3 * --openCount];
      int b = open[3 * openCount + 1];
      int c = third(half, walls, a, b, off);
      if (c < 0 || half.floorCount > 4 * half.vertexCount) {
        return false;
      }
      half.addFloor(a, b, c);
      toggleEdge(c, b);
      toggleEdge(a, c);
    }
    return true;
  }

  private void pushOpen(int a, int b, int c) {
    if (3 * openCount + 3 > open.length) {
      open = Arrays.copyOf(open, 2 * open.length);
    }
    open[3 * openCount] = a;
    open[3 * openCount + 1] = b;
    open[3 * openCount++ + 2] = c;
  }

  /// An edge needs a triangle on its left, or has got it from an open edge the other way round.
  private void toggleEdge(int a, int b) {
    for (int i = 0; i < openCount; i++) {
      if (open[3 * i] == b && open[3 * i + 1] == a) {
        System.arraycopy(open, 3 * --openCount, open, 3 * i, 3);
        return;
      }
    }
    pushOpen(a, b, 0);
  }

  private int third(HalfCavity half, int[] walls, int a, int b, int off) {
    int count = 0;
    for (int i = 0; i < half.vertexCount; i++) {
      int v = half.vertices[i];
      if (v != a && v != b && plane.side(v) == 0 && plane.left(a, b, v, off) > 0) {
        count = addCandidate(count, v);
      }
    }
    while (count > 0) {
      clock.check(mesh.kernel.tets.slots, openCount);
      int best = 0;
      for (int i = 1; i < count; i++) {
        best = isInCircle(a, b, candidates[best], off, candidates[i]) ? i : best;
      }
      int c = candidates[best];
      if (isFree(walls, a, b, c, off)) {
        return c;
      }
      candidates[best] = candidates[--count];
    }
    return -1;
  }

  private int addCandidate(int count, int v) {
    if (count == candidates.length) {
      candidates = Arrays.copyOf(candidates, 2 * count);
    }
    candidates[count] = v;
    return count + 1;
  }

  private boolean isInCircle(int a, int b, int c, int off, int p) {
    return plane.side(off) > 0
        ? mesh.kernel.isInSphere(a, b, c, off, p)
        : mesh.kernel.isInSphere(a, c, b, off, p);
  }

  /// Whether no edge of the border meets the inside of a triangle.
  private boolean isFree(int[] walls, int a, int b, int c, int off) {
    for (int i = 0; i < walls.length; i += 3) {
      int p = walls[i];
      int q = walls[i + 1];
      if (!isBeyond(a, b, p, q, off)
          && !isBeyond(b, c, p, q, off)
          && !isBeyond(c, a, p, q, off)
          && !divides(p, q, a, b, c, off)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBeyond(int a, int b, int p, int q, int off) {
    return left(a, b, p, off) <= 0 && left(a, b, q, off) <= 0;
  }

  private boolean divides(int p, int q, int a, int b, int c, int off) {
    int one = left(p, q, a, off);
    int two = left(p, q, b, off);
    int three = left(p, q, c, off);
    return (one <= 0 && two <= 0 && three <= 0) || (one >= 0 && two >= 0 && three >= 0);
  }

  private int left(int a, int b, int p, int off) {
    return p == a || p == b ? 0 : plane.left(a, b, p, off);
  }

  // ---- the tets --------------------------------------------------------------------------------

  /// Fills a half whose faces in the plane are known. Returns whether it could.
  boolean fill(HalfCavity half) {
    half.fillingCount = 0;
    openCount = 0;
    var waiting = new FeatureTable();
    for (int i = 0; i < half.borderCount; i++) {
      pushOpen(half.border[4 * i], half.border[4 * i + 1], half.border[4 * i + 2]);
    }
    for (int i = 0; i < half.floorCount; i++) {
      pushOpen(half.floor[3 * i], half.floor[3 * i + 1], half.floor[3 * i + 2]);
    }
    aroundCount = openCount;
    around = open.clone();
    for (int i = 0; i < openCount; i++) {
      waiting.put(open[3 * i], open[3 * i + 1], open[3 * i + 2], 0, 0);
    }
    int most = 64 * (aroundCount + half.vertexCount);
    while (openCount > 0) {
      int a = open[3 * --openCount];
      int b = open[3 * openCount + 1];
      int c = open[3 * openCount + 2];
      int place = waiting.find(a, b, c);
      if (place < 0) {
        // Another tet has it meanwhile.
        continue;
      }
      waiting.remove(place);
      int d = apex(half, a, b, c);
      if (d < 0 || half.fillingCount == most) {
        return false;
      }
      half.addFilling(a, b, c, d);
      toggle(waiting, a, c, d);
      toggle(waiting, a, d, b);
      toggle(waiting, b, d, c);
    }
    return waiting.size() == 0;
  }

  /// A face of a new tet, seen from the other side: it is open there, or was open on this side.
  private void toggle(FeatureTable waiting, int a, int b, int c) {
    int place = waiting.find(a, b, c);
    if (place >= 0) {
      waiting.remove(place);
    } else {
      waiting.put(a, b, c, 0, 0);
      pushOpen(a, c, b);
    }
  }

  private int apex(HalfCavity half, int a, int b, int c) {
    double[] xyz = mesh.kernel.xyz();
    int count = 0;
    for (int i = 0; i < half.vertexCount; i++) {
      int v = half.vertices[i];
      if (v != a && v != b && v != c && exact.orient3d(xyz, a, b, c, v) > 0) {
        count = addCandidate(count, v);
      }
    }
    while (count > 0) {
      clock.check(mesh.kernel.tets.slots, openCount);
      int best = 0;
      for (int i = 1; i < count; i++) {
        best = mesh.kernel.isInSphere(a, b, c, candidates[best], candidates[i]) ? i : best;
      }
      int d = candidates[best];
      if (isFree(a, b, c, d)) {
        return d;
      }
      candidates[best] = candidates[--count];
    }
    return -1;
  }

  /// Whether no face around the half meets the inside of a tet.
  private boolean isFree(int a, int b, int c, int d) {
    tet[0] = a;
    tet[1] = b;
    tet[2] = c;
    tet[3] = d;
    for (int i = 0; i < aroundCount; i++) {
      if (!isApart(around[3 * i], around[3 * i + 1], around[3 * i + 2])) {
        return false;
      }
    }
    return true;
  }

  /// Whether a plane divides the tet from a triangle: one of a face of either, or one along an edge
  /// of each.
  private boolean isApart(int p, int q, int r) {
    for (int f = 0; f < 4; f++) {
      int a = tet[Tets.faceCorner(3 * f)];
      int b = tet[Tets.faceCorner(3 * f + 1)];
      int c = tet[Tets.faceCorner(3 * f + 2)];
      if (side(a, b, c, p) <= 0 && side(a, b, c, q) <= 0 && side(a, b, c, r) <= 0) {
        return true;
      }
    }
    int low = 0;
    int high = 0;
    for (int v : tet) {
      int side = side(p, q, r, v);
      low = Math.min(low, side);
      high = Math.max(high, side);
    }
    if (low == 0 || high == 0) {
      return true;
    }
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        if (isApartAlong(tet[i], tet[j], p, q, r)
            || isApartAlong(tet[i], tet[j], q, r, p)
            || isApartAlong(tet[i], tet[j], r, p, q)) {
          return true;
        }
      }
    }
    return false;
  }

  private int side(int a, int b, int c, int v) {
    return v == a || v == b || v == c ? 0 : exact.orient3d(mesh.kernel.xyz(), a, b, c, v);
  }

  /// Whether a plane through an edge of the tet and along one of the triangle, or the other way
  /// round, divides the two.
  private boolean isApartAlong(int a, int b, int p, int q, int r) {
    return dividesAt(a, b, p, q, r, a) || dividesAt(a, b, p, q, r, p);
  }

  private boolean dividesAt(int a, int b, int p, int q, int r, int at) {
    int ours = 0;
    boolean both = false;
    for (int v : tet) {
      int side = sideAlong(a, b, p, q, at, v);
      both |= side * ours < 0;
      ours = ours == 0 ? side : ours;
    }
    if (both || ours == 0) {
      return false;
    }
    return sideAlong(a, b, p, q, at, p) * ours <= 0
        && sideAlong(a, b, p, q, at, q) * ours <= 0
        && sideAlong(a, b, p, q, at, r) * ours <= 0;
  }

  /// The sign of det(b − a, q − p, v − at).
  private int sideAlong(int a, int b, int p, int q, int at, int v) {
    return at == a
        ? exact.orientAlong(mesh.kernel.xyz(), a, b, p, q, v)
        : -exact.orientAlong(mesh.kernel.xyz(), p, q, a, b, v);
  }
}
