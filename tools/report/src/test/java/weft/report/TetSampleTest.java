// SPDX-License-Identifier: Apache-2.0
package weft.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.testkit.Browser;
import weft.testkit.Chaos;
import weft.testkit.Sampled;

/// The tets of a large mesh that a page holds.
@Sampled
final class TetSampleTest {
  private static final long SEED = Chaos.seed(0);
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}
  };

  @TempDir private Path folder;

  /// A cube of n³ small ones with six tets each, whose points were moved a little.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Cube(int n, double[] points, int[] tets) {
    static Cube of(int n) {
      var random = new SplittableRandom(SEED);
      int side = n + 1;
      double[] points = new double[3 * side * side * side];
      for (int i = 0; i < points.length; i++) {
        int point = i / 3;
        int at = i % 3 == 0 ? point % side : i % 3 == 1 ? point / side % side : point / side / side;
        points[i] = at + random.nextDouble(-0.2, 0.2);
      }
      int[] tets = new int[4 * 6 * n * n * n];
      int used = 0;
      for (int cell = 0; cell < n * n * n; cell++) {
        int corner = cell % n + side * (cell / n % n + side * (cell / n / n));
        for (int[] order : ORDERS) {
          int point = corner;
          tets[used++] = point;
          for (int axis : order) {
            point += axis == 0 ? 1 : axis == 1 ? side : side * side;
            tets[used++] = point;
          }
        }
      }
      return new Cube(n, points, tets);
    }

    int count() {
      return tets.length / 4;
    }

    double[] values() {
      return IntStream.range(0, count()).mapToDouble(tet -> (tet * 7919L) % 1000).toArray();
    }
  }

  /// The tets on each side of every face, by its corners.
  private static Map<List<Integer>, int[]> faces(Cube cube) {
    var faces = new HashMap<List<Integer>, int[]>();
    for (int tet = 0; tet < cube.count(); tet++) {
      for (int corner = 0; corner < 4; corner++) {
        int first = 4 * tet;
        int left = corner;
        List<Integer> face =
            IntStream.range(0, 4)
                .filter(i -> i != left)
                .map(i -> cube.tets[first + i])
                .sorted()
                .boxed()
                .toList();
        int[] sides = faces.computeIfAbsent(face, each -> new int[] {-1, -1});
        sides[sides[0] < 0 ? 0 : 1] = tet;
      }
    }
    return faces;
  }

  @Test
  void whatAPictureShowsIsKept() throws Exception {
    Cube cube = Cube.of(29);
    int[] states =
        IntStream.range(0, cube.count()).map(tet -> tet < cube.count() / 2 ? 0 : 1).toArray();
    MeshBox box = MeshBox.of(cube.points, cube.tets, List.of());
    TetSample sample = TetSample.of(cube.points, cube.tets, box, states, new double[0]);
    Set<Integer> kept = new HashSet<>(Arrays.stream(sample.tets()).boxed().toList());
    assertThat(kept.size()).isBetween(10_000, TetSample.MOST);
    assertThat(sample.cuts()).allMatch(places -> places.contains(0.0) && places.size() > 3);
    double[][] middles = new double[3][];
    Arrays.setAll(middles, axis -> box.middles(cube.points, axis, 4));
    var faces = faces(cube);
    faces.forEach((face, sides) -> {
      int a = sides[0];
      int b = sides[1];
      boolean needed = b < 0 || states[a] != states[b];
      for (int axis = 0; axis < 3 && b >= 0; axis++) {
        for (double place : sample.cuts().get(axis)) {
          needed |= middles[axis][a] <= place != middles[axis][b] <= place;
        }
      }
      if (needed && !(kept.contains(a) && (b < 0 || kept.contains(b)))) {
        throw new AssertionError("seed " + SEED + ": the page lacks a tet at " + face);
      }
    });
    Path file = folder.resolve("pictures.html");
    Page.titled("Pictures")
        .mesh(
            MeshView.tets("A cube", cube.points, cube.tets)
                .categories("half", List.of("lower", "upper"), states))
        .write(file);
    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElse(""));
    try (Browser browser = Browser.start()) {
      browser.open(file);
      String mesh = "const m = Object.values(weft.parts).find(p => p.faces);";
      String drawn = mesh + "return m.visible().cell.length";
      assertThat(browser.eval(drawn)).isEqualTo(Long.toString(visible(faces, tet -> true)));
      browser.eval(mesh + "m.cutAt(1, 0); return 0");
      IntPredicate below = tet -> middles[1][tet] <= 0;
      assertThat(browser.eval(drawn)).isEqualTo(Long.toString(visible(faces, below)));
      // Without its lower half.
      browser.type("figure.mesh .legend button", "\uE007");
      assertThat(browser.eval(drawn))
          .isEqualTo(Long.toString(visible(faces, tet -> below.test(tet) && states[tet] == 1)));
      assertThat(browser.problems()).isEmpty();
    }
  }

  /// The faces between a tet that is shown and none.
  private static long visible(Map<List<Integer>, int[]> faces, IntPredicate shown) {
    return faces.values().stream()
        .filter(sides -> shown.test(sides[0]) != (sides[1] >= 0 && shown.test(sides[1])))
        .count();
  }

  @Test
  void aMillionTetsMakeASmallPageThatOpensSoon() throws Exception {
    Cube cube = Cube.of(55);
    assertThat(cube.count()).isBetween(990_000, 1_100_000);
    Path file = folder.resolve("million.html");
    Page.titled("A million tets")
        .mesh(
            MeshView.tets("A cube", cube.points, cube.tets)
                .values("made up", "m", cube.values())
                .note("Made up."))
        .chart(Chart.histogramOf("Values", "tets", cube.values(), 30))
        .write(file);
    assertThat(Files.size(file)).isLessThan(4_000_000);
    assertThat(Files.readString(file)).contains("of 998,250 tetrahedra", "of these places");
    assumeTrue(Browser.missing().isEmpty(), () -> Browser.missing().orElse(""));
    try (Browser browser = Browser.start()) {
      long usable = browser.open(file);
      System.out.printf("998,250 tets: %,d bytes, usable after %d ms%n", Files.size(file), usable);
      String mesh = "const m = Object.values(weft.parts).find(p => p.faces);";
      browser.eval(mesh + "m.cutAt(2, 0.01); return 0");
      assertThat(browser.eval(mesh + "return m.view.place")).isEqualTo("0");
      browser.eval(mesh + "m.cutAt(2, 0.0731); return 0");
      assertThat(browser.eval(mesh + "return m.spec.cuts[2].includes(m.view.place)"))
          .isEqualTo("true");
      // The keys of the cut go to the next place, and to the one before it.
      browser.eval(mesh + "m.cutAt(2, 0); return 0");
      browser.type("figure.mesh canvas, figure.mesh svg", "]");
      assertThat(Double.parseDouble(browser.eval(mesh + "return m.view.place"))).isPositive();
      browser.type("figure.mesh canvas, figure.mesh svg", "[");
      assertThat(browser.eval(mesh + "return m.view.place")).isEqualTo("0");
      assertThat(browser.problems()).isEmpty();
    }
  }
}
