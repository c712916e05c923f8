// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;

/// Makes free faces locally Delaunay again after a cavity that was not that of Delaunay tets: where
/// a long piece of a segment is not divided yet although vertices beside it are, there are no
/// constrained Delaunay tets, and what an insertion leaves would spoil all later ones there. It
/// exchanges two tets for three, three for two and four for four: C. L. Lawson, "Properties of
/// n-dimensional triangulations", Computer Aided Geometric Design 3 (1986). Exchanges of two and
/// three lower the surface that the tets are lifted to, so they end; that those of four do as well
/// is not proved.
final class DelaunayFlips {
  private final ConstrainedTets mesh;
  private final Replacement replacement;
  private int[] waiting = new int[64];
  private int waitingCount;
  private final int[] old = new int[4];
  private final int[] corners = new int[16];
  private int cornerCount;
  private int[] made = new int[64];
  private int madeCount;
  private int more;
  private int room;

  DelaunayFlips(ConstrainedTets mesh) {
    this.mesh = mesh;
    replacement = new Replacement(mesh);
  }

  /// The number of tets that the last [#run] made; some of them may be gone.
  int madeCount() {
    return madeCount;
  }

  /// A tet that the last [#run] made.
  int made(int i) {
    return made[i];
  }

  /// How many tets more there are after the last [#run].
  int more() {
    return more;
  }

  /// Begins with no tets to look at.
  ///
  /// @param room how many tets more there may be
  void begin(int room) {
    this.room = room;
    waitingCount = 0;
    madeCount = 0;
    more = 0;
  }

  /// Has the faces of a tet looked at.
  void await(int t) {
    if (waitingCount == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * waitingCount);
    }
    waiting[waitingCount++] = t;
  }

  /// Exchanges tets. Both faces inside of four tets must not be Delaunay: else it could go round.
  /// Returns whether all faces that it has looked at are locally Delaunay.
  boolean run() {
    boolean all = true;
    while (waitingCount > 0) {
      int t = waiting[--waitingCount];
      for (int f = 0; f < 4 && mesh.isReal(t); f++) {
        if (isDelaunay(4 * t + f)) {
          continue;
        }
        if (flip(4 * t + f)) {
          break;
        }
        all = false;
      }
    }
    return all;
  }

  private boolean isDelaunay(int face) {
    int beyond = mesh.tets.link[face];
    if (mesh.isFixed(face) || !mesh.isReal(beyond >> 2)) {
      return true;
    }
    int[] v = mesh.tets.vertex;
    int o = face & ~3;
    return mesh.predicates.insphere(mesh.xyz, v[o], v[o + 1], v[o + 2], v[o + 3], v[beyond]) <= 0;
  }

  private boolean flip(int face) {
    int p = mesh.tets.vertex[face];
    int q = mesh.tets.vertex[mesh.tets.link[face]];
    cornerCount = 0;
    int reflex = -1;
    for (int k = 0; k < 3; k++) {
      int a = mesh.faceVertex(face, k);
      int b = mesh.faceVertex(face, (k + 1) % 3);
      // Seen from p the face is counterclockwise, so (a, b, q, p) is positive if the edge from p
      // to q is inside there.
      if (Sight.sees(mesh.xyz, a, b, q, p)) {
        put(a, b, q, p);
      } else if (reflex < 0) {
        reflex = k;
      } else {
        return false;
      }
    }
    old[0] = face >> 2;
    old[1] = mesh.tets.link[face] >> 2;
    int count = reflex < 0 ? 2 : findRing(face, reflex, p, q);
    if (count == 0 || 2 + more + cornerCount / 4 - count > room || isOnFacet()) {
      return false;
    }
    replacement.replace(old, count, corners, cornerCount / 4);
    more += cornerCount / 4 - count;
    for (int i = 0; i < replacement.madeCount(); i++) {
      await(replacement.made(i));
      note(replacement.made(i));
    }
    return true;
  }

  private void put(int a, int b, int c, int d) {
    corners[cornerCount++] = a;
    corners[cornerCount++] = b;
    corners[cornerCount++] = c;
    corners[cornerCount++] = d;
  }

  private void note(int t) {
    if (madeCount == made.length) {
      made = Arrays.copyOf(made, 2 * madeCount);
    }
    made[madeCount++] = t;
  }

  /// Finds the other tets around the edge of a face that is in the way: one or two. Returns how
  /// many there are in all, or 0 if the edge must stay.
  private int findRing(int face, int k, int p, int q) {
    int a = mesh.faceVertex(face, k);
    int b = mesh.faceVertex(face, (k + 1) % 3);
    int c = mesh.faceVertex(face, (k + 2) % 3);
    int first = 4 * old[0] + mesh.cornerOf(old[0], c);
    int second = 4 * old[1] + mesh.cornerOf(old[1], c);
    if (mesh.isFixed(first) || mesh.isFixed(second) || mesh.isSegment(a, b)) {
      return 0;
    }
    old[2] = mesh.tets.link[first] >> 2;
    old[3] = mesh.tets.link[second] >> 2;
    if (old[2] == old[3]) {
      return 3;
    }
    int d = mesh.tets.vertex[mesh.tets.link[first]];
    int across = 4 * old[2] + mesh.cornerOf(old[2], p);
    if (d != mesh.tets.vertex[mesh.tets.link[second]]
        || mesh.tets.link[across] >> 2 != old[3]
        || mesh.isFixed(across)
        || isDelaunay(across)
        || !Sight.sees(mesh.xyz, a, d, q, p)
        || !Sight.sees(mesh.xyz, d, b, q, p)) {
      return 0;
    }
    put(a, d, q, p);
    put(d, b, q, p);
    return 4;
  }

  /// Whether one of the new tets would have two faces of one facet, and so be as flat as that is
  /// plane.
  private boolean isOnFacet() {
    for (int o = 0; o < cornerCount; o += 4) {
      int[] facet = new int[4];
      for (int f = 0; f < 4; f++) {
        int place =
            mesh.faces.find(
                corners[o + (f + 1) % 4], corners[o + (f + 2) % 4], corners[o + (f + 3) % 4]);
        facet[f] = place < 0 ? -1 - f : mesh.faces.feature(place);
      }
      for (int f = 0; f < 3; f++) {
        for (int g = f + 1; g < 4; g++) {
          if (facet[f] == facet[g]) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
