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

  /// Vertices inside of each facet: those of the input, and inserted ones.
  private final List<int[]> inner = new ArrayList<>();

  private final int[] innerCount;

  /// The normals of all facets, of no certain length.
  private final double[] normals;

  /// The segments of each facet: `2 * segment`, and + 1 if the facet is on the left of the segment
  /// seen from the second of its points.
  private final int[][] borders;

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
    int count = domain.facetCount();
    normals = new double[3 * count];
    innerCount = new int[count];
    borders = new int[count][];
    new Borders(domain).run();
  }

  /// Sets up facets from their triangles.
  private final class Borders {
    private final Domain domain;
    private final Map<Long, Integer> segmentOf = new HashMap<>();

    Borders(Domain domain) {
      this.domain = domain;
      for (int i = 0; i < domain.segments().length; i += 2) {
        segmentOf.put(key(domain.segments()[i] + 1, domain.segments()[i + 1] + 1), i);
        segmentOf.put(key(domain.segments()[i + 1] + 1, domain.segments()[i] + 1), i + 1);
      }
    }

    void run() {
      int[] triangles = domain.triangles();
      int[] starts = new int[domain.facetCount() + 1];
      for (int facet : domain.facets()) {
        starts[facet + 1]++;
      }
      for (int f = 0; f < domain.facetCount(); f++) {
        starts[f + 1] += starts[f];
      }
      int[] order = new int[domain.facets().length];
      int[] used = starts.clone();
      for (int t = 0; t < order.length; t++) {
        order[used[domain.facets()[t]]++] = t;
      }
      int[] last = new int[domain.pointCount()];
      Arrays.fill(last, -1);
      boolean[] onSegment = new boolean[domain.pointCount()];
      for (int p : domain.segments()) {
        onSegment[p] = true;
      }
      for (int f = 0; f < domain.facetCount(); f++) {
        int[] border = new int[8];
        int borderCount = 0;
        int[] inside = new int[2];
        for (int i = starts[f]; i < starts[f + 1]; i++) {
          int t = order[i];
          addNormal(f, triangles, t);
          for (int k = 0; k < 3; k++) {
            int a = triangles[3 * t + k];
            int b = triangles[3 * t + (k + 1) % 3];
            Integer segment = segmentOf.get(key(a + 1, b + 1));
            if (segment != null) {
              border =
                  borderCount == border.length ? Arrays.copyOf(border, 2 * borderCount) : border;
              border[borderCount++] = segment;
            }
            if (!onSegment[a] && last[a] != f) {
              last[a] = f;
              if (innerCount[f] == inside.length) {
                inside = Arrays.copyOf(inside, 2 * inside.length);
              }
              inside[innerCount[f]++] = a + 1;
              mesh.dimension[a + 1] = ConstrainedTets.ON_FACET;
              mesh.feature[a + 1] = f;
            }
          }
        }
        borders[f] = Arrays.copyOf(border, borderCount);
        inner.add(inside);
      }
    }

    private void addNormal(int f, int[] triangles, int t) {
      double[] n = cross(triangles[3 * t] + 1, triangles[3 * t + 1] + 1, triangles[3 * t + 2] + 1);
      for (int k = 0; k < 3; k++) {
        normals[3 * f + k] += n[k];
      }
    }
  }

  private static long key(int a, int b) {
    return (long) a << 32 | b;
  }

  private double[] cross(int a, int b, int c) {
    double[] x = mesh.kernel.xyz();
    double ux = x[3 * b] - x[3 * a];
    double uy = x[3 * b + 1] - x[3 * a + 1];
    double uz = x[3 * b + 2] - x[3 * a + 2];
    double vx = x[3 * c] - x[3 * a];
    double vy = x[3 * c + 1] - x[3 * a + 1];
    double vz = x[3 * c + 2] - x[3 * a + 2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
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
      if (edges.get(edge) != Boolean.FALSE) {
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
    for (int i = 0; i < innerCount[facet]; i++) {
      mark(inner.get(facet)[i]);
    }
    for (int side : borders[facet]) {
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
    return edges.get(key(a, b)) != Boolean.TRUE;
  }

  private boolean isLeft(int facet, int a, int b, int c) {
    double[] n = cross(a, b, c);
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
        Math.hypot(
            Math.hypot(centre[0] - x[3 * a], centre[1] - x[3 * a + 1]), centre[2] - x[3 * a + 2]);
    if (!(radius > floor)) {
      return splitNear(facet, a, b);
    }
    int p = mesh.insert(centre[0], centre[1], centre[2], ConstrainedTets.ON_FACET, facet, a);
    if (p < 0) {
      return splitNear(facet, a, b);
    }
    addInner(facet, p);
    return true;
  }

  private void addInner(int facet, int p) {
    int[] all = inner.get(facet);
    if (innerCount[facet] == all.length) {
      all = Arrays.copyOf(all, 2 * all.length);
      inner.set(facet, all);
    }
    all[innerCount[facet]++] = p;
  }

  /// Splits the longest piece of the facet's border, if nothing better is known.
  private boolean splitNear(int facet, int a, int b) {
    int longest = -1;
    double most = 0;
    for (int side : borders[facet]) {
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
    for (int side : borders[facet]) {
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
