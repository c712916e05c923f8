// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import weft.testkit.Effort;
import weft.testkit.Sampled;

@Sampled
final class DelaunayTest {
  /// TetGen 1.5 and Qhull 2020.2 give the same tets.
  @ParameterizedTest
  @CsvSource({
    "1000, 6288, d359ebc9265a31148ac9fffebc48f55e5ccd0e8c4df1008ec2087ff552e8ee3f",
    "10000, 66327, 2dcccc571ffd30d051e7e8d71ba937e993049c2d24511b03031996aa954252c6"
  })
  void randomPointsHaveTheTetsThatOthersCompute(int count, int tets, String hash) {
    Delaunay mesh = Delaunay.of(PointSets.cube(count, 42));
    assertThat(mesh.tetCount()).isEqualTo(tets);
    assertThat(mesh.hash()).isEqualTo(hash);
  }

  @Test
  void aGridHasTheTetsOfTheTieRule() {
    Delaunay mesh = Delaunay.of(PointSets.grid(7, 7, 7));
    assertThat(mesh.tetCount()).isEqualTo(1296);
    assertThat(mesh.hash())
        .isEqualTo("c80178e58c29e69dd575b0cfc43a5a8a013dfca4bae68d12516fae5828779c7c");
  }

  static Stream<Arguments> sets() {
    return Stream.of(
        Arguments.of("random", PointSets.cube(3000, 7), null),
        Arguments.of("cube", PointSets.grid(2, 2, 2), 6),
        Arguments.of("grid", PointSets.grid(7, 7, 7), 6 * 216),
        Arguments.of("slab", PointSets.grid(2, 9, 30), 6 * 8 * 29),
        Arguments.of("cone", PointSets.cone(5), null),
        Arguments.of("sharp cone", PointSets.cone(64), null),
        Arguments.of("octahedron", PointSets.octahedron(), null),
        Arguments.of("sphere", PointSets.sphere(15), null),
        Arguments.of("larger sphere", PointSets.sphere(21), null),
        Arguments.of("corners of a cube", scaled(PointSets.grid(2, 2, 2), 20, -10), 6 * 8000),
        Arguments.of("near and far", PointSets.nearAndFar(), null),
        Arguments.of(
            "four in a plane and two beside it",
            new double[] {
              0,
              0,
              0,
              0,
              -2,
              0,
              -Math.sqrt(0.5),
              -1.5,
              0,
              -Math.sqrt(0.5),
              -0.5,
              0,
              0,
              0,
              1,
              0,
              0,
              -1
            },
            null),
        Arguments.of(
            "the smallest and the largest",
            new double[] {0, 0, 0, 1e-20, 0, 0, 0, 1e20, 0, 0, 0, 1e-20, 1e20, 1e20, 1e20},
            null),
        Arguments.of(
            "in clusters",
            PointSets.joined(
                scaled(PointSets.cube(3000, 3), 1e-9, 0.3), new double[] {9, 9, 9, -9, -9, 5}),
            null));
  }

  private static double[] scaled(double[] xyz, double factor, double offset) {
    double[] scaled = new double[xyz.length];
    for (int i = 0; i < xyz.length; i++) {
      scaled[i] = xyz[i] * factor + offset;
    }
    return scaled;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sets")
  void everyOrderHasOneResult(String name, double[] xyz, Integer sixVolumes) {
    Delaunay mesh = Delaunay.of(xyz);
    assertThat(mesh.dimension()).as(name).isEqualTo(Dimension.SPACE);
    TetChecks.check(mesh, xyz);
    if (sixVolumes != null) {
      assertThat(TetChecks.sixVolumes(mesh)).isEqualByComparingTo(BigDecimal.valueOf(sixVolumes));
    }
    for (int seed = 0; seed < 12; seed++) {
      int[] order = PointSets.order(xyz.length / 3, seed);
      Delaunay other = Delaunay.of(PointSets.inOrder(xyz, order));
      assertThat(TetChecks.hash(other, order)).as("order %d", seed).isEqualTo(mesh.hash());
    }
  }

  static Stream<Arguments> flatSets() {
    return Stream.of(
        Arguments.of(Dimension.NONE, new double[0]),
        Arguments.of(Dimension.POINT, new double[] {1, 2, 3}),
        Arguments.of(Dimension.POINT, PointSets.repeated(10_000, 1, 2, 3)),
        Arguments.of(Dimension.LINE, new double[] {0, 0, 0, 1, 1, 1}),
        Arguments.of(Dimension.LINE, PointSets.grid(1, 500, 1)),
        Arguments.of(Dimension.LINE, new double[] {0, 0, 0, 1, 1, 1, 3, 3, 3, 2, 2, 2}),
        Arguments.of(Dimension.PLANE, new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0}),
        Arguments.of(Dimension.PLANE, new double[] {0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1}),
        Arguments.of(
            Dimension.PLANE,
            new double[] {0, 0, 0, 0, -2, 0, -Math.sqrt(0.5), -1.5, 0, -Math.sqrt(0.5), -0.5, 0}),
        Arguments.of(Dimension.PLANE, PointSets.grid(30, 1, 30)));
  }

