// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.Arrays;
import weft.mesh.internal.Tets;
import weft.mesh.internal.refine.ConstrainedTets;

/// Takes from recovered tets those of the domain: what the outside and the holes reach without
/// crossing a facet is left out. Regions are what facets divide.
public final class Carving {
  private static final int OUTSIDE = -2;
  private static final int UNKNOWN = -1;

  private final Recovery recovery;
  private final Domain domain;
  private final Tets tets;
  private final RecoveryMesh mesh;

  /// Bit f of a tet: its face f is of a facet.
  private final byte[] fixed;

  /// The facets of fixed faces, for each tet and face; made when needed.
  private final java.util.Map<Integer, Integer> facetOf = new java.util.HashMap<>();

  private final int[] region;

  /// The regions of the domain, in the order of their lowest tets: their number.
  private int regions;

  /// For each region the entry of [Domain#regions] in it, or −1.
  private int[] entryOf = new int[4];

  /// Tets of the recovered mesh in their new slots.
  private final int[] places;

  /// New numbers of vertices; 0 for those that no tet of the domain has.
  private final int[] numbers;

  private final ConstrainedTets out;

  /// Holes whose points lie outside of the domain already or in an earlier hole, and regions whose
  /// points lie outside or in the region of an earlier one.
  private final java.util.List<Integer> idleHoles = new java.util.ArrayList<>();

  private final java.util.List<Integer> idleRegions = new java.util.ArrayList<>();

  /// Facets all of whose faces have no tet of the domain beside them.
  private int looseFacets;

  private Carving(Recovery recovery) {
    this.recovery = recovery;
    domain = recovery.domain;
    mesh = recovery.mesh;
    tets = mesh.kernel.tets;
    fixed = new byte[tets.slots];
    region = new int[tets.slots];
    places = new int[tets.slots];
    numbers = new int[mesh.kernel.vertices()];
    Arrays.fill(region, UNKNOWN);
    fix();
    floodOutside();
    peel();
    floodRegions();
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

  /// Carves a domain whose facets have all been recovered.
  public static Carving of(Recovery recovery) {
    return new Carving(recovery);
  }

  /// The tets of the domain. Vertex `number(point)` is that of a point.
  public ConstrainedTets tets() {
    return out;
  }

  /// The number of regions.
  public int regionCount() {
    return regions;
  }

  /// The entry of [Domain#regions] that is in a region, or −1.
  public int entryOf(int region) {
    return entryOf[region];
  }

  /// The vertex of a point of the domain; 0 if it lies outside.
  public int number(int point) {
    return numbers[point + 1];
  }

  /// Holes that were outside or in another hole.
  public java.util.List<Integer> idleHoles() {
    return idleHoles;
  }

  /// Entries of regions that are outside or in a region of another entry.
  public java.util.List<Integer> idleRegions() {
    return idleRegions;
  }

  /// The number of facets with no tet of the domain beside them.
  public int looseFacets() {
    return looseFacets;
  }

  private boolean isInside(int t) {
    return tets.state[t] == Tets.LIVE && region[t] >= 0;
  }

  private void fix() {
    for (int facet = 0; facet < recovery.faces.length; facet++) {
      int[] faces = recovery.faces[facet];
      for (int i = 0; i < faces.length; i += 3) {
        int face = mesh.faceOf(faces[i], faces[i + 1], faces[i + 2]);
        int other = tets.link[face];
        fixed[face >> 2] |= (byte) (1 << (face & 3));
        fixed[other >> 2] |= (byte) (1 << (other & 3));
        facetOf.putIfAbsent(Math.min(face, other), facet);
      }
    }
  }

  private int facetOf(int face) {
    Integer facet = facetOf.get(Math.min(face, tets.link[face]));
    return facet == null ? -1 : facet;
  }

  private void flood(int start, int number) {
    int[] stack = new int[256];
    int size = 0;
    stack[size++] = start;
    region[start] = number;
    while (size > 0) {
      int t = stack[--size];
      if (size + 4 > stack.length) {
        stack = Arrays.copyOf(stack, 2 * stack.length);
      }
      for (int f = 0; f < 4; f++) {
        int n = tets.link[4 * t + f] >> 2;
        if ((fixed[t] >> f & 1) == 0 && region[n] == UNKNOWN) {
          region[n] = number;
          stack[size++] = n;
        }
      }
    }
  }

  private void floodOutside() {
    for (int t = 0; t < tets.slots; t++) {
      if (tets.state[t] == Tets.LIVE && tets.isGhost(t) && region[t] == UNKNOWN) {
        flood(t, OUTSIDE);
      }
    }
    double[] holes = domain.holes();
    for (int i = 0; i < holes.length; i += 3) {
      int t = mesh.kernel.locate(holes[i], holes[i + 1], holes[i + 2]);
      if (t < 0 || region[t] == OUTSIDE) {
        idleHoles.add(i / 3);
      } else {
        flood(t, OUTSIDE);
      }
    }
  }

  /// Leaves out tets beside the outside that have all corners on one facet: they are as flat as the
  /// rounding of its points. The facet goes on behind them.
  private void peel() {
    int[] waiting = new int[64];
    int count = 0;
    for (int t = 0; t < tets.slots; t++) {
      if (isFlat(t)) {
        if (count == waiting.length) {
          waiting = Arrays.copyOf(waiting, 2 * count);
        }
        waiting[count++] = t;
      }
    }
    while (count > 0) {
      int t = waiting[--count];
      if (!isFlat(t)) {
        continue;
      }
      int facet = -1;
      for (int f = 4 * t; f < 4 * t + 4; f++) {
        facet = Math.max(facet, facetOf(f));
      }
      region[t] = OUTSIDE;
      for (int f = 4 * t; f < 4 * t + 4; f++) {
        int other = tets.link[f];
        boolean was = facetOf.remove(Math.min(f, other)) != null;
        if (!was) {
          facetOf.put(Math.min(f, other), facet);
        }
        fixed[t] ^= (byte) (1 << (f & 3));
        fixed[other >> 2] ^= (byte) (1 << (other & 3));
        if (isFlat(other >> 2)) {
          if (count == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * count);
          }
          waiting[count++] = other >> 2;
        }
      }
    }
  }

