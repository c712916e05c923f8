// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.Tets;

/// The tets that a new vertex replaces. Its search never crosses a fixed face, except those of the
/// facets that the vertex lies on: they fall with it, and others take their place.
///
/// A search ends in one of two ways: [#fill] or [#abandon].
final class Cavity {
  static final int WIDTH = 6;

  private static final int MOST_GROWN = 16;

  private final ConstrainedTets mesh;
  private final CavityFilling filling;

  /// The tets of the cavity; the first [#seeds] must be in it.
  int[] tets = new int[256];

  int size;

  /// The number of [#tets] that the last search without success has left.
  int abandoned;

  private int seeds;

  /// For each face of the border: its vertices, the link beyond, whether it is fixed, the region.
  int[] border = new int[WIDTH * 256];

  int borderSize;

  /// Whether the vertex divides a piece at which parts of the domain touch: the outside is there in
  /// several places.
  boolean isPinched;

  /// The fixed face in whose plane the vertex of a search without a cavity lies; its first vertex
  /// is 0 if there is none.
  final int[] wall = new int[3];

  /// The face of the last [#hidesWall].
  private int hidden;

  /// Whether all cavities that were filled were those of Delaunay tets, or have become Delaunay:
  /// then none had a tet that is not in conflict with its vertex, or left out one that is.
  private boolean isDelaunay = true;

  /// Whether the cavity of this search is not.
  private boolean isOdd;

  /// Whether the search has begun again, so that it is worth while to note what is known.
  private boolean isAgain;

  /// The facet part of a vertex on a facet or a segment.
  final FacetCavity flat;

  private final KeptFeatures kept;

  private final SearchNotes notes;

  Cavity(ConstrainedTets mesh) {
    this.mesh = mesh;
    filling = new CavityFilling(mesh);
    flat = new FacetCavity(mesh);
    kept = new KeptFeatures(mesh);
    notes = new SearchNotes(mesh.tets);
  }

  /// Searches for a vertex inside the domain.
  ///
  /// @param t the tet that contains it
  /// @return whether there is a cavity
  boolean find(int t, int p) {
    flat.clear();
    isPinched = false;
    size = 0;
    seed(t);
    return search(p);
  }

  /// Searches for a vertex on a facet.
  ///
  /// @param face a fixed face of the facet, from which a walk begins
  boolean findOnFacet(int face, int p) {
    isPinched = false;
    size = 0;
    abandoned = 0;
    wall[0] = 0;
    flat.clear();
    return flat.findFrom(face, p) && searchFromFacets(p);
  }

  /// Searches for a vertex on a piece of a segment.
  ///
  /// @param t a tet that has the edge from a to b
  boolean findOnSegment(int t, int a, int b, int p) {
    size = 0;
    flat.clear();
    flat.findAround(t, a, b, p);
    int i = 0;
    while (mesh.tets.vertex[4 * t + i] == a || mesh.tets.vertex[4 * t + i] == b) {
      i++;
    }
    int c = mesh.tets.vertex[4 * t + i];
    int next = t;
    int steps = 0;
    int ghosts = 0;
    do {
      mesh.tets.checkRing(++steps, mesh.xyz, a, b);
      seed(next);
      ghosts += mesh.tets.isGhost(next) ? 1 : 0;
      int link = mesh.tets.link[4 * next + mesh.cornerOf(next, c)];
      int d = other(next, a, b, c);
      next = link >> 2;
      c = d;
    } while (next != t);
    isPinched = ghosts > 2;
    return searchFromFacets(p);
  }

  private int other(int t, int a, int b, int c) {
    int[] vertex = mesh.tets.vertex;
    return vertex[4 * t] ^ vertex[4 * t + 1] ^ vertex[4 * t + 2] ^ vertex[4 * t + 3] ^ a ^ b ^ c;
  }

  private boolean searchFromFacets(int p) {
    wall[0] = 0;
    if (!flat.isStar(p)) {
      abandon();
      return false;
    }
    for (int i = 0; i < flat.faceCount(); i++) {
      int face = flat.face(i);
      seed(face >> 2);
      seed(mesh.tets.link[face] >> 2);
    }
    return search(p);
  }

  private void seed(int t) {
    if (mesh.tets.state[t] != Tets.IN_CAVITY) {
      mesh.tets.state[t] = Tets.IN_CAVITY;
      add(t);
    }
  }

  private void add(int t) {
    if (size == tets.length) {
      tets = Arrays.copyOf(tets, 2 * size);
    }
    tets[size++] = t;
  }

