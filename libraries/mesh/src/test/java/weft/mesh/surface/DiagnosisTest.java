// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Surfaces that are broken in one way each, and clean ones.
final class DiagnosisTest {
  /// @param place where the defect is; null if it has no place
  private record Broken(
      String name, Surface surface, DefectKind kind, long count, double @Nullable [] place) {}

  private static double[] at(double x, double y, double z) {
    return new double[] {x, y, z};
  }

  private static Stream<Broken> broken() throws IOException {
    Surface cube = Solids.cube();
    double nan = Double.NaN;
    double shift = 2e-5;
    byte[] stl = bytes(SurfaceFormat.STL, cube);
    byte[] lies = stl.clone();
    ByteBuffer.wrap(lies).order(ByteOrder.LITTLE_ENDIAN).putInt(80, 10);
    byte[] ply = bytes(SurfaceFormat.PLY, cube);
    Surface slit = Solids.unwelded(cube);
    slit.points()[0] += shift;
    return Stream.of(
        new Broken(
            "half of the triangles flipped",
            Solids.flipped(cube, 0, 2, 4, 6, 8, 10),
            DefectKind.FLIPPED,
            6,
            at(1 / 3.0, 2 / 3.0, 0)),
        new Broken(
            "one flipped",
            Solids.flipped(cube, 11),
            DefectKind.FLIPPED,
            1,
            at(1, 1 / 3.0, 2 / 3.0)),
        new Broken("inside out", Solids.inverted(cube), DefectKind.INSIDE_OUT, 1, null),
        new Broken(
            "two cubes that overlap",
            Solids.both(cube, Solids.cube(0.4, 0.3, 0.6, 1)),
            DefectKind.INTERSECTION,
            -1,
            at(0.4, 0.3, 1)),
        new Broken(
            "a cube that touches another with a corner inside a face",
            Solids.both(
                cube,
                Surface.of(
                    new double[] {0.3, 0.4, 1, 0.2, 0.2, 2, 0.8, 0.2, 2, 0.4, 0.8, 2},
                    new int[] {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3})),
            DefectKind.INTERSECTION,
            -1,
            at(0.3, 0.4, 1)),
        new Broken(
            "two faces that overlap in a plane",
            Solids.both(cube, Solids.cube(1, 0.25, 0.25, 0.5)),
            DefectKind.OVERLAP,
            -1,
            null),
        new Broken(
            "facets 0.09° apart, folded", Solids.hinge(0.09), DefectKind.FOLD, 1, at(0, 0.5, 0)),
        new Broken(
            "facets 0.09° from a plane",
            Solids.roof(Math.tan(Math.toRadians(0.045)) / 2),
            DefectKind.NEARLY_COPLANAR,
            1,
            at(1, 0.5, 1.0004)),
        new Broken(
            "T-junction",
            Solids.with(Solids.without(cube, 2, 3), at(0.5, 0, 1), 4, 8, 6, 8, 5, 7, 8, 7, 6),
            DefectKind.T_JUNCTION,
            1,
            at(0.5, 0, 1)),
        new Broken(
            "a fin on an edge",
            Solids.with(cube, at(-1, 0.2, -1), 0, 2, 8),
            DefectKind.CROWDED_EDGE,
            1,
            at(0, 0.5, 0)),
        new Broken(
            "pinched vertex",
            Solids.both(cube, Solids.cube(1, 1, 1, 1)).welded(0),
            DefectKind.PINCHED_POINT,
            1,
            at(1, 1, 1)),
        new Broken("unwelded", Solids.unwelded(cube), DefectKind.REPEATED_POINT, 28, null),
        new Broken("unwelded with a slit", slit, DefectKind.CLOSE_POINTS, -1, at(shift, 0, 0)),
        new Broken("hole", Solids.without(cube, 5), DefectKind.OPEN_BORDER, 3, at(0.5, 0, 0.5)),
        new Broken(
            "an open plate",
            Surface.of(at2(0, 0, 0, 1, 0, 0, 0, 1, 0), new int[] {0, 1, 2}),
            DefectKind.OPEN_BORDER,
            3,
            at(0.5, 0, 0)),
        new Broken(
            "cut .stl",
            read(SurfaceFormat.STL, Arrays.copyOf(stl, stl.length - 70)),
            DefectKind.CUT_FILE,
            1,
            null),
        new Broken(
            "cut .ply",
            read(SurfaceFormat.PLY, Arrays.copyOf(ply, ply.length - 20)),
            DefectKind.CUT_FILE,
            1,
            null),
        new Broken(
            "header that lies", read(SurfaceFormat.STL, lies), DefectKind.WRONG_HEADER, 1, null),
        new Broken(
            "repeated triangle",
            Solids.with(cube, new double[0], 3, 0, 2),
            DefectKind.REPEATED_TRIANGLE,
            1,
            at(1 / 3.0, 2 / 3.0, 0)),
        new Broken(
            "flat triangle",
            Solids.with(cube, at(0.5, 0, 0), 0, 1, 8),
            DefectKind.FLAT_TRIANGLE,
            1,
            at(0.5, 0, 0)),
        new Broken(
            "needle",
            Solids.with(cube, at(5, 5, 5.0003), 0, 7, 8),
            DefectKind.NEEDLE,
            1,
            at(2, 2, 2.0001)),
        new Broken(
            "loose point", Solids.with(cube, at(3, 4, 5)), DefectKind.LOOSE_POINT, 1, at(3, 4, 5)),
        new Broken(
            "NaN",
            Solids.with(cube, at(7, nan, 7), 0, 1, 8),
            DefectKind.NOT_FINITE,
            1,
            at(7, nan, 7)),
        new Broken(
            "out of range",
            Solids.with(cube, at(7, 1e30, 7), 0, 1, 8),
            DefectKind.OUT_OF_RANGE,
            1,
            at(7, 1e30, 7)),
        new Broken(
            "a shell within a shell",
            Solids.both(Solids.cube(0, 0, 0, 4), Solids.cube(1, 1, 1, 1)),
            DefectKind.NESTED_SHELL,
            1,
            null),
        new Broken("Möbius strip", Solids.moebius(), DefectKind.NOT_ORIENTABLE, -1, null));
  }

  private static double[] at2(double... coordinates) {
    return coordinates;
  }

  static byte[] bytes(SurfaceFormat format, Surface surface) throws IOException {
    var out = new ByteArrayOutputStream();
    surface.write(format, out);
    return out.toByteArray();
  }

  static Surface read(SurfaceFormat format, byte[] bytes) throws IOException {
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
    return broken()
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
