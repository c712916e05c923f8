// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Points an ulp apart, cells far from the origin, and lengths without an end.
final class FarAndCloseTest {
  @Test
  void ofPointsAnUlpApartTheNearestIsFound() {
    var random = new SplittableRandom(7);
    double[] xyz = new double[3 * 400];
    for (int i = 0; i < xyz.length; i++) {
      // Ten clusters.
      int block = i / 120;
      double middle = 0.5 + block * 0.37 * (i % 3 + 1);
      xyz[i] = middle + Math.ulp(middle) * random.nextInt(8);
    }
    Delaunay mesh = Delaunay.of(xyz);
    for (int i = 0; i < 300; i++) {
      double[] at = new double[3];
      int near = random.nextInt(400);
      double spread = i % 3 == 0 ? 1e-15 : i % 3 == 1 ? 1 : 1e6;
      for (int k = 0; k < 3; k++) {
        at[k] = xyz[3 * near + k] + spread * (random.nextDouble() - 0.5);
      }
      BigDecimal least = distance(xyz, 0, at);
      for (int p = 1; p < 400; p++) {
        least = least.min(distance(xyz, p, at));
      }
      int found = mesh.nearest(at[0], at[1], at[2]);
      assertThat(distance(xyz, found, at)).as("place %d", i).isEqualByComparingTo(least);
    }
  }

  private static BigDecimal distance(double[] xyz, int p, double[] at) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k < 3; k++) {
      sum = sum.add(new BigDecimal(xyz[3 * p + k]).subtract(new BigDecimal(at[k])).pow(2));
    }
    return sum;
  }

  @Test
  void cellsFarFromTheOriginHaveTheirVolume() {
    // Moved by a power of two, coordinates of few bits stay exact.
    double[] xyz = PointSets.cube(300, 11);
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = Math.rint(xyz[i] * (1 << 20)) / (1 << 20);
    }
    double far = 1L << 31;
    Delaunay here = Delaunay.of(xyz);
    Delaunay there = Delaunay.of(Arrays.stream(xyz).map(x -> x + far).toArray());
    int bounded = 0;
    for (int p = 0; p < 300; p++) {
      VoronoiCell cell = here.cell(p);
      if (cell.isBounded()) {
        bounded++;
        double volume = cell.volume();
        assertThat(there.cell(p).volume()).isCloseTo(volume, within(1e-9 * volume));
      }
    }
    assertThat(bounded).isPositive();
  }

  @Test
  void aBackgroundMayWishForNothingSomewhere() {
    TetMesh background = Mesher.of(Domains.cube()).maxVolume(0.05).mesh();
    double[] lengths = new double[background.vertexCount()];
    for (int v = 0; v < lengths.length; v++) {
      lengths[v] = background.coordinate(v, 0) > 0.5 ? Double.POSITIVE_INFINITY : 0.2;
    }
    TetMesh mesh = Mesher.of(Domains.cube()).sizing(background.sizing(lengths)).mesh();
    assertThat(mesh.outcome().isMet()).isTrue();
    assertThat(mesh.tetCount()).isGreaterThan(Mesher.of(Domains.cube()).mesh().tetCount());
  }
}
