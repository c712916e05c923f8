// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.function.IntUnaryOperator;
import weft.mesh.internal.Tets;
import weft.mesh.internal.WorkClock;
import weft.mesh.internal.refine.ConstrainedTets;

/// A copy of those tets that are in a domain, with a ghost beyond each face of its boundary.
final class CarvedTets {
  private final Recovery recovery;
  private final RecoveryMesh mesh;
  private final Tets tets;

  /// Bit f of a tet: its face f is of a facet.
  private final byte[] fixed;

  /// The region of each tet; negative if it is not in the domain.
  private final int[] region;

  /// The facet of a fixed face.
  private final IntUnaryOperator facetOf;

  /// Tets of the recovered mesh in their new slots; −1 for those that are left out.
  private final int[] places;

  /// New numbers of vertices; 0 for those that no tet of the domain has.
  final int[] numbers;

  final ConstrainedTets out;

  /// Facets all of whose faces have no tet of the domain beside them.
  int looseFacets;

  private final WorkClock clock;

  CarvedTets(
      Recovery recovery, byte[] fixed, int[] region, IntUnaryOperator facetOf, WorkClock clock) {
    this.clock = clock;
    this.recovery = recovery;
    this.fixed = fixed;
    this.region = region;
    this.facetOf = facetOf;
    mesh = recovery.mesh;
    tets = mesh.kernel.tets;
    places = new int[tets.slots];
    numbers = new int[mesh.kernel.vertices()];
    int inside = 0;
    int ghosts = 0;
    for (int t = 0; t < tets.slots; t++) {
      places[t] = isInside(t) ? inside++ : -1;
      if (places[t] >= 0) {
        for (int f = 0; f < 4; f++) {
          ghosts += isInside(tets.link[4 * t + f] >> 2) ? 0 : 1;
        }
      }
    }
    out = new ConstrainedTets(mesh.kernel.vertices() + 1, Math.max(16, 2 * (inside + ghosts)));
    number();
    copy(inside, inside + ghosts);
    addFeatures();
  }

  private boolean isInside(int t) {
    return tets.state[t] == Tets.LIVE && region[t] >= 0;
  }

  /// Numbers the vertices of the domain: points of the input first, in their order.
  private void number() {
    boolean[] used = new boolean[numbers.length];
    for (int t = 0; t < tets.slots; t++) {
      if (places[t] >= 0) {
        for (int i = 0; i < 4; i++) {
          used[tets.vertex[4 * t + i]] = true;
        }
      }
    }
    double[] xyz = mesh.kernel.xyz();
    for (int v = 1; v < numbers.length; v++) {
      if (used[v]) {
        numbers[v] =
            out.addVertex(
                xyz[3 * v], xyz[3 * v + 1], xyz[3 * v + 2], mesh.dimension[v], mesh.feature[v]);
        // Bit for bit, also where a 0 is negative.
        System.arraycopy(xyz, 3 * v, out.xyz, 3 * numbers[v], 3);
      }
    }
    out.setBox();
  }

  private void copy(int inside, int all) {
    out.reserve(all);
    int next = inside;
    int[] ghostOf = new int[4 * tets.slots];
    for (int t = 0; t < tets.slots; t++) {
      clock.check(tets.slots, tets.slots - t);
      int p = places[t];
      if (p < 0) {
        continue;
      }
      out.tets.set(
          p,
          numbers[tets.vertex[4 * t]],
          numbers[tets.vertex[4 * t + 1]],
          numbers[tets.vertex[4 * t + 2]],
          numbers[tets.vertex[4 * t + 3]]);
      out.fixed[p] = fixed[t];
      out.material[p] = region[t];
      for (int f = 0; f < 4; f++) {
        int link = tets.link[4 * t + f];
        int beyond = places[link >> 2];
        if (beyond >= 0) {
          out.tets.link[4 * p + f] = 4 * beyond + (link & 3);
        } else {
          int g = next++;
          ghostOf[4 * t + f] = g;
          out.tets.set(
              g,
              out.tets.vertex[4 * p + Tets.faceCorner(3 * f)],
              out.tets.vertex[4 * p + Tets.faceCorner(3 * f + 2)],
              out.tets.vertex[4 * p + Tets.faceCorner(3 * f + 1)],
              Tets.GHOST);
          out.fixed[g] = 8;
          out.tets.connect(4 * p + f, 4 * g + 3);
        }
      }
    }
    out.tets.slots = next;
    connectGhosts(ghostOf);
  }

