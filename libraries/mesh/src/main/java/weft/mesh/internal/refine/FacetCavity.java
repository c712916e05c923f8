// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;
import weft.mesh.internal.IntSet;
import weft.mesh.internal.Tets;

/// The fixed faces that a new vertex on a facet or a segment replaces: in each facet it is on,
/// those whose circles contain it, up to the facet's segments. They form a star, and the vertex
/// with the edges of its rim gives the new ones. A face of such a facet is never on the border of a
/// cavity: the vertex is in its plane, up to rounding.
final class FacetCavity {
  /// What an edge and the vertex enclose, at least, as a share of a face that falls.
  private static final double LEAST = 1e-10;

  /// A vertex whose distance from a centre is the radius up to this share is on the circle.
  private static final double ROUNDING = 1e-9;

  /// Up to so many faces are compared one by one; a large flat side has thousands in one circle.
  private static final int FEW = 16;

  private final ConstrainedTets mesh;

  /// Both sides of the faces that fall, if they are more than a few.
  private final IntSet sides = new IntSet();

  /// One side of each face that falls, `4 * tet + face`.
  private int[] faces = new int[16];

  /// The facet of each.
  private int[] facets = new int[16];

  private int count;

  private final double[] centre = new double[3];

  private static final int WIDTH = 4;

  /// Rim edges of all stars: two vertices, the facet, and the third vertex of the face that falls.
  private int[] rim = new int[16 * WIDTH];

  private int rimCount;

  /// The ends of the segment that the last walk met; the first is −1 if it met none.
  int blockedA;

  int blockedB;
  private int splitA;
  private int splitB;

  FacetCavity(ConstrainedTets mesh) {
    this.mesh = mesh;
  }

  void clear() {
    count = 0;
    rimCount = 0;
    splitA = -1;
    splitB = -1;
    sides.clear();
  }

  int faceCount() {
    return count;
  }

  int face(int i) {
    return faces[i];
  }

  /// Whether this fixed face falls, from either side.
  boolean has(int face) {
    if (count > FEW) {
      return sides.contains(face);
    }
    for (int i = 0; i < count; i++) {
      if (faces[i] == face || mesh.tets.link[faces[i]] == face) {
        return true;
      }
    }
    return false;
  }