  /// Searches from the seeds; again, without tets that `p` does not see, until it sees all, and
  /// without one of those at a vertex or a segment that would be lost. A seed that is flat up to
  /// rounding may hide a face from `p`: then the tet beyond becomes a seed too.
  private boolean search(int p) {
    isAgain = false;
    wall[0] = 0;
    if (!opensWalls(0, p)) {
      abandon();
      return false;
    }
    int given = seeds;
    isOdd = !isDelaunay || hasApartSeed(p);
    while (true) {
      flood(p);
      int before = notes.excluded();
      int beyond = -1;
      for (int b = 0; b < borderSize && beyond < 0; b++) {
        int o = WIDTH * b;
        if (isHidden(border[o], border[o + 1], border[o + 2], p)) {
          if (border[o + 4] != 0) {
            System.arraycopy(border, o, wall, 0, 3);
          }
          if (!exclude(border[o + 3])) {
            beyond = border[o + 4] != 0 ? Integer.MAX_VALUE : border[o + 3] >> 2;
          }
        }
      }
      if (beyond >= 0 && !canGrow(beyond, given)) {
        abandon();
        return false;
      }
      if (beyond < 0 && before == notes.excluded()) {
        boolean lost = kept.findLost(this);
        if (!lost) {
          notes.forget();
          return true;
        }
        if (!excludeOneAt(kept.lostA, kept.lostB)) {
          abandon();
          return false;
        }
      }
      beginAgain();
      if (beyond >= 0) {
        notes.includeAgain();
        isOdd = true;
        seed(beyond);
        if (!opensWalls(seeds, p)) {
          abandon();
          return false;
        }
      }
    }
  }

  /// Makes seeds of the tets from `from` on. A fixed face of these that is hidden from the vertex,
  /// and is in a facet of the vertex, falls too, with the tets beside it. Returns false if another
  /// one is hidden.
  private boolean opensWalls(int from, int p) {
    seeds = size;
    for (int i = from; hidesWall(i, p); i = from) {
      if (!flat.open(hidden, p)) {
        return false;
      }
      wall[0] = 0;
      seed(hidden >> 2);
      seed(mesh.tets.link[hidden] >> 2);
      seeds = size;
    }
    return true;
  }

  /// Leaves the seeds alone, and keeps what is known of the others.
  private void beginAgain() {
    for (int i = seeds; i < size; i++) {
      if (mesh.tets.state[tets[i]] == Tets.IN_CAVITY) {
        notes.note(tets[i], SearchNotes.IN_CONFLICT);
      }
    }
    size = seeds;
    isAgain = true;
  }

  /// Whether a face without the ghost is hidden from the vertex.
  private boolean isHidden(int a, int b, int c, int p) {
    return a != Tets.GHOST
        && b != Tets.GHOST
        && c != Tets.GHOST
        && !Sight.sees(mesh.xyz, a, b, c, p);
  }

  /// Whether a fixed face of one of the tets that must be in the cavity is hidden from the vertex:
  /// then there is no cavity, and no search is needed to see that.
  private boolean hidesWall(int from, int p) {
    for (int i = from; i < seeds; i++) {
      int t = tets[i];
      for (int f = 0; f < 4 && mesh.fixed[t] != 0; f++) {
        int face = 4 * t + f;
        if (mesh.isFixed(face) && !flat.has(face)) {
          int a = mesh.faceVertex(face, 0);
          int b = mesh.faceVertex(face, 1);
          int c = mesh.faceVertex(face, 2);
          if (flat.isOwn(face) || isHidden(a, b, c, p)) {
            hidden = face;
            wall[0] = a;
            wall[1] = b;
            wall[2] = c;
            return true;
          }
        }
      }
    }
    return false;
  }

  /// Whether one of the tets at a vertex on a feature is not in conflict with it: rounding has
  /// moved the vertex out of its sphere.
  private boolean hasApartSeed(int p) {
    int[] v = mesh.tets.vertex;
    for (int i = 0; i < seeds && flat.faceCount() > 0; i++) {
      int o = 4 * tets[i];
      if (!mesh.tets.isGhost(tets[i])
          && mesh.predicates.insphere(mesh.xyz, v[o], v[o + 1], v[o + 2], v[o + 3], p) < 0) {
        return true;
      }
    }
    return false;
  }

  /// Whether all cavities so far were those of Delaunay tets.
  boolean isDelaunay() {
    return isDelaunay;
  }

  private boolean canGrow(int t, int given) {
    return seeds - given < MOST_GROWN && t < mesh.tets.slots && !mesh.tets.isGhost(t);
  }

  /// Excludes the tet with these vertices that was found last; false if all of them must be in the
  /// cavity.
  private boolean excludeOneAt(int a, int b) {
    for (int i = size - 1; i >= seeds; i--) {
      if (mesh.cornerOf(tets[i], a) >= 0 && mesh.cornerOf(tets[i], b) >= 0) {
        notes.exclude(tets[i]);
        isOdd = true;
        return true;
      }
    }
    return false;
  }

  /// Excludes the tet inside a face of the border; false if it must be in the cavity.
  private boolean exclude(int beyond) {
    int t = mesh.tets.link[beyond] >> 2;
    if (mesh.tets.state[t] == SearchNotes.EXCLUDED) {
      return true;
    }
    for (int i = 0; i < seeds; i++) {
      if (tets[i] == t) {
        return false;
      }
    }
    notes.exclude(t);
    isOdd = true;
    return true;
  }

