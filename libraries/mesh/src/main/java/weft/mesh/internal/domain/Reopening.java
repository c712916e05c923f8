// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.domain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import weft.mesh.internal.Tets;
import weft.mesh.internal.refine.ConstrainedTets;

/// Makes tets to be refined of a finished mesh: its faces and segments become fixed again.
public final class Reopening {
  private final ConstrainedTets out;
  private final int[] corners;
  private final int[] neighbours;

  /// For each edge of the boundary, in a key of its two vertices, the faces of the boundary there.
  private final Map<Long, List<Integer>> boundary = new HashMap<>();

  /// The ghost beyond each face of the boundary.
  private final Map<Integer, Integer> ghosts = new HashMap<>();

  private Reopening(double[] xyz, int[] corners, int[] neighbours) {
    this.corners = corners;
    this.neighbours = neighbours;
    out = new ConstrainedTets(xyz.length / 3 + 1, Math.max(16, corners.length / 2));
  }

  /// Makes tets of arrays. Vertex v becomes v + 1, and tet t stays t.
  ///
  /// @param domain the points of the mesh, its faces as triangles of facets, and its segments
  /// @param isFixed whether a point that is inside is a corner, which does not move
  /// @param regions the region of each tet
  public static ConstrainedTets of(
      Domain domain, IntPredicate isFixed, int[] corners, int[] neighbours, int[] regions) {
    var made = new Reopening(domain.xyz(), corners, neighbours);
    made.addVertices(domain, isFixed);
    made.addTets(regions);
    made.addFaces(domain);
    made.connectGhosts();
    made.addSegments(domain);
    return made.out;
  }

  private void addVertices(Domain domain, IntPredicate isFixed) {
    double[] xyz = domain.xyz();
    int points = xyz.length / 3;
    int[] facet = new int[points];
    java.util.Arrays.fill(facet, -1);
    for (int i = 0; i < domain.triangles().length; i++) {
      facet[domain.triangles()[i]] = domain.facets()[i / 3];
    }
    int[] pieces = new int[points];
    for (int p : domain.segments()) {
      pieces[p]++;
    }
    for (int p = 0; p < points; p++) {
      byte dimension = ConstrainedTets.FREE;
      int feature = -1;
      if (pieces[p] > 0) {
        // Where two pieces meet, a segment goes on; a corner there would do no harm.
        dimension = pieces[p] == 2 ? ConstrainedTets.ON_SEGMENT : ConstrainedTets.CORNER;
      } else if (facet[p] >= 0) {
        dimension = ConstrainedTets.ON_FACET;
        feature = facet[p];
      } else if (isFixed.test(p)) {
        dimension = ConstrainedTets.CORNER;
      }
      int v = out.addVertex(xyz[3 * p], xyz[3 * p + 1], xyz[3 * p + 2], dimension, feature);
      // Bit for bit, also where a 0 is negative.
      System.arraycopy(xyz, 3 * p, out.xyz, 3 * v, 3);
    }
    out.setBox();
  }

  private void addTets(int[] regions) {
    int count = corners.length / 4;
    int outer = 0;
    for (int each : neighbours) {
      outer += each < 0 ? 1 : 0;
    }
    out.reserve(count + outer);
    int next = count;
    for (int t = 0; t < count; t++) {
      int o = 4 * t;
      out.tets.set(t, corners[o] + 1, corners[o + 1] + 1, corners[o + 2] + 1, corners[o + 3] + 1);
      out.material[t] = regions[t];
    }
    for (int i = 0; i < neighbours.length; i++) {
      int t = neighbours[i];
      if (t < 0) {
        int g = next++;
        out.tets.set(
            g, out.faceVertex(i, 0), out.faceVertex(i, 2), out.faceVertex(i, 1), Tets.GHOST);
        out.fixed[g] = 8;
        out.tets.connect(i, 4 * g + 3);
        ghosts.put(i, g);
        for (int k = 0; k < 3; k++) {
          boundary
              .computeIfAbsent(
                  key(out.faceVertex(i, k), out.faceVertex(i, (k + 1) % 3)),
                  edge -> new ArrayList<>())
              .add(i);
        }
      } else {
        int f = 4 * t;
        while (neighbours[f] != i / 4 || !isSameFace(f, i)) {
          f++;
        }
        out.tets.link[i] = f;
      }
    }
    out.tets.slots = next;
  }