  /// Whether a tet has a fixed face of one of the facets that does not fall.
  boolean touches(int t) {
    for (int f = 0; f < 4 && count > 0; f++) {
      if ((mesh.fixed[t] >> f & 1) != 0 && isOwn(4 * t + f)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a fixed face is in one of the facets and does not fall. With the vertex it would make
  /// a tet of four corners on a facet.
  boolean isOwn(int face) {
    if (count == 0 || has(face)) {
      return false;
    }
    int facet = mesh.facetOf(face);
    for (int i = 0; i < count; i++) {
      if (facets[i] == facet) {
        return true;
      }
    }
    return false;
  }

  /// Finds the faces for a vertex in a facet: from the one that contains it, which a walk from
  /// another face of the facet finds. Returns false if a segment is on the way: see [#blockedA].
  boolean findFrom(int face, int p) {
    int start = walk(face, p);
    if (start < 0) {
      return false;
    }
    add(start, mesh.facetOf(start));
    spread(p);
    return true;
  }

  private int walk(int from, int p) {
    blockedA = -1;
    int face = from;
    for (int steps = 0; steps <= mesh.faces.size(); steps++) {
      int a = mesh.faceVertex(face, 0);
      int b = mesh.faceVertex(face, 1);
      int c = mesh.faceVertex(face, 2);
      double[] n = cross(a, b, c);
      double least = -LEAST * dot(n, n);
      int crossed = -1;
      for (int k = 0; k < 3; k++) {
        double side =
            dot(n, cross(mesh.faceVertex(face, k), mesh.faceVertex(face, (k + 1) % 3), p));
        if (side < least) {
          least = side;
          crossed = k;
        }
      }
      if (crossed < 0) {
        return face;
      }
      a = mesh.faceVertex(face, crossed);
      b = mesh.faceVertex(face, (crossed + 1) % 3);
      boolean isEnd = mesh.isSegment(a, b);
      face = isEnd ? -1 : across(face, a, b);
      if (face < 0) {
        blockedA = isEnd ? a : -1;
        blockedB = b;
        return -1;
      }
    }
    return -1;
  }

  /// Finds the faces for a vertex on the segment from a to b, in all facets there.
  void findAround(int t, int a, int b, int p) {
    splitA = a;
    splitB = b;
    int[] vertex = mesh.tets.vertex;
    int i = 0;
    while (vertex[4 * t + i] == a || vertex[4 * t + i] == b) {
      i++;
    }
    int c = vertex[4 * t + i];
    int next = t;
    int steps = 0;
    do {
      mesh.tets.checkRing(++steps, mesh.xyz, a, b);
      int face = 4 * next + mesh.cornerOf(next, c);
      if (mesh.isFixed(face)) {
        add(face, mesh.facetOf(face));
      }
      int o = 4 * next;
      int d = vertex[o] ^ vertex[o + 1] ^ vertex[o + 2] ^ vertex[o + 3] ^ a ^ b ^ c;
      next = mesh.tets.link[face] >> 2;
      c = d;
    } while (next != t);
    spread(p);
  }

  private void add(int face, int facet) {
    if (count == faces.length) {
      faces = Arrays.copyOf(faces, 2 * count);
      facets = Arrays.copyOf(facets, 2 * count);
    }
    faces[count] = face;
    facets[count++] = facet;
    for (int i = count == FEW + 1 ? 0 : count - 1; i < count && count > FEW; i++) {
      sides.add(faces[i]);
      sides.add(mesh.tets.link[faces[i]]);
    }
  }

  private void spread(int p) {
    for (int i = 0; i < count; i++) {
      int face = faces[i];
      for (int k = 0; k < 3; k++) {
        int a = mesh.faceVertex(face, k);
        int b = mesh.faceVertex(face, (k + 1) % 3);
        if (isSplit(a, b)) {
          continue;
        }
        if (mesh.isSegment(a, b)) {
          addRim(i, k);
          continue;
        }
        int beyond = across(face, a, b);
        if (beyond >= 0 && has(beyond)) {
          continue;
        }
        if (beyond >= 0 && (isOn(face, k, p) || isInCircle(beyond, p)) && opens(beyond, a, b, p)) {
          add(beyond, facets[i]);
        } else {
          addRim(i, k);
        }
      }
    }
    dropInnerRim();
  }

  /// Has one more face fall with those at one of its edges, and returns whether it can: one that is
  /// in the way although the vertex is not inside its circle. That may be where four vertices are
  /// on one circle up to rounding, as in all regular shapes.
  boolean open(int face, int p) {
    int facet = mesh.facetOf(face);
    for (int i = 0; i < rimCount; i++) {
      int a = rim[WIDTH * i];
      int b = rim[WIDTH * i + 1];
      boolean beside =
          rim[WIDTH * i + 2] == facet
              && mesh.cornerOf(face >> 2, a) >= 0
              && mesh.cornerOf(face >> 2, b) >= 0
              && mesh.tets.vertex[face] != a
              && mesh.tets.vertex[face] != b;
      if (beside && !mesh.isSegment(a, b) && opens(face, a, b, p)) {
        add(face, facet);
        findRim();
        return true;
      }
    }
    return false;
  }

  private void findRim() {
    rimCount = 0;
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < 3; k++) {
        int a = mesh.faceVertex(faces[i], k);
        int b = mesh.faceVertex(faces[i], (k + 1) % 3);
        if (isSplit(a, b)) {
          continue;
        }
        int beyond = mesh.isSegment(a, b) ? -1 : across(faces[i], a, b);
        if (beyond < 0 || !has(beyond)) {
          addRim(i, k);
        }
      }
    }
  }

  /// Whether the vertex is on an edge of a face, up to rounding: then the face beyond falls too.
  private boolean isOn(int face, int k, int p) {
    int a = mesh.faceVertex(face, k);
    int b = mesh.faceVertex(face, (k + 1) % 3);
    double[] n = cross(a, b, mesh.faceVertex(face, (k + 2) % 3));
    return dot(n, cross(a, b, p)) <= LEAST * dot(n, n);
  }

  /// A face may be added after an edge of it was taken for the rim: then both faces there fall.
  private void dropInnerRim() {
    var seen = new FeatureTable();
    boolean any = false;
    for (int i = 0; i < rimCount; i++) {
      int a = rim[WIDTH * i];
      int b = rim[WIDTH * i + 1];
      int place = seen.find(a, b);
      any |= place >= 0 && !mesh.isSegment(a, b);
      seen.put(a, b, place < 0 ? 1 : 2, 0);
    }
    int kept = 0;
    for (int i = 0; i < rimCount && any; i++) {
      int a = rim[WIDTH * i];
      int b = rim[WIDTH * i + 1];
      if (seen.feature(seen.find(a, b)) == 1 || mesh.isSegment(a, b)) {
        System.arraycopy(rim, WIDTH * i, rim, WIDTH * kept++, WIDTH);
      }
    }
    rimCount = any ? kept : rimCount;
  }

  private void addRim(int i, int k) {
    if (WIDTH * rimCount + WIDTH > rim.length) {
      rim = Arrays.copyOf(rim, 2 * rim.length);
    }
    int o = WIDTH * rimCount++;
    rim[o] = mesh.faceVertex(faces[i], k);
    rim[o + 1] = mesh.faceVertex(faces[i], (k + 1) % 3);
    rim[o + 2] = facets[i];
    rim[o + 3] = mesh.faceVertex(faces[i], (k + 2) % 3);
  }

  /// Whether the vertex sees each edge of the rim from inside. It does not where it is the centre
  /// of an obtuse face whose facet ends before: the new faces would be folded over the facet's end.
  boolean isStar(int p) {
    for (int o = 0; o < WIDTH * rimCount; o += WIDTH) {
      double[] n = cross(rim[o], rim[o + 1], rim[o + 3]);
      if (dot(n, cross(rim[o], rim[o + 1], p)) <= LEAST * dot(n, n)) {
        return false;
      }
    }
    return true;
  }

  /// The other fixed face of the facet at an edge that is no segment, or −1.
  private int across(int face, int a, int b) {
    int[] vertex = mesh.tets.vertex;
    int t = face >> 2;
    int first = t;
    int behind =
        mesh.faceVertex(face, 0) ^ mesh.faceVertex(face, 1) ^ mesh.faceVertex(face, 2) ^ a ^ b;
    int steps = 0;
    do {
      mesh.tets.checkRing(++steps, mesh.xyz, a, b);
      int through = 4 * t + mesh.cornerOf(t, behind);
      if (mesh.isFixed(through)) {
        return through;
      }
      int o = 4 * t;
      behind ^= vertex[o] ^ vertex[o + 1] ^ vertex[o + 2] ^ vertex[o + 3] ^ a ^ b;
      t = mesh.tets.link[through] >> 2;
    } while (t != first);
    return -1;
  }

  /// Whether the circle of a face contains `p`, by more than rounding. The spheres of its tets
  /// would say the same, but not of those that are flat on the facet.
  private boolean isInCircle(int face, int p) {
    int a = mesh.faceVertex(face, 0);
    double radius2 =
        Circles.centre(mesh.xyz, a, mesh.faceVertex(face, 1), mesh.faceVertex(face, 2), centre);
    double x = mesh.xyz[3 * p] - centre[0];
    double y = mesh.xyz[3 * p + 1] - centre[1];
    double z = mesh.xyz[3 * p + 2] - centre[2];
    return x * x + y * y + z * z < radius2 * (1 - ROUNDING);
  }

  /// Whether `p`, beyond the edge from a to b, sees the two other edges of a face from inside, so
  /// that the faces that fall remain a star.
  private boolean opens(int face, int a, int b, int p) {
    int c = mesh.faceVertex(face, 0) ^ mesh.faceVertex(face, 1) ^ mesh.faceVertex(face, 2) ^ a ^ b;
    double[] n = cross(a, b, c);
    double least = LEAST * dot(n, n);
    return dot(n, cross(b, c, p)) > least && dot(n, cross(c, a, p)) > least;
  }

  private static double dot(double[] u, double[] v) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  }