  /// Collects tets in conflict from the seeds. Where tets are not Delaunay, spheres reach far
  /// around corners of the domain: there it goes only through faces that the vertex sees, as it
  /// sees a whole cavity from inside.
  private void flood(int p) {
    int[] vertex = mesh.tets.vertex;
    int[] link = mesh.tets.link;
    byte[] state = mesh.tets.state;
    boolean looks = isAgain || !isDelaunay;
    borderSize = 0;
    for (int i = 0; i < size; i++) {
      int t = tets[i];
      int o = 4 * t;
      int fixed = mesh.fixed[t];
      if (WIDTH * (borderSize + 4) > border.length) {
        border = Arrays.copyOf(border, 2 * border.length);
      }
      for (int f = 0; f < 4; f++) {
        int beyond = link[o + f];
        int n = beyond >> 2;
        boolean wall = (fixed >> f & 1) != 0;
        if (wall ? flat.has(o + f) : state[n] == Tets.IN_CAVITY) {
          continue;
        }
        if (!wall && (!looks || seesFace(o + f, p))) {
          if (state[n] == SearchNotes.IN_CONFLICT
              || (state[n] == Tets.LIVE && isInConflict(n, p))) {
            state[n] = Tets.IN_CAVITY;
            add(n);
            continue;
          }
          if (isAgain && state[n] == Tets.LIVE) {
            notes.note(n, SearchNotes.APART);
          }
        }
        int b = WIDTH * borderSize++;
        border[b] = vertex[o + Tets.faceCorner(3 * f)];
        border[b + 1] = vertex[o + Tets.faceCorner(3 * f + 1)];
        border[b + 2] = vertex[o + Tets.faceCorner(3 * f + 2)];
        border[b + 3] = beyond;
        border[b + 4] = wall ? 1 : 0;
        border[b + 5] = mesh.material[t];
      }
    }
    if (looks) {
      dropInnerBorder();
    }
  }

  private boolean seesFace(int face, int p) {
    int a = mesh.faceVertex(face, 0);
    int b = mesh.faceVertex(face, 1);
    int c = mesh.faceVertex(face, 2);
    return a != Tets.GHOST
        && b != Tets.GHOST
        && c != Tets.GHOST
        && Sight.sees(mesh.xyz, a, b, c, p);
  }

  /// A tet behind a face that the vertex does not see may have been reached through another one.
  private void dropInnerBorder() {
    int kept = 0;
    for (int i = 0; i < borderSize; i++) {
      int o = WIDTH * i;
      if (border[o + 4] != 0 || mesh.tets.state[border[o + 3] >> 2] != Tets.IN_CAVITY) {
        System.arraycopy(border, o, border, WIDTH * kept++, WIDTH);
      }
    }
    borderSize = kept;
  }

  private boolean isInConflict(int t, int p) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    int a = vertex[o];
    int b = vertex[o + 1];
    int c = vertex[o + 2];
    int d = vertex[o + 3];
    if (((a - 1) | (b - 1) | (c - 1) | (d - 1)) < 0) {
      // A ghost falls with its face alone, so it is a seed or stays.
      return false;
    }
    if (mesh.predicates.insphere(mesh.xyz, a, b, c, d, p) <= 0) {
      return false;
    }
    boolean joins = mesh.fixed[t] == 0 || !flat.touches(t);
    isOdd |= !joins;
    return joins;
  }

  /// Leaves all tets as they are.
  void abandon() {
    for (int i = 0; i < size; i++) {
      mesh.tets.state[tets[i]] = Tets.LIVE;
    }
    notes.forget();
    abandoned = size;
    size = 0;
  }

  /// The square of the distance from `p` to the nearest vertex of the border.
  double nearest2(int p) {
    double least = Double.POSITIVE_INFINITY;
    for (int b = 0; b < borderSize; b++) {
      for (int k = 0; k < 3; k++) {
        int v = border[WIDTH * b + k];
        if (v != Tets.GHOST) {
          least = Math.min(least, mesh.distance2(v, p));
        }
      }
    }
    return least;
  }

  /// The number of its tets without ghosts. A ghost is in it only if it must be.
  int realCount() {
    int count = size;
    for (int i = 0; i < seeds; i++) {
      count -= mesh.tets.isGhost(tets[i]) ? 1 : 0;
    }
    return count;
  }

  /// A vertex of a face of the border.
  int borderVertex(int face, int i) {
    return border[WIDTH * face + i];
  }

  /// A tet that the last [#fill] made; its corner 3 is the new vertex.
  int made(int i) {
    return filling.made(i);
  }

  boolean isBorderFixed(int face) {
    return border[WIDTH * face + 4] != 0;
  }

  /// Whether the last [#fill] may have left faces that are not locally Delaunay.
  boolean wasOdd() {
    return isOdd;
  }

  /// Says that there are faces that are not locally Delaunay.
  void noteNotDelaunay() {
    isDelaunay = false;
  }

  /// Replaces the cavity by tets from each face of its border to `p`.
  void fill(int p) {
    filling.fill(this, p);
    size = 0;
  }
}
