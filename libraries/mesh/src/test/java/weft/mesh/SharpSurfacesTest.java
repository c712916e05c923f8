// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.mesh.surface.Surface;
import weft.testkit.Sampled;

/// Surfaces each of whose triangles is a facet, and nearly each of whose edges a segment that meets
/// others at sharp angles: the mesh grows with their features, not with their angles.
@Sampled
final class SharpSurfacesTest {
  /// Twice what refinement makes of these surfaces. It is more than that for each triangle where
  /// vertices at sharp angles divide each other's segments.
  private static final int MOST_FOR_A_TRIANGLE = 10;

  /// TetGen 1.5 has 2.3° to 3.7° on them.
  private static final double LEAST_DEGREES = 2;

  /// Tets at sharp angles miss the bound: some 15 % of so few.
  private static final double MOST_MISSED = 0.2;

  /// A tube around a trefoil knot, whose points are moved at random, in slender triangles.
  ///
  /// @param around points of each ring
  private static Surface knot(int rings, int around, SplittableRandom random) {
    double[] xyz = new double[3 * rings * around];
    int[] triangles = new int[6 * rings * around];
    for (int i = 0; i < rings; i++) {
      double t = 2 * Math.PI * i / rings;
      for (int j = 0; j < around; j++) {
        double u = 2 * Math.PI * (j + 0.5 * i) / around;
        double bend = 2 + Math.cos(3 * t) + 0.3 * Math.cos(u);
        int o = 3 * (i * around + j);
        xyz[o] = bend * Math.cos(2 * t) + 0.03 * random.nextDouble();
        xyz[o + 1] = bend * Math.sin(2 * t) + 0.03 * random.nextDouble();
        xyz[o + 2] = Math.sin(3 * t) + 0.3 * Math.sin(u);
        int next = (i + 1) % rings;
        // Half a step for each ring: the last one meets the first one turned.
        int shift = next == 0 ? rings / 2 % around : 0;
        int a = i * around + j;
        int b = i * around + (j + 1) % around;
        int c = next * around + (j + shift) % around;
        int d = next * around + (j + 1 + shift) % around;
        int[] two = {a, d, b, a, c, d};
        System.arraycopy(two, 0, triangles, 2 * o, 6);
      }
    }
    return Surface.of(xyz, triangles);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void growWithTheirFeaturesAlone(long seed) {
    Surface surface = knot(60, 6, new SplittableRandom(seed));
    Complex complex = Complex.of(surface);
    assertThat(complex.defects()).isEmpty();
    TetMesh mesh = Mesher.of(complex).maxTets(200 * surface.triangleCount()).mesh();
    System.out.printf(
        "seed %d: %d triangles, %d tets, %d over the bound, %s%n",
        seed,
        surface.triangleCount(),
        mesh.tetCount(),
        mesh.outcome().missedShapes(),
        mesh.quality());
    MeshChecks.check(mesh, complex).volume(complex.surface().volume());
    assertThat(mesh.outcome().end()).isEqualTo(MeshingOutcome.End.COMPLETE);
    assertThat(mesh.tetCount()).isLessThan(MOST_FOR_A_TRIANGLE * surface.triangleCount());
    assertThat(mesh.outcome().missedShapes()).isLessThan((int) (MOST_MISSED * mesh.tetCount()));
    assertThat(mesh.quality().smallestDihedral()).isGreaterThan(LEAST_DEGREES);
  }
}
