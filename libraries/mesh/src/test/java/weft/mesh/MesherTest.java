// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Surface;
import weft.testkit.Effort;
import weft.testkit.Sampled;

@Sampled
final class MesherTest {
  private static final int THREADS = 8;

  /// A domain, its volume, the bound, the largest volume of a tet, and the vertices, tets and
  /// smallest angle that TetGen 1.5 has (`-pq2a…`); 0 where there is no figure.
  static Stream<Arguments> domains() {
    double ball = Complex.of(sphere()).surface().volume();
    return Stream.of(
            Arguments.of("cube", Domains.cube(), 1, 2, 1e-3, 704, 2405, 7.3),
            Arguments.of("finer cube", Domains.cube(), 1, 2, 1e-4, 4569, 20995, 5.9),
            Arguments.of("cube of better tets", Domains.cube(), 1, 1.414, 1e-4, 4765, 21907, 6.6),
            Arguments.of("Fichera", Domains.fichera(), 7, 2, 1e-3, 3557, 15332, 6.0),
            Arguments.of("finer Fichera", Domains.fichera(), 7, 2, 1e-4, 26575, 139927, 6.0),
            Arguments.of("inner facet", Domains.innerFacet(), 1, 2, 1e-3, 736, 2589, 7.6),
            Arguments.of("finer, inner facet", Domains.innerFacet(), 1, 2, 1e-4, 4713, 21944, 6.6),
            Arguments.of("sphere", Complex.of(sphere()), ball, 2, 1, 0, 1896, 0),
            Arguments.of("torus", Domains.torus(4608), 0, 2, 1, 0, 0, 0))
        .filter(each -> !Effort.current().isBrief() || !"finer Fichera".equals(each.get()[0]));
  }

