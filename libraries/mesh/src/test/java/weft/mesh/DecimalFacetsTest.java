// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.mesh.surface.Surface;

/// Cubes that are turned, and whose coordinates are rounded to a number of decimals as in text
/// files: their sides are flat up to the last one.
final class DecimalFacetsTest {
  private static final int SQUARES = 4;

  /// A turned cube with side 1, each side of which is divided into squares.
  private static Surface turned(SplittableRandom random, double perUnit) {
    double a = random.nextDouble(Math.PI);
    double b = random.nextDouble(Math.PI);
    Map<Integer, Integer> numbers = new HashMap<>();
    double[] xyz = new double[3 * (SQUARES + 1) * (SQUARES + 1) * (SQUARES + 1)];
    int[] triangles = new int[6 * 6 * SQUARES * SQUARES];
    int used = 0;
    for (int side = 0; side < 6; side++) {
      for (int square = 0; square < SQUARES * SQUARES; square++) {
        int[] corners = new int[4];
        for (int k = 0; k < 4; k++) {
          int[] p = new int[3];
          p[side / 2] = side % 2 * SQUARES;
          p[(side / 2 + 1) % 3] = square / SQUARES + (k == 1 || k == 2 ? 1 : 0);
          p[(side / 2 + 2) % 3] = square % SQUARES + k / 2;
          int key = (p[0] * (SQUARES + 1) + p[1]) * (SQUARES + 1) + p[2];
          int v = numbers.computeIfAbsent(key, any -> numbers.size());
          corners[k] = v;
          double x = p[0] / (double) SQUARES;
          double y = p[1] / (double) SQUARES;
          double z = p[2] / (double) SQUARES;
          double u = x * Math.cos(a) - y * Math.sin(a);
          double w = x * Math.sin(a) + y * Math.cos(a);
          xyz[3 * v] = rounded(u, perUnit);
          xyz[3 * v + 1] = rounded(w * Math.cos(b) - z * Math.sin(b), perUnit);
          xyz[3 * v + 2] = rounded(w * Math.sin(b) + z * Math.cos(b), perUnit);
        }
        boolean swap = side % 2 == 0;
        for (int k : new int[] {0, 1, 2, 0, 2, 3}) {
          triangles[used++] = corners[swap ? (4 - k) % 4 : k];
        }
      }
    }
    return Surface.of(Arrays.copyOf(xyz, 3 * numbers.size()), triangles);
  }

  private static double rounded(double x, double perUnit) {
    return Math.rint(x * perUnit) / perUnit;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void areJoinedUpToTheLastDecimal(long seed) {
    Complex complex = Complex.of(turned(new SplittableRandom(seed), 1e6));
    assertThat(complex.defects()).isEmpty();
    assertThat(complex.facetCount()).isEqualTo(6);
    TetMesh mesh = Mesher.of(complex).mesh();
    System.out.printf("seed %d: %s%n", seed, mesh.quality());
    assertThat(mesh.outcome().isMet()).isTrue();
    assertThat(mesh.quality().volume()).isCloseTo(1, within(1e-5));
    assertThat(mesh.quality().smallestDihedral()).isGreaterThan(5);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void areKeptApartWhereDecimalsAreCoarse(long seed) {
    // The last of three decimals is a thousandth of the cube, which nobody would call flat.
    Complex complex = Complex.of(turned(new SplittableRandom(seed), 1e3));
    assertThat(complex.facetCount()).isGreaterThan(6);
  }

  /// The corners of one side are rounded apart, so its triangles are not parallel to 0.1 degrees.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void areJoinedUpToTheDistanceThatIsGiven(long seed) {
    Surface surface = turned(new SplittableRandom(seed), 1e3);
    Complex apart = Complex.of(surface, 1e-6);
    assertThat(apart.facetCount()).isGreaterThan(6);

    // Each coordinate is rounded by half of a thousandth, and so is the plane of the first
    // triangle,
    // which is a quarter as wide as the side.
    Complex complex = Complex.of(surface, 8e-3);
    assertThat(complex.defects()).isEmpty();
    assertThat(complex.facetCount()).isEqualTo(6);
    String remark =
        complex.remarks().stream()
            .filter(each -> each.contains("one facet"))
            .findFirst()
            .orElse("");
    assertThat(remark)
        .startsWith("Triangles up to 0.008000 from a plane are one facet: 192 triangles became 6");
    double deviation = Double.parseDouble(remark.replaceAll(".* up to (\\S+) from their.*", "$1"));
    assertThat(deviation).isBetween(1e-5, 8e-3);

    TetMesh mesh = Mesher.of(complex).maxTets(20_000).mesh();
    System.out.printf("seed %d, up to %s from a plane: %s%n", seed, deviation, mesh.quality());
    assertThat(mesh.outcome().end()).isEqualTo(MeshingOutcome.End.COMPLETE);
    assertThat(mesh.quality().volume()).isCloseTo(surface.volume(), within(6 * deviation));
    // Whole sides need fewer tets than sides whose inner edges are segments at 180 degrees.
    assertThat(mesh.outcome().missedShapes()).isZero();
  }
}
