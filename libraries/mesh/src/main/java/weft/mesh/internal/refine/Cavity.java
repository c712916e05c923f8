// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.EdgeTable;
import weft.mesh.internal.Tets;

/// The tets that a new vertex replaces. Its search never crosses a fixed face, except those of the
/// facets that the vertex lies on: they fall with it, and others take their place.
///
/// A search ends in one of two ways: [#fill] or [#abandon].
final class Cavity {
  private static final int WIDTH = 6;

  private static final int MOST_GROWN = 16;

  private final ConstrainedTets mesh;
  private final EdgeTable edges;

  /// The tets of the cavity; the first [#seeds] must be in it.
  int[] tets = new int[256];

  int size;
  private int seeds;

  /// For each face of the border: its vertices, the link beyond, whether it is fixed, the region.
  private int[] border = new int[WIDTH * 256];

  int borderSize;

  /// The tets that [#fill] made; their corner 3 is the new vertex.
  int[] made = new int[256];

  /// The fixed face in whose plane the vertex of a search without a cavity lies; its first vertex
  /// is 0 if there is none.
  final int[] wall = new int[3];

  /// Whether the search has begun again, so that it is worth while to note what is known.
  private boolean isAgain;

  /// The facet part of a vertex on a facet or a segment.
  final FacetCavity flat;

  private final KeptFeatures kept;

  private final SearchNotes notes;

  Cavity(ConstrainedTets mesh) {
    this.mesh = mesh;
    edges = new EdgeTable(mesh.dimension.length);
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
    size = 0;
    seed(t);
    return search(p);
  }

  /// Searches for a vertex on a facet.
  ///
  /// @param face a fixed face of the facet, from which a walk begins
  boolean findOnFacet(int face, int p) {
    size = 0;
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
    do {
      mesh.tets.checkRing(++steps, mesh.xyz, a, b);
      seed(next);
      int link = mesh.tets.link[4 * next + mesh.cornerOf(next, c)];
      int d = other(next, a, b, c);
      next = link >> 2;
      c = d;
    } while (next != t);
    return searchFromFacets(p);
  }

  private int other(int t, int a, int b, int c) {
    int[] vertex = mesh.tets.vertex;
    return vertex[4 * t] ^ vertex[4 * t + 1] ^ vertex[4 * t + 2] ^ vertex[4 * t + 3] ^ a ^ b ^ c;
  }

  private boolean searchFromFacets(int p) {
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
    int given = size;
    seeds = size;
    isAgain = false;
    wall[0] = 0;
    while (true) {
      flood(p);
      int before = notes.excluded();
      int beyond = -1;
      for (int b = 0; b < borderSize && beyond < 0; b++) {
        int o = WIDTH * b;
        if (border[o] != Tets.GHOST
            && border[o + 1] != Tets.GHOST
            && border[o + 2] != Tets.GHOST
            && !Sight.sees(mesh.xyz, border[o], border[o + 1], border[o + 2], p)) {
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
      for (int i = seeds; i < size; i++) {
        if (mesh.tets.state[tets[i]] == Tets.IN_CAVITY) {
          notes.note(tets[i], SearchNotes.IN_CONFLICT);
        }
      }
      size = seeds;
      isAgain = true;
      if (beyond >= 0) {
        notes.includeAgain();
        seed(beyond);
        seeds = size;
      }
    }
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
    return true;
  }

  private void flood(int p) {
    int[] vertex = mesh.tets.vertex;
    int[] link = mesh.tets.link;
    byte[] state = mesh.tets.state;
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
        if (!wall
            && (state[n] == SearchNotes.IN_CONFLICT
                || (state[n] == Tets.LIVE && isInConflict(n, p)))) {
          state[n] = Tets.IN_CAVITY;
          add(n);
          continue;
        }
        if (!wall && isAgain && state[n] == Tets.LIVE) {
          notes.note(n, SearchNotes.APART);
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
    return mesh.fixed[t] == 0 || !flat.touches(t);
  }

  /// Leaves all tets as they are.
  void abandon() {
    for (int i = 0; i < size; i++) {
      mesh.tets.state[tets[i]] = Tets.LIVE;
    }
    notes.forget();
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

  boolean isBorderFixed(int face) {
    return border[WIDTH * face + 4] != 0;
  }

  /// Replaces the cavity by tets from each face of its border to `p`.
  void fill(int p) {
    mesh.reserve(borderSize);
    edges.reserve(mesh.vertices);
    if (made.length < borderSize) {
      made = new int[2 * borderSize];
    }
    flat.removeFaces();
    Tets all = mesh.tets;
    for (int i = 0; i < borderSize; i++) {
      int t = i < size ? tets[i] : all.take();
      made[i] = t;
      int b = WIDTH * i;
      all.set(t, border[b], border[b + 1], border[b + 2], p);
      all.connect(4 * t + 3, border[b + 3]);
      mesh.fixed[t] = (byte) (border[b + 4] << 3);
      mesh.material[t] = border[b + 5];
    }
    for (int i = borderSize; i < size; i++) {
      all.free(tets[i]);
    }
    edges.connect(all, made, borderSize);
    size = 0;
    flat.addFaces(p);
    for (int i = 0; i < borderSize; i++) {
      finish(made[i]);
    }
  }

  /// Sets the fixed faces of a new tet at its new vertex, and notes the tet for its fixed faces and
  /// segments.
  private void finish(int t) {
    int[] vertex = mesh.tets.vertex;
    int o = 4 * t;
    int bits = mesh.fixed[t];
    if (flat.faceCount() > 0) {
      for (int f = 0; f < 3; f++) {
        if (flat.isNew(vertex[o + (f + 1) % 3], vertex[o + (f + 2) % 3])) {
          bits |= 1 << f;
        }
      }
      mesh.fixed[t] = (byte) bits;
    }
    if (mesh.tets.isGhost(t)) {
      return;
    }
    for (int f = 0; f < 4; f++) {
      if ((bits >> f & 1) != 0) {
        int a = vertex[o + Tets.faceCorner(3 * f)];
        int b = vertex[o + Tets.faceCorner(3 * f + 1)];
        int c = vertex[o + Tets.faceCorner(3 * f + 2)];
        mesh.faces.setTet(mesh.faces.find(a, b, c), t);
      }
    }
    for (int i = 0; i < 3; i++) {
      if (mesh.dimension[vertex[o + i]] > ConstrainedTets.ON_SEGMENT) {
        continue;
      }
      for (int j = i + 1; j < 4; j++) {
        if (mesh.dimension[vertex[o + j]] <= ConstrainedTets.ON_SEGMENT) {
          int place = mesh.segments.find(vertex[o + i], vertex[o + j]);
          if (place >= 0) {
            mesh.segments.setTet(place, t);
          }
        }
      }
    }
  }
}