  /// Whether a tet has two or three faces of one facet, with the outside beyond, and no others.
  private boolean isFlat(int t) {
    if (tets.state[t] != Tets.LIVE || region[t] != UNKNOWN || Integer.bitCount(fixed[t]) < 2) {
      return false;
    }
    int facet = -1;
    int faces = 0;
    for (int f = 4 * t; f < 4 * t + 4; f++) {
      if ((fixed[t] >> (f & 3) & 1) != 0) {
        int here = facetOf(f);
        if ((facet >= 0 && here != facet) || region[tets.link[f] >> 2] != OUTSIDE) {
          return false;
        }
        facet = here;
        faces++;
      }
    }
    return faces == 2 || faces == 3;
  }

  private void floodRegions() {
    for (int t = 0; t < tets.slots; t++) {
      if (tets.state[t] == Tets.LIVE && region[t] == UNKNOWN) {
        flood(t, regions++);
      }
    }
    entryOf = new int[regions];
    Arrays.fill(entryOf, -1);
    for (int i = 0; i < domain.regions().size(); i++) {
      Domain.Region each = domain.regions().get(i);
      int t = mesh.kernel.locate(each.x(), each.y(), each.z());
      if (t < 0 || region[t] < 0 || entryOf[region[t]] >= 0) {
        idleRegions.add(i);
      } else {
        entryOf[region[t]] = i;
      }
    }
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
      }
    }
    out.setBox();
  }

  private void copy(int inside, int all) {
    out.reserve(all);
    int next = inside;
    int[] ghostOf = new int[4 * tets.slots];
    for (int t = 0; t < tets.slots; t++) {
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
          int[] faces = Tets.FACES;
          out.tets.set(
              g,
              out.tets.vertex[4 * p + faces[3 * f]],
              out.tets.vertex[4 * p + faces[3 * f + 2]],
              out.tets.vertex[4 * p + faces[3 * f + 1]],
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
      for (int f = 0; f < 4 && places[t] >= 0; f++) {
        if (places[tets.link[4 * t + f] >> 2] >= 0) {
          continue;
        }
        int g = ghostOf[4 * t + f];
        for (int k = 0; k < 3; k++) {
          int a = tets.vertex[4 * t + Tets.FACES[3 * f + k]];
          int b = tets.vertex[4 * t + Tets.FACES[3 * f + (k + 1) % 3]];
          int c = tets.vertex[4 * t + Tets.FACES[3 * f + (k + 2) % 3]];
          int other = turn(4 * t + f, a, b, c);
          int h = ghostOf[other];
          int d =
              tets.vertex[4 * (other >> 2) + Tets.FACES[3 * (other & 3)]]
                  ^ tets.vertex[4 * (other >> 2) + Tets.FACES[3 * (other & 3) + 1]]
                  ^ tets.vertex[4 * (other >> 2) + Tets.FACES[3 * (other & 3) + 2]]
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
    while (true) {
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
    boolean[] has = new boolean[domain.facetCount()];
    for (int t = 0; t < tets.slots; t++) {
      if (places[t] < 0) {
        continue;
      }
      for (int f = 0; f < 4; f++) {
        if ((fixed[t] >> f & 1) != 0) {
          int facet = facetOf(4 * t + f);
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
    for (boolean each : has) {
      looseFacets += each ? 0 : 1;
    }
    for (int i = 0; i < recovery.pieces.count(); i++) {
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
    do {
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