  /// Connects ghosts over the edges of the boundary, through what was left out.
  private void connectGhosts(int[] ghostOf) {
    for (int t = 0; t < tets.slots; t++) {
      clock.check(tets.slots, tets.slots - t);
      for (int f = 0; f < 4 && places[t] >= 0; f++) {
        if (places[tets.link[4 * t + f] >> 2] >= 0) {
          continue;
        }
        int g = ghostOf[4 * t + f];
        for (int k = 0; k < 3; k++) {
          int a = tets.vertex[4 * t + Tets.faceCorner(3 * f + k)];
          int b = tets.vertex[4 * t + Tets.faceCorner(3 * f + (k + 1) % 3)];
          int c = tets.vertex[4 * t + Tets.faceCorner(3 * f + (k + 2) % 3)];
          int other = turn(4 * t + f, a, b, c);
          int h = ghostOf[other];
          int d =
              tets.vertex[4 * (other >> 2) + Tets.faceCorner(3 * (other & 3))]
                  ^ tets.vertex[4 * (other >> 2) + Tets.faceCorner(3 * (other & 3) + 1)]
                  ^ tets.vertex[4 * (other >> 2) + Tets.faceCorner(3 * (other & 3) + 2)]
                  ^ a
                  ^ b;
          out.tets.connect(
              4 * g + out.cornerOf(g, numbers[c]), 4 * h + out.cornerOf(h, numbers[d]));
        }
      }
    }
  }

  /// From a face of the boundary, around an edge through the outside to the next one: the handle of
  /// its inner side.
  private int turn(int face, int a, int b, int c) {
    int behind = c;
    int link = tets.link[face];
    int steps = 0;
    while (true) {
      tets.checkRing(++steps, mesh.kernel.xyz(), a, b);
      int t = link >> 2;
      // The face that was entered has a, b and `behind`; it is opposite the fourth vertex.
      int ahead = mesh.fourth(t, a, b, behind);
      int through = 4 * t + mesh.corner(t, behind);
      link = tets.link[through];
      if (places[link >> 2] >= 0) {
        return link;
      }
      behind = ahead;
    }
  }

  private void addFeatures() {
    boolean[] has = new boolean[recovery.domain.facetCount()];
    for (int t = 0; t < tets.slots; t++) {
      clock.check(tets.slots, tets.slots - t);
      if (places[t] < 0) {
        continue;
      }
      for (int f = 0; f < 4; f++) {
        if ((fixed[t] >> f & 1) != 0) {
          int facet = facetOf.applyAsInt(4 * t + f);
          has[facet] = true;
          int p = places[t];
          out.faces.put(
              out.faceVertex(4 * p + f, 0),
              out.faceVertex(4 * p + f, 1),
              out.faceVertex(4 * p + f, 2),
              facet,
              p);
        }
      }
    }
    for (int f = 0; f < has.length; f++) {
      // A facet without faces is an earlier one again.
      looseFacets += has[f] || recovery.faces[f].length == 0 ? 0 : 1;
    }
    for (int i = 0; i < recovery.pieces.count(); i++) {
      if (recovery.pieces.isInner(i)) {
        continue;
      }
      int a = recovery.pieces.first(i);
      int b = recovery.pieces.second(i);
      int t = insideTet(a, b);
      if (t >= 0) {
        out.segments.put(numbers[a], numbers[b], recovery.pieces.segment(i), places[t]);
      }
    }
  }

  /// A tet of the domain that has the edge, or −1.
  private int insideTet(int a, int b) {
    int t = mesh.tetOf(a, b);
    if (t < 0) {
      return -1;
    }
    int first = t;
    int behind = mesh.cornerBut(t, a, b);
    int steps = 0;
    do {
      tets.checkRing(++steps, mesh.kernel.xyz(), a, b);
      if (places[t] >= 0) {
        return t;
      }
      int ahead = mesh.fourth(t, a, b, behind);
      t = tets.link[4 * t + mesh.corner(t, behind)] >> 2;
      behind = ahead;
    } while (t != first);
    return -1;
  }
}
