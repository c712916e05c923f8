// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.improve;

import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.Replacement;
import weft.mesh.internal.refine.TetAngles;

/// Replaces the tets around an edge by those of a triangulation of the ring of their other
/// vertices, of which it finds the best (G. T. Klincsek, Annals of Discrete Mathematics 9 (1980)),
/// and exchanges two tets with a common face for three.
public final class EdgeRemoval {
  static final int MOST = 9;

  /// A tet with a larger sine has its corners not on one facet.
  private static final double FLAT = 1e-2;

  private final ConstrainedTets mesh;
  private final Limits limits;
  private final Replacement replacement;
  private final int[] ring = new int[MOST + 1];
  private final int[] old = new int[MOST];
  private final double[] best = new double[MOST * MOST];
  private final int[] split = new int[MOST * MOST];
  private final int[] corners = new int[8 * MOST];
  private int made;
  private double allowed;

  /// Prepares changes of a mesh.
  public EdgeRemoval(ConstrainedTets mesh, Limits limits) {
    this.mesh = mesh;
    this.limits = limits;
    replacement = new Replacement(mesh);
  }

  int madeCount() {
    return replacement.madeCount();
  }

  int made(int i) {
    return replacement.made(i);
  }

  private double quality(int t) {
    int[] v = mesh.tets.vertex;
    return TetAngles.sine(mesh.xyz, v[4 * t], v[4 * t + 1], v[4 * t + 2], v[4 * t + 3]);
  }

  /// The quality of a tet that may be made; negative if it exceeds a limit.
  private double quality(int region, int a, int b, int c, int d) {
    double sine = TetAngles.sine(mesh.xyz, a, b, c, d);
    return sine <= 0
            || limits.excess(region, a, b, c, d) > allowed
            || (sine < FLAT && isOnFacet(a, b, c, d))
        ? -1
        : sine;
  }

  /// Whether a tet would have two faces of one facet, and so be as flat as that is plane.
  private boolean isOnFacet(int a, int b, int c, int d) {
    int first = facet(a, b, c);
    int second = facet(a, b, d);
    int third = facet(a, c, d);
    int fourth = facet(b, c, d);
    return (first >= 0 && (first == second || first == third || first == fourth))
        || (second >= 0 && (second == third || second == fourth))
        || (third >= 0 && third == fourth);
  }

  private int facet(int a, int b, int c) {
    int place = mesh.faces.find(a, b, c);
    return place < 0 ? -1 : mesh.faces.feature(place);
  }

  private double oldQuality(int count) {
    double worst = 1;
    allowed = 1;
    int[] v = mesh.tets.vertex;
    for (int i = 0; i < count; i++) {
      int o = 4 * old[i];
      worst = Math.min(worst, quality(old[i]));
      allowed =
          Math.max(
              allowed, limits.excess(mesh.material[old[i]], v[o], v[o + 1], v[o + 2], v[o + 3]));
    }
    return worst;
  }

  /// Removes an edge of a tet, if that improves the tets around it.
  public boolean removeOne(int t) {
    for (int i = 0; i < 3; i++) {
      for (int j = i + 1; j < 4; j++) {
        if (remove(t, mesh.tets.vertex[4 * t + i], mesh.tets.vertex[4 * t + j])) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean remove(int t, int a, int b) {
    int count = mesh.isSegment(a, b) ? 0 : findRing(t, a, b);
    if (count < 3) {
      return false;
    }
    double before = oldQuality(count);
    int region = mesh.material[t];
    // Whether the ring runs counterclockwise seen from b: then (ring i, j, k, b) is positive.
    for (int length = 2; length < count; length++) {
      for (int i = 0; i + length < count; i++) {
        int j = i + length;
        best[i * MOST + j] = -1;
        for (int k = i + 1; k < j; k++) {
          double q = triangle(region, a, b, i, k, j);
          if (k > i + 1) {
            q = Math.min(q, best[i * MOST + k]);
          }
          if (j > k + 1) {
            q = Math.min(q, best[k * MOST + j]);
          }
          if (q > best[i * MOST + j]) {
            best[i * MOST + j] = q;
            split[i * MOST + j] = k;
          }
        }
      }
    }
    if (best[count - 1] <= before * (1 + 1e-6)) {
      return false;
    }
    made = 0;
    emit(a, b, 0, count - 1);
    replacement.replace(old, count, corners, made);
    return true;
  }

  private double triangle(int region, int a, int b, int i, int k, int j) {
    double q = quality(region, ring[i], ring[k], ring[j], b);
    return q <= 0 ? -1 : Math.min(q, quality(region, ring[k], ring[i], ring[j], a));
  }

  private void emit(int a, int b, int i, int j) {
    if (j < i + 2) {
      return;
    }
    int k = split[i * MOST + j];
    put(ring[i], ring[k], ring[j], b);
    put(ring[k], ring[i], ring[j], a);
    emit(a, b, i, k);
    emit(a, b, k, j);
  }

  private void put(int a, int b, int c, int d) {
    int o = 4 * made++;
    corners[o] = a;
    corners[o + 1] = b;
    corners[o + 2] = c;
    corners[o + 3] = d;
  }

  /// Finds the tets around an edge and the ring of their other vertices, so that ring vertices in
  /// their order and b are positive. Returns their number, or 0 if a fixed face is among them or
  /// there are too many.
  private int findRing(int t, int a, int b) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    int i = 0;
    while (vertex[o + i] == a || vertex[o + i] == b) {
      i++;
    }
    int c = vertex[o + i];
    int d = vertex[o] ^ vertex[o + 1] ^ vertex[o + 2] ^ vertex[o + 3] ^ a ^ b ^ c;
    // (a, b, c, d) positive: c, d turn counterclockwise about the edge seen from b.
    if (mesh.predicates.orient3d(mesh.xyz, a, b, c, d) < 0) {
      int swap = c;
      c = d;
      d = swap;
    }
    int count = 0;
    int next = t;
    do {
      if (count == MOST) {
        return 0;
      }
      old[count] = next;
      ring[count++] = c;
      int face = 4 * next + mesh.cornerOf(next, c);
      if (mesh.isFixed(face)) {
        return 0;
      }
      o = 4 * next;
      d = vertex[o] ^ vertex[o + 1] ^ vertex[o + 2] ^ vertex[o + 3] ^ a ^ b ^ c;
      next = mesh.tets.link[face] >> 2;
      c = d;
    } while (next != t);
    return count;
  }

  /// Exchanges a tet and a neighbour for three tets, if that improves both.
  public boolean flipOne(int t) {
    int[] vertex = mesh.tets.vertex;
    for (int f = 4 * t; f < 4 * t + 4; f++) {
      if (mesh.isFixed(f)) {
        continue;
      }
      int link = mesh.tets.link[f];
      int p = vertex[f];
      int q = vertex[link];
      old[0] = t;
      old[1] = link >> 2;
      double before = oldQuality(2);
      double now = 1;
      made = 0;
      for (int k = 0; k < 3 && now > before; k++) {
        int a = mesh.faceVertex(f, k);
        int b = mesh.faceVertex(f, (k + 1) % 3);
        // Seen from p the face is counterclockwise, so (a, b, q, p) is positive.
        put(a, b, q, p);
        now = Math.min(now, quality(mesh.material[t], a, b, q, p));
      }
      if (now > before * (1 + 1e-6) && now > 0) {
        replacement.replace(old, 2, corners, 3);
        return true;
      }
    }
    return false;
  }
}
