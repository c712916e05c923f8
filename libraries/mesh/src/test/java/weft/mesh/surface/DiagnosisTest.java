// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import weft.mesh.files.MeshFormat;
import weft.mesh.internal.TrianglePairs;

/// Surfaces that are broken in one way each, and clean ones.
final class DiagnosisTest {
  static byte[] bytes(MeshFormat format, Surface surface) throws IOException {
    var out = new ByteArrayOutputStream();
    surface.write(format, out);
    return out.toByteArray();
  }

  static Surface read(MeshFormat format, byte[] bytes) throws IOException {
    return Surface.read("test", format, new ByteArrayInputStream(bytes));
  }

  /// Kinds that a defect brings along.
  private static Set<DefectKind> with(DefectKind kind) {
    return switch (kind) {
      case FOLD, NOT_ORIENTABLE, CUT_FILE -> EnumSet.of(kind, DefectKind.OPEN_BORDER);
      case T_JUNCTION -> EnumSet.of(kind, DefectKind.OPEN_BORDER, DefectKind.INTERSECTION);
      case CLOSE_POINTS ->
          EnumSet.of(
              kind,
              DefectKind.OPEN_BORDER,
              DefectKind.REPEATED_POINT,
              DefectKind.INTERSECTION,
              DefectKind.OVERLAP);
      case CROWDED_EDGE -> EnumSet.of(kind, DefectKind.OPEN_BORDER);
      case NEEDLE ->
          EnumSet.of(
              kind, DefectKind.OPEN_BORDER, DefectKind.PINCHED_POINT, DefectKind.INTERSECTION);
      case FLAT_TRIANGLE, NOT_FINITE, OUT_OF_RANGE ->
          EnumSet.of(kind, DefectKind.CROWDED_EDGE, DefectKind.OPEN_BORDER);
      case OVERLAP -> EnumSet.of(kind, DefectKind.INTERSECTION);
      default -> EnumSet.of(kind);
    };
  }

  @TestFactory
  Stream<DynamicTest> everyDefectIsNamedAtItsPlace() throws IOException {
    return Broken.all()
        .map(broken ->
            DynamicTest.dynamicTest(
                broken.name(),
                () -> {
                  Diagnosis diagnosis = Diagnosis.of(broken.surface());
                  Set<DefectKind> kinds =
                      diagnosis.defects().stream().map(Defect::kind).collect(Collectors.toSet());
                  assertThat(kinds).contains(broken.kind());
                  assertThat(with(broken.kind())).containsAll(kinds);
                  Defect defect =
                      diagnosis.defects().stream()
                          .filter(each -> each.kind() == broken.kind())
                          .findFirst()
                          .orElseThrow();
                  System.out.println(broken.name() + ": " + defect.sentence());
                  if (broken.count() >= 0) {
                    assertThat(defect.count()).isEqualTo(broken.count());
                  }
                  assertThat(defect.count()).isPositive();
                  assertThat(defect.sentence()).endsWith(".");
                  if (broken.place() != null) {
                    assertThat(hasPlace(defect, broken.place())).as("its place").isTrue();
                  }
                }));
  }

  private static boolean hasPlace(Defect defect, double[] place) {
    for (int i = 0; i < defect.places().length; i += 3) {
      boolean near = true;
      for (int k = 0; k < 3; k++) {
        double found = defect.places()[i + k];
        near &= Double.isNaN(place[k]) ? Double.isNaN(found) : Math.abs(found - place[k]) < 1e-4;
      }
      if (near) {
        return true;
      }
    }
    return false;
  }

  @TestFactory
  Stream<DynamicTest> cleanSurfacesHaveNoDefect() {
    Surface hollow = Solids.both(Solids.cube(0, 0, 0, 4), Solids.inverted(Solids.cube(1, 1, 1, 1)));
    return Stream.of(
            Solids.cube(),
            SurfaceShapes.icosphere(1e-3, Fineness.triangles(5000)),
            SurfaceShapes.torus(1, 0.4, Fineness.edge(0.1)),
            SurfaceShapes.almond(0.2524, Fineness.triangles(4000)),
            hollow,
            Solids.both(Solids.cube(), Solids.cube(2, 0, 0, 1)))
        .map(surface ->
            DynamicTest.dynamicTest(
                surface.triangleCount() + " triangles",
                () -> {
                  Diagnosis diagnosis = Diagnosis.of(surface);
                  assertThat(diagnosis.defects()).extracting(Defect::sentence).isEmpty();
                  assertThat(diagnosis.isClean()).isTrue();
                  assertThat(diagnosis.isClosed()).isTrue();
                  assertThat(surface.volume()).isPositive();
                }));
  }

  @Test
  void aCavityIsARemark() {
    Diagnosis diagnosis =
        Diagnosis.of(
            Solids.both(Solids.cube(0, 0, 0, 4), Solids.inverted(Solids.cube(1, 1, 1, 1))));
    assertThat(diagnosis.remarks()).extracting(Defect::kind).containsExactly(DefectKind.CAVITY);
    assertThat(diagnosis.shells()).isEqualTo(2);
  }

  @Test
  void allDefectsAreFoundAtOnce() throws IOException {
    Surface surface = Solids.flipped(Solids.without(Solids.cube(), 5), 0);
    surface = Solids.with(surface, new double[] {9, 9, 9, 0.5, 0, 0}, 0, 1, 9);
    assertThat(Diagnosis.of(surface).defects())
        .extracting(Defect::kind)
        .contains(
            DefectKind.LOOSE_POINT,
            DefectKind.FLAT_TRIANGLE,
            DefectKind.OPEN_BORDER,
            DefectKind.FLIPPED);
    assertThat(Diagnosis.of(surface).offending()).contains(0, 11);
  }

  /// Pairs of random triangles with small whole coordinates, which touch often, against a slow
  /// decision: in whole numbers, whether an edge of one meets the other.
  @Test
  void meetingsAreThoseOfWholeNumbers() {
    long seed = System.nanoTime() & 0xFFFFF;
    System.out.println("seed " + seed);
    var random = new SplittableRandom(seed);
    int met = 0;
    for (int i = 0; i < 20_000; i++) {
      double[] points = new double[18];
      Arrays.setAll(points, k -> random.nextInt(5));
      int[] corners = {0, 1, 2, 3, 4, 5};
      var pairs = new TrianglePairs(points);
      if (pairs.isFlat(0, 1, 2) || pairs.isFlat(3, 4, 5) || WholeTriangles.shareCorner(points)) {
        continue;
      }
      boolean meet = pairs.meeting(corners, 0, 1) != TrianglePairs.Meeting.NONE;
      assertThat(meet)
          .as("seed %d, points %s", seed, Arrays.toString(points))
          .isEqualTo(WholeTriangles.meet(points));
      met += meet ? 1 : 0;
    }
    assertThat(met).isPositive();
  }
}
