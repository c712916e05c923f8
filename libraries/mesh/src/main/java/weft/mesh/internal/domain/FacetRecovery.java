// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weft.mesh.internal.refine.Circles;
import weft.mesh.internal.refine.ConstrainedTets;

/// Finds the faces of the Delaunay tets that fill one facet, starting from its border, and inserts
/// a point where there is none. Of several faces at an edge, which only flat tets have, it takes
/// the one that is Delaunay in the plane.
final class FacetRecovery {
  private final RecoveryMesh mesh;
  private final SegmentPieces pieces;
  private final double floor;

  private final FacetBorders facets;

  /// The normals of all facets, of no certain length.
  private final double[] normals;

  /// The facet for which a vertex counts, in turn.
  private int[] stamps = new int[64];

  private int stamp;

  /// The state of an edge in a direction: it needs a triangle on its left, or has one.
  private final Map<Long, Boolean> edges = new HashMap<>();

  private long[] open = new long[64];
  private int openCount;
  private int[] vertices = new int[64];
  private int vertexCount;

  /// The triangles found by the last [#find].
  int[] found = new int[96];

  int foundCount;

  /// Edges of the last [#find] without a triangle.
  private long[] missing = new long[16];

  private int missingCount;

  FacetRecovery(RecoveryMesh mesh, SegmentPieces pieces, Domain domain, double floor) {
    this.mesh = mesh;
    this.pieces = pieces;
    this.floor = floor;
    facets = new FacetBorders(mesh, domain);
    normals = facets.normals;
  }

  private static long key(int a, int b) {
    return (long) a << 32 | b;
  }

  /// Prepares the pieces of all segments. Call it after segments were split.
  void setPieces() {
    piecesOf.clear();
    for (int i = 0; i < pieces.count(); i++) {
      piecesOf.computeIfAbsent(pieces.segment(i), s -> new ArrayList<>()).add(i);
    }
  }

  private final Map<Integer, List<Integer>> piecesOf = new HashMap<>();

  /// Finds the triangles of a facet. Returns whether there are all.
  boolean find(int facet) {
    begin(facet);
    while (openCount > 0) {
      long edge = open[--openCount];
      int a = (int) (edge >>> 32);
      int b = (int) edge;
      if (edges.getOrDefault(edge, true)) {
        continue;
      }
      int c = apex(facet, a, b);
      if (c < 0) {
        if (missingCount == missing.length) {
          missing = Arrays.copyOf(missing, 2 * missingCount);
        }
        missing[missingCount++] = edge;
        continue;
      }
      if (foundCount + 3 > found.length) {
        found = Arrays.copyOf(found, 2 * found.length);
      }
      found[foundCount++] = a;
      found[foundCount++] = b;
      found[foundCount++] = c;
      edges.put(edge, true);
      cover(b, c);
      cover(c, a);
    }
    return missingCount == 0;
  }

  private void begin(int facet) {
    stamp++;
    edges.clear();
    openCount = 0;
    foundCount = 0;
    missingCount = 0;
    vertexCount = 0;
    if (stamps.length < mesh.kernel.vertices()) {
      stamps = Arrays.copyOf(stamps, 2 * mesh.kernel.vertices());
    }
    for (int i = 0; i < facets.innerCount(facet); i++) {
      mark(facets.inner(facet, i));
    }
    for (int side : facets.borders[facet]) {
      for (int piece : piecesOf.getOrDefault(side / 2, List.of())) {
        int a = pieces.first(piece);
        int b = pieces.second(piece);
        mark(a);
        mark(b);
        long edge = (side & 1) == 0 ? key(a, b) : key(b, a);
        edges.put(edge, false);
        push(edge);
      }
    }
  }

  private void mark(int v) {
    if (stamps[v] != stamp) {
      stamps[v] = stamp;
      if (vertexCount == vertices.length) {
        vertices = Arrays.copyOf(vertices, 2 * vertexCount);
      }
      vertices[vertexCount++] = v;
    }
  }

  private void push(long edge) {
    if (openCount == open.length) {
      open = Arrays.copyOf(open, 2 * openCount);
    }
    open[openCount++] = edge;
  }

  /// Notes that an edge has a triangle on its left, and that it needs one on its right unless it is
  /// of the border.
  private void cover(int a, int b) {
    boolean border = edges.containsKey(key(a, b));
    edges.put(key(a, b), true);
    if (!border) {
      edges.put(key(b, a), false);
      push(key(b, a));
    }
  }

  /// The vertex on the left of an edge whose face is there, or −1.
  private int apex(int facet, int a, int b) {
    int best = -1;
    double least = 2;
    for (int c : mesh.around(a, b)) {
      if (stamps[c] == stamp && c != 0 && isLeft(facet, a, b, c) && isFree(b, c) && isFree(c, a)) {
        double cosine = cosine(a, b, c);
        if (cosine < least) {
          least = cosine;
          best = c;
        }
      }
    }
    return best;
  }