  private double[] cross(int a, int b, int c) {
    double[] x = mesh.xyz;
    double ux = x[3 * b] - x[3 * a];
    double uy = x[3 * b + 1] - x[3 * a + 1];
    double uz = x[3 * b + 2] - x[3 * a + 2];
    double vx = x[3 * c] - x[3 * a];
    double vy = x[3 * c + 1] - x[3 * a + 1];
    double vz = x[3 * c + 2] - x[3 * a + 2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }

  /// Removes the faces that fall from the table, and the segment that is split.
  void removeFaces() {
    for (int i = 0; i < count; i++) {
      int face = faces[i];
      int place =
          mesh.faces.find(
              mesh.faceVertex(face, 0), mesh.faceVertex(face, 1), mesh.faceVertex(face, 2));
      mesh.faces.remove(place);
    }
  }

  /// Adds the new ones.
  void addFaces(int p) {
    for (int i = 0; i < rimCount; i++) {
      mesh.faces.put(rim[WIDTH * i], rim[WIDTH * i + 1], p, rim[WIDTH * i + 2], -1);
    }
    if (splitA >= 0) {
      int place = mesh.segments.find(splitA, splitB);
      int segment = mesh.segments.feature(place);
      mesh.segments.remove(place);
      mesh.segments.put(splitA, p, segment, -1);
      mesh.segments.put(p, splitB, segment, -1);
    }
  }

  int rimCount() {
    return rimCount;
  }

  /// An end of an edge of the rim, 0 or 1.
  int rim(int i, int end) {
    return rim[WIDTH * i + end];
  }

  /// Whether this is the piece of a segment that the vertex divides.
  boolean isSplit(int a, int b) {
    return (a == splitA && b == splitB) || (a == splitB && b == splitA);
  }

  /// Whether an edge with the new vertex gives a new fixed face; those were added.
  boolean isNew(int a, int b, int p) {
    if (a == Tets.GHOST || b == Tets.GHOST) {
      return false;
    }
    if (rimCount > FEW) {
      return mesh.faces.find(a, b, p) >= 0;
    }
    for (int i = 0; i < rimCount; i++) {
      if ((rim[WIDTH * i] == a && rim[WIDTH * i + 1] == b)
          || (rim[WIDTH * i] == b && rim[WIDTH * i + 1] == a)) {
        return true;
      }
    }
    return false;
  }
}
