// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import weft.mesh.MeshingOutcome;
import weft.mesh.TetMesh;

/// Compares a mesh with the body that was given to the mesher. It knows the arrays of the mesh
/// alone, and shares no code with what made them.
public final class MeshJudge {
  private static final double SHARE = 1e-9;

  /// Three vertices in ascending order.
  record Face(int a, int b, int c) {
    static Face of(int... v) {
      Arrays.sort(v);
      return new Face(v[0], v[1], v[2]);
    }
  }

  final TetMesh mesh;
  final Body body;
  final double[] xyz;
  final int[] tets;
  final ExactSigns exact;

  /// The places `4 * tet + corner` opposite each face.
  final Map<Face, int[]> places = new HashMap<>();

  final Set<Face> fixed = new HashSet<>();

  /// How far rounding moves a point from where it is computed.
  final double rounding;

  private MeshJudge(TetMesh mesh, Body body) {
    this.mesh = mesh;
    this.body = body;
    xyz = mesh.vertices();
    tets = mesh.tets();
    exact = new ExactSigns(xyz);
    rounding = body.tolerance() + 16 * Math.ulp(body.magnitude());
  }

  /// Checks that tets are positive and conform, that the faces and segments are those of the body,
  /// and its points the first vertices; the volumes of materials, and the names. Returns the judge,
  /// for more.
  public static MeshJudge check(TetMesh mesh, Body body) {
    var judge = new MeshJudge(mesh, body);
    judge.tets();
    judge.faces();
    var shape = new BoundaryJudge(judge);
    shape.segments();
    shape.facets();
    judge.points();
    judge.volumes();
    judge.materials();
    judge.names();
    return judge;
  }

  private Face opposite(int place) {
    int t = place / 4 * 4;
    return switch (place % 4) {
      case 0 -> Face.of(tets[t + 1], tets[t + 2], tets[t + 3]);
      case 1 -> Face.of(tets[t], tets[t + 2], tets[t + 3]);
      case 2 -> Face.of(tets[t], tets[t + 1], tets[t + 3]);
      default -> Face.of(tets[t], tets[t + 1], tets[t + 2]);
    };
  }

  private void tets() {
    boolean[] used = new boolean[mesh.vertexCount()];
    for (int i = 0; i < tets.length; i++) {
      used[tets[i]] = true;
      int place = i;
      int[] before = places.put(opposite(i), new int[] {place});
      if (before != null) {
        assertThat(before).as("tets at %s besides %d", opposite(i), i / 4).hasSize(1);
        places.put(opposite(i), new int[] {before[0], place});
      }
      if (i % 4 == 0) {
        assertThat(exact.orient(tets[i], tets[i + 1], tets[i + 2], tets[i + 3]))
            .as("sign of tet %d", i / 4)
            .isOne();
      }
    }
    for (int v = 0; v < used.length; v++) {
      assertThat(used[v]).as("whether vertex %d is one of a tet", v).isTrue();
    }
    int[] neighbours = mesh.neighbours();
    places.forEach((face, at) -> {
      for (int i = 0; i < at.length; i++) {
        int beyond = at.length == 1 ? -1 : at[1 - i] / 4;
        assertThat(neighbours[at[i]]).as("tet beyond place %d", at[i]).isEqualTo(beyond);
      }
      if (at.length == 2) {
        int side = exact.orient(face.a(), face.b(), face.c(), tets[at[0]]);
        assertThat(exact.orient(face.a(), face.b(), face.c(), tets[at[1]]))
            .as("sides of %s on which tets %d and %d are", face, at[0] / 4, at[1] / 4)
            .isEqualTo(-side);
      }
    });
  }

  /// The border and walls between materials are faces; each face is one of tets.
  private void faces() {
    int[] faces = mesh.faces();
    int[] materials = mesh.materials();
    for (int i = 0; i < faces.length; i += 3) {
      Face face = Face.of(faces[i], faces[i + 1], faces[i + 2]);
      assertThat(fixed.add(face)).as("face %d, %s, once", i / 3, face).isTrue();
      int[] at = places.getOrDefault(face, new int[0]);
      assertThat(at).as("tets at face %d, %s", i / 3, face).isNotEmpty();
      if (at.length == 1) {
        assertThat(exact.orient(faces[i], faces[i + 1], faces[i + 2], tets[at[0]]))
            .as("the side of face %d on which the mesh is", i / 3)
            .isNegative();
      }
    }
    places.forEach((face, at) -> {
      if (at.length == 1 || materials[at[0] / 4] != materials[at[1] / 4]) {
        assertThat(fixed.contains(face)).as("face %s of the domain is listed", face).isTrue();
      }
    });
  }

  private void points() {
    assertThat(mesh.inputVertexCount()).as("points of the input").isEqualTo(body.pointCount());
    assertThat(Arrays.equals(xyz, 0, body.xyz().length, body.xyz(), 0, body.xyz().length))
        .as("the points of the input are the first vertices, bit for bit")
        .isTrue();
  }

  private void volumes() {
    Map<Integer, BigInteger> found = new HashMap<>();
    int[] materials = mesh.materials();
    for (int t = 0; t < materials.length; t++) {
      found.merge(
          materials[t],
          exact.six(tets[4 * t], tets[4 * t + 1], tets[4 * t + 2], tets[4 * t + 3]),
          BigInteger::add);
    }
    var given = new ExactSigns(body.xyz());
    Map<Integer, BigInteger> wanted = body.sixVolumes(given);
    if (wanted.containsKey(-1)) {
      return;
    }
    // What the tolerance may change: a layer on each facet.
    double layer = 0;
    for (int f = 0; f < body.facets().size(); f++) {
      layer += 6 * rounding * BoundaryJudge.areaOf(body, f);
    }
    assertThat(found.keySet()).as("materials").isEqualTo(wanted.keySet());
    for (Map.Entry<Integer, BigInteger> each : wanted.entrySet()) {
      double volume = unshift(each.getValue(), given.shift());
      double got = unshift(found.getOrDefault(each.getKey(), BigInteger.ZERO), exact.shift());
      assertThat(got)
          .as("six volumes of material %d", each.getKey())
          .isCloseTo(volume, within(SHARE * volume + (body.tolerance() > 0 ? layer : 0)));
    }
  }

