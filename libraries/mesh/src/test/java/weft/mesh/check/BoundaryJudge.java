// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Compares the faces and the pieces of segments of a mesh with a body.
final class BoundaryJudge {
  private static final double SHARE = 1e-9;

  private final MeshJudge judge;
  private final Body body;
  private final double[] xyz;

  /// The pieces of each segment of the body, by its ends.
  private final Map<Long, List<Long>> piecesOf = new HashMap<>();

  BoundaryJudge(MeshJudge judge) {
    this.judge = judge;
    body = judge.body;
    xyz = judge.xyz;
  }

  static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  static double[] cross(double[] x, int a, int b, int c) {
    double[] n = new double[3];
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      n[k] =
          (x[3 * b + i] - x[3 * a + i]) * (x[3 * c + j] - x[3 * a + j])
              - (x[3 * b + j] - x[3 * a + j]) * (x[3 * c + i] - x[3 * a + i]);
    }
    return n;
  }

  /// Twice the area of a facet, along its normal.
  static double[] normal(Body body, int facet) {
    double[] sum = new double[3];
    for (int[] loop : body.facets().get(facet).loops()) {
      for (int i = 1; i + 1 < loop.length; i++) {
        double[] n = cross(body.xyz(), loop[0], loop[i], loop[i + 1]);
        for (int k = 0; k < 3; k++) {
          sum[k] += n[k];
        }
      }
    }
    return sum;
  }

  static double length(double[] u) {
    return Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  }

  static double areaOf(Body body, int facet) {
    return length(normal(body, facet)) / 2;
  }

  /// Each segment is a chain of pieces from end to end, each an edge of tets, and of its length;
  /// there are no other pieces.
  void segments() {
    Map<Integer, List<Integer>> next = new HashMap<>();
    Set<Long> given = new HashSet<>();
    int[] pieces = judge.mesh.segments();
    for (int i = 0; i < pieces.length; i += 2) {
      assertThat(given.add(key(pieces[i], pieces[i + 1]))).as("piece %d, once", i / 2).isTrue();
      next.computeIfAbsent(pieces[i], v -> new ArrayList<>()).add(pieces[i + 1]);
      next.computeIfAbsent(pieces[i + 1], v -> new ArrayList<>()).add(pieces[i]);
    }
    Set<Long> edges = new HashSet<>();
    for (int o = 0; o < judge.tets.length; o += 4) {
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) {
          edges.add(key(judge.tets[o + i], judge.tets[o + j]));
        }
      }
    }
    Set<Long> walked = new HashSet<>();
    for (long segment : wanted()) {
      List<Long> chain = follow((int) (segment >> 32), (int) segment, next);
      for (long piece : chain) {
        assertThat(edges.contains(piece)).as("piece of a segment is an edge of tets").isTrue();
      }
      walked.addAll(chain);
      piecesOf.put(segment, chain);
    }
    assertThat(walked).as("pieces of segments").hasSameSizeAs(given);
  }

  /// The segments of the body: ends of loops that are odd in their facet, and those of their own.
  private Set<Long> wanted() {
    Set<Long> all = new HashSet<>();
    for (int f = 0; f < body.facets().size(); f++) {
      all.addAll(border(f));
      for (int[] inner : body.facets().get(f).inner()) {
        all.add(key(inner[0], inner[1]));
      }
    }
    for (int i = 0; i < body.segments().length; i += 2) {
      all.add(key(body.segments()[i], body.segments()[i + 1]));
    }
    return all;
  }

  /// The edges of a facet's loops, without those that two loops have.
  private Set<Long> border(int facet) {
    Set<Long> odd = new HashSet<>();
    for (int[] loop : body.facets().get(facet).loops()) {
      for (int i = 0; i < loop.length; i++) {
        toggle(odd, key(loop[i], loop[(i + 1) % loop.length]));
      }
    }
    return odd;
  }

  private static void toggle(Set<Long> odd, long edge) {
    if (!odd.add(edge)) {
      odd.remove(edge);
    }
  }

  private List<Long> follow(int a, int b, Map<Integer, List<Integer>> next) {
    double whole = judge.distance(a, b);
    List<Long> chain = new ArrayList<>();
    double sum = 0;
    int at = a;
    while (at != b) {
      int best = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int v : next.getOrDefault(at, List.of())) {
        double step = judge.distance(at, v);
        boolean ahead = judge.distance(v, b) < judge.distance(at, b);
        if (ahead && step < least && distance(v, a, b) <= judge.rounding) {
          least = step;
          best = v;
        }
      }
      assertThat(best)
          .as("piece of the segment from %d to %d that goes on at vertex %d", a, b, at)
          .isNotNegative();
      chain.add(key(at, best));
      sum += least;
      at = best;
    }
    assertThat(sum)
        .as("length of the segment from %d to %d", a, b)
        .isCloseTo(whole, within(SHARE * whole + judge.rounding));
    return chain;
  }

  /// The distance of a vertex from the line through two others.
  private double distance(int v, int a, int b) {
    return length(cross(xyz, a, b, v)) / judge.distance(a, b);
  }

  /// The faces of each facet tile it: they are in its plane, none is folded back, their areas are
  /// its area, and their border is its border.
  void facets() {
    int[] faces = judge.mesh.faces();
    int[] facetOf = judge.mesh.faceFacets();
    int count = body.facets().size();
    double[] areas = new double[count];
    double[] turned = new double[count];
    List<Set<Long>> odd = new ArrayList<>();
    double[][] normals = new double[count][];
    for (int f = 0; f < count; f++) {
      odd.add(new HashSet<>());
      normals[f] = normal(body, f);
      double length = length(normals[f]);
      for (int k = 0; k < 3; k++) {
        normals[f][k] /= length;
      }
    }
    for (int i = 0; i < facetOf.length; i++) {
      int f = facetOf[i];
      assertThat(f).as("facet of face %d", i).isBetween(0, count - 1);
      double[] n = cross(xyz, faces[3 * i], faces[3 * i + 1], faces[3 * i + 2]);
      double along = n[0] * normals[f][0] + n[1] * normals[f][1] + n[2] * normals[f][2];
      areas[f] += Math.abs(along) / 2;
      turned[f] += along / 2;
      for (int k = 0; k < 3; k++) {
        toggle(odd.get(f), key(faces[3 * i + k], faces[3 * i + (k + 1) % 3]));
        checkPlane(f, normals[f], faces[3 * i + k]);
      }
    }
    for (int f = 0; f < count; f++) {
      double wanted = areaOf(body, f);
      double allowed = SHARE * wanted + rim(f) * judge.rounding;
      assertThat(areas[f]).as("area of facet %d", f).isCloseTo(wanted, within(allowed));
      if (body.facets().get(f).front() == 0 || body.facets().get(f).back() == 0) {
        // Only there all faces look to one side.
        assertThat(Math.abs(turned[f]))
            .as("area of facet %d, less what is folded back", f)
            .isCloseTo(wanted, within(allowed));
      }
      Set<Long> border = new HashSet<>();
      border(f).forEach(edge -> border.addAll(piecesOf.getOrDefault(edge, List.of())));
      assertThat(odd.get(f).equals(border)).as("border of facet %d", f).isTrue();
    }
  }

  private double rim(int facet) {
    double sum = 0;
    for (int[] loop : body.facets().get(facet).loops()) {
      for (int i = 0; i < loop.length; i++) {
        sum += judge.distance(loop[i], loop[(i + 1) % loop.length]);
      }
    }
    return sum;
  }

  private void checkPlane(int facet, double[] normal, int v) {
    int from = body.facets().get(facet).loops()[0][0];
    double off = 0;
    for (int k = 0; k < 3; k++) {
      off += normal[k] * (xyz[3 * v + k] - body.xyz()[3 * from + k]);
    }
    assertThat(Math.abs(off))
        .as("distance of vertex %d from the plane of facet %d", v, facet)
        .isLessThanOrEqualTo(2 * judge.rounding);
  }
}
