// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import weft.mesh.surface.Surface;
import weft.testkit.Sampled;

/// Surfaces whose flat sides are bent by the rounding of floats, as in each .stl that is not at
/// right angles to the axes.
@Sampled
final class BentSidesTest {
  /// A tube of long sides between levels: points of its outer and then of its inner circle, level
  /// by level.
  private static Surface tube(int outer, int inner, int levels) {
    int ring = outer + inner;
    double[] xyz = new double[3 * ring * levels];
    for (int i = 0; i < ring * levels; i++) {
      int k = i % ring;
      int level = i / ring;
      boolean isOut = k < outer;
      double angle = 2 * Math.PI * (isOut ? k / (double) outer : (k - outer) / (double) inner);
      double radius = isOut ? 2.54 : 2.2352;
      xyz[3 * i] = (float) (radius * Math.cos(angle));
      xyz[3 * i + 1] = (float) (radius * Math.sin(angle));
      xyz[3 * i + 2] = (float) (8.7086 * level);
    }
    int[] triangles = new int[6 * ring * levels];
    int used = 0;
    for (int level = 0; level + 1 < levels; level++) {
      for (int k = 0; k < ring; k++) {
        int next = k < outer ? (k + 1) % outer : outer + (k - outer + 1) % inner;
        int a = level * ring + (k < outer ? k : next);
        int b = level * ring + (k < outer ? next : k);
        for (int each : new int[] {a, b, b + ring, a, b + ring, a + ring}) {
          triangles[used++] = each;
        }
      }
    }
    used = addEnd(outer, inner, 0, triangles, used);
    addEnd(outer, inner, (levels - 1) * ring, triangles, used);
    return Surface.of(xyz, triangles);
  }

  /// Closes an end of the tube: from each step on one circle to the point that the other is at.
  private static int addEnd(int outer, int inner, int first, int[] triangles, int used) {
    int at = used;
    int out = 0;
    int in = 0;
    while (out < outer || in < inner) {
      int a = first + out % outer;
      int b = first + outer + in % inner;
      boolean stepsOut = out * inner <= in * outer && out < outer;
      int c = stepsOut ? first + (out + 1) % outer : first + outer + (in + 1) % inner;
      out += stepsOut ? 1 : 0;
      in += stepsOut ? 0 : 1;
      boolean isUp = first > 0;
      triangles[at++] = a;
      triangles[at++] = isUp ? c : b;
      triangles[at++] = isUp ? b : c;
    }
    return at;
  }

  /// All columns are to be divided alike: one that is refused once has those around it divided
  /// without end. It has four points of a circle everywhere, and walls as thick as its sides are
  /// wide.
  @Test
  void aTubeOfLongSidesIsDividedAlike() {
    Complex complex = Complex.of(tube(36, 34, 4));
    assertThat(complex.defects()).isEmpty();
    TetMesh mesh = Mesher.of(complex).maxTets(100_000).mesh();
    MeshChecks.check(mesh, complex);
    assertThat(mesh.outcome().isMet()).as("%s", mesh.outcome().shapeAfter()).isTrue();
    // TetGen 1.5 has 1,680 for each space between levels.
    assertThat(mesh.tetCount()).isLessThan(3 * 1680 * 5 / 4);
    assertThat(mesh.quality().smallestDihedral()).isGreaterThan(10);
  }

  /// A turned plate whose sides are fans of needles to the points of its rim: the needles are no
  /// part of its shape.
  @Test
  void needlesInABentSideAreNotRecovered() {
    int rim = 64;
    double[] xyz = new double[6 * rim];
    for (int i = 0; i < 2 * rim; i++) {
      double angle = 2 * Math.PI * (i % rim) / rim;
      double x = 3 * Math.cos(angle);
      double y = 3 * Math.sin(angle);
      double z = i < rim ? 0 : 0.5;
      xyz[3 * i] = (float) (0.8 * x - 0.6 * z);
      xyz[3 * i + 1] = (float) (0.36 * x + 0.8 * y + 0.48 * z);
      xyz[3 * i + 2] = (float) (0.48 * x - 0.6 * y + 0.64 * z);
    }
    int[] triangles = new int[3 * (4 * rim - 4)];
    int used = 0;
    for (int i = 0; i < rim; i++) {
      int next = (i + 1) % rim;
      for (int each : new int[] {i, next, next + rim, i, next + rim, i + rim}) {
        triangles[used++] = each;
      }
      if (i > 0 && next > 0) {
        for (int each : new int[] {0, next, i, rim, rim + i, rim + next}) {
          triangles[used++] = each;
        }
      }
    }
    Complex complex = Complex.of(Surface.of(xyz, triangles));
    assertThat(complex.defects()).isEmpty();
    assertThat(complex.facetCount()).isEqualTo(rim + 2);
    TetMesh mesh = Mesher.of(complex).mesh();
    MeshChecks.check(mesh, complex);
    assertThat(mesh.outcome().isMet()).isTrue();
    assertThat(mesh.tetCount()).isLessThan(10_000);
  }
}