  private static Surface sphere() {
    return weft.mesh.surface.SurfaceShapes.icosphere(1, weft.mesh.surface.Fineness.triangles(1280));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("domains")
  void keepsWhatItPromises(
      String name,
      Complex complex,
      double volume,
      double bound,
      double size,
      int vertices,
      int tets,
      double angle) {
    double whole = volume > 0 ? volume : complex.surface().volume();
    Mesher mesher = Mesher.of(complex).radiusEdge(bound).maxVolume(size);
    TetMesh refined = mesher.improves(false).mesh();
    MeshChecks.check(refined, complex).volume(whole).ratios(bound).delaunay();
    TetMesh improved = mesher.improves(true).mesh();
    MeshChecks.check(improved, complex).volume(whole).ratios(bound);
    System.out.printf(
        "%s: %d vertices, %d tets, %s%n",
        name, improved.vertexCount(), improved.tetCount(), improved.quality());
    for (TetMesh mesh : List.of(refined, improved)) {
      assertThat(mesh.quality().largestVolume()).isLessThanOrEqualTo(size);
      assertThat(mesh.outcome().isMet()).isTrue();
      assertInputPoints(mesh, complex);
      if (vertices > 0) {
        assertThat(mesh.vertexCount()).isLessThanOrEqualTo((int) (1.15 * vertices));
      }
      if (tets > 0) {
        assertThat(mesh.tetCount()).isLessThanOrEqualTo((int) (1.15 * tets));
      }
    }
    assertThat(improved.quality().smallestDihedral()).isGreaterThanOrEqualTo(5);
    assertThat(improved.quality().smallestDihedral())
        .isGreaterThanOrEqualTo(refined.quality().smallestDihedral());
    assertThat(improved.outcome().shapeBefore()).isEqualTo(refined.quality());
    assertThat(improved.outcome().shapeAfter()).isEqualTo(improved.quality());
    assertThat(angle).isLessThan(90);
  }

  /// The points of the domain are the first vertices, bit for bit.
  private static void assertInputPoints(TetMesh mesh, Complex complex) {
    assertThat(mesh.inputVertexCount()).isEqualTo(complex.pointCount());
    assertThat(Arrays.copyOf(mesh.vertices(), 3 * complex.pointCount()))
        .isEqualTo(complex.domain().xyz());
  }

  static Stream<Arguments> sharpDomains() {
    return Stream.of(
            Arguments.of("cone", Domains.cone(60), 1e6, 5 * Math.sin(Math.toRadians(6))),
            Arguments.of("finer cone", Domains.cone(60), 1e-4, 5 * Math.sin(Math.toRadians(6))),
            Arguments.of("wedge of 30°", Domains.wedge(30), 1e6, Math.sin(Math.toRadians(30)) / 2),
            Arguments.of("wedge of 10°", Domains.wedge(10), 1e6, Math.sin(Math.toRadians(10)) / 2),
            Arguments.of("wedge of 1°", Domains.wedge(1), 1e6, Math.sin(Math.toRadians(1)) / 2),
            Arguments.of(
                "wedge of 0.1°", Domains.wedge(0.1), 1e6, Math.sin(Math.toRadians(0.1)) / 2))
        .filter(each -> !Effort.current().isBrief() || !"finer cone".equals(each.get()[0]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sharpDomains")
  void whatIsSharpIsCountedAndPlaced(String name, Complex complex, double size, double volume) {
    assertThat(Mesher.of(complex).estimate().isSharp()).as(name).isTrue();
    Mesher mesher = Mesher.of(complex).maxVolume(size);
    for (boolean improves : new boolean[] {false, true}) {
      TetMesh mesh = mesher.improves(improves).mesh();
      MeshChecks.check(mesh, complex).volume(volume);
      assertInputPoints(mesh, complex);
      MeshingOutcome outcome = mesh.outcome();
      assertThat(outcome.end()).isEqualTo(MeshingOutcome.End.COMPLETE);
      int missed = missed(mesh, 2);
      assertThat(outcome.missedShapes()).isEqualTo(missed);
      assertThat(outcome.missedAt().length).isGreaterThanOrEqualTo(3 * Math.min(1000, missed));
      assertThat(outcome.isMet()).isEqualTo(missed + outcome.missedSizes() == 0);
    }
  }

  /// Counts tets by a formula of its own: R = sqrt((p+q+r)(p+q-r)(p+r-q)(q+r-p)) / 24V, of the
  /// products p, q, r of opposite edges.
  private static int missed(TetMesh mesh, double bound) {
    int count = 0;
    int[] tets = mesh.tets();
    double[] x = mesh.vertices();
    for (int t = 0; t < tets.length; t += 4) {
      double[] d = new double[6];
      double[] u = new double[9];
      for (int e = 0; e < 6; e++) {
        int i = "000112".charAt(e) - '0';
        int j = "123233".charAt(e) - '0';
        for (int k = 0; k < 3; k++) {
          double step = x[3 * tets[t + j] + k] - x[3 * tets[t + i] + k];
          d[e] += step * step;
          if (i == 0) {
            u[3 * (j - 1) + k] = step;
          }
        }
        d[e] = Math.sqrt(d[e]);
      }
      double six =
          u[0] * (u[4] * u[8] - u[5] * u[7])
              - u[1] * (u[3] * u[8] - u[5] * u[6])
              + u[2] * (u[3] * u[7] - u[4] * u[6]);
      double p = d[0] * d[5];
      double q = d[1] * d[4];
      double r = d[2] * d[3];
      double radius = Math.sqrt((p + q + r) * (p + q - r) * (p + r - q) * (q + r - p)) / (4 * six);
      count += radius > bound * (1 + 1e-9) * Arrays.stream(d).min().orElseThrow() ? 1 : 0;
    }
    return count;
  }

  @Test
  void randomDomainsKeepTheirMaterialsAndWalls() {
    int seeds = Effort.current().isBrief() ? 6 : 20;
    long first = Effort.current().isQuick() ? 1 : new SplittableRandom().nextLong(1 << 30);
    for (long seed = first; seed < first + seeds; seed++) {
      System.out.println("domain of seed " + seed);
      var random = new SplittableRandom(seed);
      Domains.Cells cells = Domains.random(random);
      Complex complex = Domains.builder(cells).build();
      assertThat(complex.defects()).as("seed %d", seed).isEmpty();
      double each = random.nextBoolean() ? Double.POSITIVE_INFINITY : 0.02;
      double ofFirst = 0.01 + random.nextDouble() / 50;
      boolean improves = random.nextBoolean();
      TetMesh mesh =
          Mesher.of(complex).maxVolume(each).maxVolume(1, ofFirst).improves(improves).mesh();
      double side = Math.abs(volumeOfCell(cells));
      MeshChecks checks =
          MeshChecks.check(mesh, complex).volume(cells.seeds().size() * side).ratios(2);
      if (!improves) {
        checks.delaunay();
      }
      for (Domains.Seed cell : cells.seeds()) {
        int tet = mesh.locate(cell.at()[0], cell.at()[1], cell.at()[2]);
        assertThat(mesh.materials()[tet]).as("material at a cell").isEqualTo(cell.material());
      }
      int[] markers = Arrays.stream(mesh.faceMarkers()).distinct().sorted().toArray();
      assertThat(markers)
          .containsExactly(
              cells.markers().stream().mapToInt(it -> it).distinct().sorted().toArray());
      assertThat(mesh.boundaryNames().keySet()).containsAll(cells.markers());
    }
  }

  /// All cells have one volume, that of the parallelepiped at the corner of a wall pair.
  private static double volumeOfCell(Domains.Cells cells) {
    List<double[]> edges = new ArrayList<>();
    for (int axis = 0; axis < 3; axis++) {
      edges.add(edgeAlong(cells, axis));
    }
    double[] a = edges.get(0);
    double[] b = edges.get(1);
    double[] c = edges.get(2);
    return a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }

  /// The edge of a cell along an axis, from a wall that has it: in the wall across the axis before
  /// it, corners 0 and 1 differ along it.
  private static double[] edgeAlong(Domains.Cells cells, int axis) {
    int before = (axis + 2) % 3;
    for (int i = 0; i < cells.quads().size(); i++) {
      int marker = cells.markers().get(i);
      if ((marker - 1) / 2 == before && marker < 7) {
        int[] quad = cells.quads().get(i);
        double[] edge = new double[3];
        for (int k = 0; k < 3; k++) {
          edge[k] = cells.xyz()[3 * quad[1] + k] - cells.xyz()[3 * quad[0] + k];
        }
        return edge;
      }
    }
    throw new AssertionError("no wall across axis " + before);
  }

  private static byte[] bytes(TetMesh mesh) throws IOException {
    var out = new ByteArrayOutputStream();
    mesh.write(out, MeshFormat.VTU, 1);
    return out.toByteArray();
  }

  private static TetMesh front(TetMesh mesh, double at) {
    return mesh.refine((x, y, z) -> 0.05 + 0.5 * Math.abs(x - at));
  }

  @Test
  void oneInputHasOneMeshAlsoAfterRefinements() throws Exception {
    byte[][] made = new byte[2][];
    for (int i = 0; i < 2; i++) {
      TetMesh mesh = Mesher.of(Domains.innerFacet()).maxVolume(1e-2).mesh();
      for (double at = 0; at <= 1; at += 0.5) {
        mesh = front(mesh, at);
      }
      made[i] = bytes(mesh);
    }
    assertThat(made[0]).isEqualTo(made[1]);
  }

  @Test
  void refiningAgainKeepsWhatThereWas() {
    Complex complex = Domains.innerFacet();
    TetMesh mesh = Mesher.of(complex).maxVolume(1e-2).mesh();
    for (double at = 0; at <= 1; at += 0.25) {
      TetMesh finer = front(mesh, at);
      MeshChecks.check(finer, complex).volume(1).ratios(2);
      assertThat(finer.inputVertexCount()).isEqualTo(mesh.inputVertexCount());
      assertThat(finer.vertexCount()).isGreaterThan(mesh.vertexCount());
      assertThat(finer.quality().largestVolume())
          .isLessThanOrEqualTo(mesh.quality().largestVolume() * (1 + 1e-9));
      assertThat(finer.boundaryNames()).isEqualTo(mesh.boundaryNames());
      assertInputPoints(finer, complex);
      mesh = finer;
    }
    assertThat(meanEdge(mesh, 0.5)).as("mean edge where 0.05 is wished").isBetween(0.025, 0.06);
  }

  private static double meanEdge(TetMesh mesh, double at) {
    double sum = 0;
    int count = 0;
    int[] tets = mesh.tets();
    for (int t = 0; t < tets.length; t += 4) {
      if (Math.abs(mesh.coordinate(tets[t], 0) - at) < 0.05) {
        for (int e = 0; e < 6; e++) {
          double d = 0;
          for (int k = 0; k < 3; k++) {
            double step =
                mesh.coordinate(tets[t + "000112".charAt(e) - '0'], k)
                    - mesh.coordinate(tets[t + "123233".charAt(e) - '0'], k);
            d += step * step;
          }
          sum += Math.sqrt(d);
          count++;
        }
      }
    }
    return sum / count;
  }

  @Test
  void theMeanEdgeIsAsLongAsWished() {
    for (double length : new double[] {0.2, 0.1}) {
      TetMesh mesh = Mesher.of(Domains.cube()).edgeLength(length).mesh();
      assertThat(meanEdge(mesh, 0.5)).isBetween(0.7 * length, 1.1 * length);
    }
  }

  @Test
  void limitsEndWithAValidMeshThatSaysSo() {
    Complex complex = Domains.cube();
    TetMesh full = Mesher.of(complex).maxVolume(1e-5).maxTets(5000).mesh();
    MeshChecks.check(full, complex).volume(1);
    assertThat(full.outcome().end()).isEqualTo(MeshingOutcome.End.MAX_TETS);
    assertThat(full.tetCount()).isBetween(3000, 6000);
    assertThat(full.outcome().missedSizes()).isPositive();
    assertThat(full.outcome().isMet()).isFalse();
    TetMesh late = Mesher.of(complex).maxVolume(1e-7).maxTime(Duration.ofMillis(50)).mesh();
    MeshChecks.check(late, complex).volume(1);
    assertThat(late.outcome().end()).isEqualTo(MeshingOutcome.End.MAX_TIME);
    TetMesh ended = Mesher.of(complex).maxVolume(1e-5).listener(now -> now.tets() < 10_000).mesh();
    MeshChecks.check(ended, complex).volume(1);
    assertThat(ended.outcome().end()).isEqualTo(MeshingOutcome.End.LISTENER);
    assertThat(ended.outcome().missedSizes()).isPositive();
    assertThatThrownBy(() -> Mesher.of(complex).listener(now -> false).mesh())
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void theFloorEndsWhatWouldNotEnd() {
    Complex complex = Domains.cube();
    TetMesh mesh = Mesher.of(complex).sizing((x, y, z) -> 1e-9).floor(0.1).mesh();
    MeshChecks.check(mesh, complex).volume(1);
    assertThat(mesh.outcome().missedSizes()).isEqualTo(mesh.tetCount());
    assertThat(mesh.outcome().isMet()).isFalse();
  }

  @Test
  void whatTheUserReturnsOrThrowsIsTold() {
    Complex complex = Domains.cube();
    for (double wrong : new double[] {0, -1, Double.NaN}) {
      assertThatThrownBy(() -> Mesher.of(complex).sizing((x, y, z) -> wrong).mesh())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("edge length wished for at (");
    }
    assertThatThrownBy(() ->
            Mesher.of(complex)
                .sizing((x, y, z) -> {
                  throw new IllegalStateException("mine");
                })
                .mesh())
        .hasMessage("mine");
    Mesher mesher = Mesher.of(complex);
    assertThatThrownBy(() -> mesher.radiusEdge(1)).hasMessageContaining("give a number above 1");
    assertThatThrownBy(() -> mesher.maxVolume(Double.NaN)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> mesher.maxTets(0)).hasMessageContaining("above 0");
    assertThat(mesher.mesh().outcome().isMet()).isTrue();
  }

  @Test
  void manyThreadsMakeTheSameMeshes() throws Exception {
    int count = Effort.current().isBrief() ? 32 : 100;
    List<byte[]> alone = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      alone.add(bytes(numbered(i)));
    }
    try (var pool = Executors.newFixedThreadPool(THREADS)) {
      List<Future<byte[]>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i % 4;
        all.add(pool.submit(() -> bytes(numbered(number))));
      }
      for (int i = 0; i < count; i++) {
        assertThat(all.get(i).get()).as("mesh %d", i).isEqualTo(alone.get(i % 4));
      }
    }
  }

  private static TetMesh numbered(int number) {
    Complex complex =
        switch (number) {
          case 0 -> Domains.cube();
          case 1 -> Domains.fichera();
          case 2 -> Domains.sphere(320);
          default -> Domains.cone(24);
        };
    return Mesher.of(complex).maxVolume(5e-3).mesh();
  }

  @Test
  void theEstimateIsWithinAFactorOfThree() {
    for (double size : new double[] {1e-2, 1e-3, 1e-4}) {
      Mesher mesher = Mesher.of(Domains.cube()).maxVolume(size);
      MeshingEstimate estimate = mesher.estimate();
      int tets = mesher.mesh().tetCount();
      assertThat((double) estimate.tets()).isBetween(tets / 3.0, tets * 3.0);
      assertThat(estimate.isSharp()).isFalse();
      assertThat(estimate.shortest()).isEqualTo(1);
      assertThat(estimate.cause()).startsWith("The shortest segment, 1.000 long, is at (");
    }
  }
}