  private boolean isSameFace(int f, int i) {
    return (out.faceVertex(f, 0) ^ out.faceVertex(f, 1) ^ out.faceVertex(f, 2))
        == (out.faceVertex(i, 0) ^ out.faceVertex(i, 1) ^ out.faceVertex(i, 2));
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  private void addFaces(Domain domain) {
    int[] triangles = domain.triangles();
    for (int i = 0; i < triangles.length; i += 3) {
      out.faces.put(
          triangles[i] + 1, triangles[i + 1] + 1, triangles[i + 2] + 1, domain.facets()[i / 3], -1);
    }
    for (int i = 0; i < corners.length; i++) {
      int place = out.faces.find(out.faceVertex(i, 0), out.faceVertex(i, 1), out.faceVertex(i, 2));
      if (place >= 0) {
        out.fixed[i >> 2] |= (byte) (1 << (i & 3));
        out.faces.setTet(place, i >> 2);
      }
    }
  }

  /// Two ghosts are neighbours over an edge if nothing is between them: mostly there are but two.
  private void connectGhosts() {
    boundary.forEach((edge, faces) -> {
      int a = (int) (edge >>> 32);
      int b = (int) (long) edge;
      for (int face : faces) {
        int other =
            faces.size() == 2 ? faces.get(0) ^ faces.get(1) ^ face : next(face, faces, a, b);
        int g = ghosts.get(face);
        int h = ghosts.get(other);
        out.tets.connect(
            4 * g + out.cornerOf(g, third(face, a, b)),
            4 * h + out.cornerOf(h, third(other, a, b)));
      }
    });
  }

  private int third(int face, int a, int b) {
    return out.faceVertex(face, 0) ^ out.faceVertex(face, 1) ^ out.faceVertex(face, 2) ^ a ^ b;
  }

  /// The first face of the boundary that is met when a face is turned around an edge, away from its
  /// tet.
  private int next(int face, List<Integer> faces, int a, int b) {
    double[] from = away(third(face, a, b), a, b);
    double[] inside = away(out.tets.vertex[face], a, b);
    double[] axis = new double[3];
    for (int k = 0; k < 3; k++) {
      axis[k] = out.xyz[3 * b + k] - out.xyz[3 * a + k];
    }
    double sign = turn(from, inside, axis) < Math.PI ? -1 : 1;
    int best = face;
    double least = Double.POSITIVE_INFINITY;
    for (int other : faces) {
      if (other != face) {
        double angle = turn(from, away(third(other, a, b), a, b), axis);
        angle = sign > 0 ? angle : 2 * Math.PI - angle;
        if (angle < least) {
          least = angle;
          best = other;
        }
      }
    }
    return best;
  }

  private static double turn(double[] u, double[] v, double[] axis) {
    double sine = 0;
    double cosine = 0;
    double length = 0;
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      sine += axis[k] * (u[i] * v[j] - u[j] * v[i]);
      cosine += u[k] * v[k];
      length += axis[k] * axis[k];
    }
    double angle = StrictMath.atan2(sine / Math.sqrt(length), cosine);
    return angle < 0 ? angle + 2 * Math.PI : angle;
  }

  private double[] away(int v, int a, int b) {
    double[] x = out.xyz;
    double[] w = new double[3];
    double uu = 0;
    double uw = 0;
    for (int k = 0; k < 3; k++) {
      double u = x[3 * b + k] - x[3 * a + k];
      w[k] = x[3 * v + k] - x[3 * a + k];
      uu += u * u;
      uw += u * w[k];
    }
    for (int k = 0; k < 3; k++) {
      w[k] -= uw / uu * (x[3 * b + k] - x[3 * a + k]);
    }
    return w;
  }

  private void addSegments(Domain domain) {
    int[] segments = domain.segments();
    for (int i = 0; i < segments.length; i += 2) {
      int a = segments[i] + 1;
      int b = segments[i + 1] + 1;
      out.segments.put(a, b, i / 2, -1);
      out.feature[a] = out.dimension[a] == ConstrainedTets.ON_SEGMENT ? i / 2 : out.feature[a];
      out.feature[b] = out.dimension[b] == ConstrainedTets.ON_SEGMENT ? i / 2 : out.feature[b];
    }
    for (int t = 0; t < corners.length / 4; t++) {
      for (int i = 0; i < 3; i++) {
        for (int j = i + 1; j < 4; j++) {
          int a = corners[4 * t + i] + 1;
          int b = corners[4 * t + j] + 1;
          if (out.isSegment(a, b)) {
            out.segments.setTet(out.segments.find(a, b), t);
          }
        }
      }
    }
  }
}