  private boolean isFree(int a, int b) {
    return !edges.getOrDefault(key(a, b), false);
  }

  private boolean isLeft(int facet, int a, int b, int c) {
    double[] n = facets.cross(a, b, c);
    double dot =
        n[0] * normals[3 * facet] + n[1] * normals[3 * facet + 1] + n[2] * normals[3 * facet + 2];
    double length =
        Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
            * Math.sqrt(
                normals[3 * facet] * normals[3 * facet]
                    + normals[3 * facet + 1] * normals[3 * facet + 1]
                    + normals[3 * facet + 2] * normals[3 * facet + 2]);
    return dot > 0.5 * length;
  }

  /// The cosine of the angle at `c`: the least one has the circle that contains no other vertex.
  private double cosine(int a, int b, int c) {
    double[] x = mesh.kernel.xyz();
    double dot = 0;
    double u = 0;
    double v = 0;
    for (int k = 0; k < 3; k++) {
      double p = x[3 * a + k] - x[3 * c + k];
      double q = x[3 * b + k] - x[3 * c + k];
      dot += p * q;
      u += p * p;
      v += q * q;
    }
    return dot / (Math.sqrt(u) * Math.sqrt(v));
  }

  /// Inserts points where the last [#find] found no triangle. Returns false if it could not insert
  /// one: where is in [#place].
  boolean improve(int facet) {
    boolean inserted = false;
    for (int i = 0; i < missingCount && !inserted; i++) {
      int a = (int) (missing[i] >>> 32);
      int b = (int) missing[i];
      place[0] = a;
      place[1] = b;
      inserted = insertAt(facet, a, b);
    }
    return inserted;
  }

  /// The edge at which points were last inserted, or could not be.
  final int[] place = new int[2];

  private boolean insertAt(int facet, int a, int b) {
    int best = -1;
    double least = 2;
    for (int i = 0; i < vertexCount; i++) {
      int c = vertices[i];
      if (c != a && c != b && isLeft(facet, a, b, c)) {
        double cosine = cosine(a, b, c);
        if (cosine < least) {
          least = cosine;
          best = c;
        }
      }
    }
    if (best < 0) {
      return splitNear(facet, a, b);
    }
    double[] centre = centre(a, b, best);
    int piece = encroached(facet, centre);
    if (piece >= 0) {
      return pieces.split(piece) || splitNear(facet, a, b);
    }
    double[] x = mesh.kernel.xyz();
    double radius =
        StrictMath.hypot(
            StrictMath.hypot(centre[0] - x[3 * a], centre[1] - x[3 * a + 1]),
            centre[2] - x[3 * a + 2]);
    if (!(radius > floor)) {
      return splitNear(facet, a, b);
    }
    int p = mesh.insert(centre[0], centre[1], centre[2], ConstrainedTets.ON_FACET, facet, a);
    if (p < 0) {
      return splitNear(facet, a, b);
    }
    facets.addInner(facet, p);
    return true;
  }

  /// Splits the longest piece of the facet's border, if nothing better is known.
  private boolean splitNear(int facet, int a, int b) {
    int longest = -1;
    double most = 0;
    for (int side : facets.borders[facet]) {
      for (int piece : piecesOf.getOrDefault(side / 2, List.of())) {
        boolean here =
            (pieces.first(piece) == a && pieces.second(piece) == b)
                || (pieces.first(piece) == b && pieces.second(piece) == a);
        double length = mesh.distance(pieces.first(piece), pieces.second(piece));
        if (here || length > most) {
          longest = piece;
          most = here ? Double.POSITIVE_INFINITY : length;
        }
      }
    }
    return longest >= 0 && pieces.split(longest);
  }

  /// The piece of the facet's border in whose ball a place is deepest, or −1.
  private int encroached(int facet, double[] p) {
    double[] x = mesh.kernel.xyz();
    int best = -1;
    double least = -1e-9;
    for (int side : facets.borders[facet]) {
      for (int piece : piecesOf.getOrDefault(side / 2, List.of())) {
        int a = pieces.first(piece);
        int b = pieces.second(piece);
        double dot = 0;
        double length = 0;
        for (int k = 0; k < 3; k++) {
          double u = x[3 * a + k] - p[k];
          double v = x[3 * b + k] - p[k];
          dot += u * v;
          length += (u - v) * (u - v);
        }
        if (dot / length < least) {
          least = dot / length;
          best = piece;
        }
      }
    }
    return best;
  }

  private double[] centre(int a, int b, int c) {
    double[] x = mesh.kernel.xyz();
    double[] out = new double[3];
    Circles.centre(x, a, b, c, out);
    return out;
  }
}