  @ParameterizedTest
  @MethodSource("flatSets")
  void pointsThatExtendOverLessHaveNoTets(Dimension dimension, double[] xyz) {
    Delaunay mesh = Delaunay.of(xyz);
    assertThat(mesh.dimension()).isEqualTo(dimension);
    assertThat(mesh.tetCount()).isZero();
    assertThat(mesh.tets()).isEmpty();
    assertThat(mesh.hull()).isEmpty();
    assertThat(mesh.locate(0, 0, 0)).isEqualTo(-1);
    if (dimension == Dimension.NONE) {
      assertThatThrownBy(() -> mesh.nearest(0, 0, 0)).isInstanceOf(IllegalStateException.class);
    } else {
      assertThat(mesh.nearest(xyz[0], xyz[1], xyz[2])).isZero();
      assertThatThrownBy(() -> mesh.cell(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not in one plane");
    }
  }

  @Test
  void pointsGivenTwiceAreOneVertex() {
    double[] grid = PointSets.grid(4, 4, 4);
    double[] twice = PointSets.joined(grid, grid);
    for (int seed = 0; seed < 12; seed++) {
      int[] order = PointSets.order(128, seed);
      Delaunay mesh = Delaunay.of(PointSets.inOrder(twice, order));
      assertThat(mesh.pointCount()).isEqualTo(128);
      assertThat(mesh.vertexCount()).isEqualTo(64);
      int[] first = new int[64];
      java.util.Arrays.fill(first, -1);
      for (int i = 0; i < 128; i++) {
        int place = order[i] % 64;
        if (first[place] < 0) {
          first[place] = i;
        }
        assertThat(mesh.vertexOf(i)).as("order %d, point %d", seed, i).isEqualTo(first[place]);
      }
      int[] names = new int[128];
      java.util.Arrays.setAll(names, i -> order[i] % 64);
      assertThat(TetChecks.hash(mesh, names)).isEqualTo(hashOfTwo(grid));
    }
  }

  private static String hashOfTwo(double[] grid) {
    int[] names = new int[128];
    java.util.Arrays.setAll(names, i -> i);
    return TetChecks.hash(Delaunay.of(grid), names);
  }

  @Test
  void tenThousandEqualPointsBesideATetAreOneVertex() {
    Delaunay mesh =
        Delaunay.of(
            PointSets.joined(
                PointSets.repeated(10_000, 0, 0, 0), new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}));
    assertThat(mesh.tetCount()).isOne();
    assertThat(mesh.vertexCount()).isEqualTo(4);
    assertThat(mesh.vertexOf(9999)).isZero();
    Delaunay line =
        Delaunay.of(
            PointSets.joined(PointSets.repeated(10_000, 0, -0.0, 0), new double[] {1, 1, 1}));
    assertThat(line.dimension()).isEqualTo(Dimension.LINE);
    assertThat(line.vertexCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"1e-300", "1e300", "NaN", "-Infinity", "-1e-21"})
  void coordinatesOutOfRangeAreRefused(double bad) {
    double[] xyz = PointSets.cube(10, 1);
    xyz[3 * 7 + 1] = bad;
    assertThatThrownBy(() -> Delaunay.of(xyz))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("point 7 has y = " + bad);
    assertThatThrownBy(() -> Delaunay.of(PointSets.cube(10, 1)).locate(0, 0, bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the place has z = " + bad);
  }

  @Test
  void coordinatesThatAreNotThreeForEachPointAreRefused() {
    assertThatThrownBy(() -> Delaunay.of(new double[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("4 coordinates");
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    Delaunay mesh = Delaunay.of(PointSets.grid(2, 2, 2));
    assertThatThrownBy(() -> mesh.corner(6, 0)).hasMessageStartingWith("there is no tet 6");
    assertThatThrownBy(() -> mesh.vertexOf(-1)).hasMessageStartingWith("there is no point -1");
  }

  @Test
  void aListenerFollowsAndCancels() {
    List<Integer> calls = new ArrayList<>();
    Delaunay.of(
        PointSets.cube(10_000, 1),
        (done, all) -> {
          assertThat(all).isEqualTo(10_000);
          calls.add(done);
          return true;
        });
    assertThat(calls).isSorted().hasSizeGreaterThan(1).endsWith(10_000);
    assertThatThrownBy(() -> Delaunay.of(PointSets.cube(10_000, 1), (done, all) -> false))
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("cancelled after");
  }

  @Test
  void threadsGetTheResultsOfOne() throws Exception {
    int each = Effort.current().compareTo(Effort.QUICK) <= 0 ? 20 : 100;
    List<String> hashes = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      hashes.add(Delaunay.of(set(i)).hash());
    }
    Delaunay shared = Delaunay.of(PointSets.cube(1000, 5));
    try (var threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> running = new ArrayList<>();
      for (int k = 0; k < 8; k++) {
        running.add(
            threads.submit(() -> {
              for (int i = 0; i < each; i++) {
                assertThat(Delaunay.of(set(i)).hash()).isEqualTo(hashes.get(i));
                int found = shared.locate(0.5, 0.5, 0.01 * i);
                assertThat(shared.locate(0.5, 0.5, 0.01 * i)).isEqualTo(found);
              }
              return null;
            }));
      }
      for (Future<?> it : running) {
        it.get();
      }
    }
  }

  /// Random points, or a grid: that needs the exact predicates.
  private static double[] set(int i) {
    return i % 4 == 0 ? PointSets.grid(5, 5, 2 + i % 5) : PointSets.cube(300 + i, i);
  }
}