  private static double unshift(BigInteger six, int shift) {
    return new BigDecimal(six)
        .divide(new BigDecimal(BigInteger.ONE.shiftLeft(3 * shift)))
        .doubleValue();
  }

  private void materials() {
    for (Body.Place at : body.places()) {
      double[] points = Arrays.copyOf(xyz, xyz.length + 3);
      points[xyz.length] = at.x();
      points[xyz.length + 1] = at.y();
      points[xyz.length + 2] = at.z();
      var signs = new ExactSigns(points);
      int p = xyz.length / 3;
      int here = -1;
      for (int t = 0; t < mesh.tetCount() && here < 0; t++) {
        int[] v = Arrays.copyOfRange(tets, 4 * t, 4 * t + 4);
        boolean inside = true;
        for (int i = 0; i < 4 && inside; i++) {
          int[] w = v.clone();
          w[i] = p;
          inside = signs.orient(w[0], w[1], w[2], w[3]) >= 0;
        }
        here = inside ? t : -1;
      }
      assertThat(here).as("tet at %s", at).isNotNegative();
      assertThat(mesh.materials()[here]).as("material at %s", at).isEqualTo(at.material());
    }
  }

  private void names() {
    int[] facets = mesh.faceFacets();
    int[] markers = mesh.faceMarkers();
    for (int f = 0; f < facets.length; f++) {
      assertThat(markers[f])
          .as("marker of face %d", f)
          .isEqualTo(body.facets().get(facets[f]).marker());
      assertThat(mesh.boundaryNames()).containsKey(markers[f]);
    }
    for (Body.Place at : body.places()) {
      assertThat(mesh.materialNames().get(at.material()))
          .as("name of material %d", at.material())
          .isEqualTo(Body.materialName(at.material()));
    }
  }

  /// The outcome counts the tets whose circumradius over shortest edge exceeds the bound, as this
  /// counts them; there are none if no angle is sharp.
  public MeshJudge ratios(double bound) {
    int missed = 0;
    for (int t = 0; t < mesh.tetCount(); t++) {
      missed += ratio(4 * t) > bound * (1 + SHARE) ? 1 : 0;
    }
    assertThat(mesh.outcome().missedShapes()).as("tets over the bound").isEqualTo(missed);
    boolean complete = mesh.outcome().end() == MeshingOutcome.End.COMPLETE;
    if (complete && bound >= 2 && !Sharpness.isSharp(body)) {
      assertThat(missed).as("tets over the bound, where no angle is sharp").isZero();
    }
    return this;
  }

  /// Circumradius over shortest edge, of the products p, q, r of opposite edges: R =
  /// sqrt((p+q+r)(p+q-r)(p+r-q)(q+r-p)) / 24V.
  private double ratio(int o) {
    double[] d = new double[6];
    for (int e = 0; e < 6; e++) {
      int i = "000112".charAt(e) - '0';
      int j = "123233".charAt(e) - '0';
      d[e] = distance(tets[o + i], tets[o + j]);
    }
    double six = unshift(exact.six(tets[o], tets[o + 1], tets[o + 2], tets[o + 3]), exact.shift());
    double p = d[0] * d[5];
    double q = d[1] * d[4];
    double r = d[2] * d[3];
    double product = (p + q + r) * (p + q - r) * (p + r - q) * (q + r - p);
    return Math.sqrt(Math.max(0, product)) / (4 * six) / Arrays.stream(d).min().orElseThrow();
  }

  double distance(int a, int b) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      double u = xyz[3 * a + k] - xyz[3 * b + k];
      sum += u * u;
    }
    return Math.sqrt(sum);
  }

  /// The number of free faces with a corner beyond inside the sphere of a tet, exactly.
  public int notDelaunay() {
    int count = 0;
    for (Map.Entry<Face, int[]> each : places.entrySet()) {
      int[] at = each.getValue();
      if (at.length == 2 && !fixed.contains(each.getKey())) {
        int t = at[0] / 4 * 4;
        count +=
            exact.isInSphere(tets[t], tets[t + 1], tets[t + 2], tets[t + 3], tets[at[1]]) ? 1 : 0;
      }
    }
    return count;
  }

  /// The smallest angle between two faces of a tet, in degrees.
  public double smallestAngle() {
    double least = 180;
    for (int o = 0; o < tets.length; o += 4) {
      double[][] normals = new double[4][];
      for (int i = 0; i < 4; i++) {
        int[] v = {tets[o + (i + 1) % 4], tets[o + (i + 2) % 4], tets[o + (i + 3) % 4]};
        double[] n = BoundaryJudge.cross(xyz, v[0], v[1], v[2]);
        double side = 0;
        for (int k = 0; k < 3; k++) {
          side += n[k] * (xyz[3 * tets[o + i] + k] - xyz[3 * v[0] + k]);
        }
        for (int k = 0; k < 3; k++) {
          n[k] = side > 0 ? n[k] : -n[k];
        }
        normals[i] = n;
      }
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) {
          least = Math.min(least, 180 - Sharpness.between(normals[i], normals[j]));
        }
      }
    }
    return least;
  }
}
