// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import weft.mesh.surface.Defect;
import weft.mesh.surface.Surface;
import weft.testkit.Sampled;

/// Broken, sharp and odd inputs: each ends with a mesh that keeps what holds of meshes, or with
/// sentences.
@Sampled
final class OddInputsTest {
  private static final int MANY = 2_000_000;
  private static final String CUBE =
      """
      8 3 0 0
      0 0 0 0
      1 1 0 0
      2 1 1 0
      3 0 1 0
      4 0 0 1
      5 1 0 1
      6 1 1 1
      7 0 1 1
      6 1
      1 0 1
      4 0 3 2 1
      1 0 2
      4 4 5 6 7
      1 0 3
      4 0 1 5 4
      1 0 4
      4 1 2 6 5
      1 0 5
      4 2 3 7 6
      1 0 6
      4 3 0 4 7
      0
      0
      """;

  @TempDir Path folder;

  /// Makes a complex; a path is that of a folder for files.
  @FunctionalInterface
  interface Source {
    Complex read(Path folder) throws IOException;
  }

  private static Arguments input(String name, String expected, Source source) {
    return arguments(name, expected, source);
  }

  private static Source poly(String text) {
    return folder -> {
      Path file = folder.resolve("input.poly");
      Files.writeString(file, text);
      return Complex.read(file);
    };
  }

  private static Source file(String name, String text) {
    return folder -> {
      Path file = folder.resolve(name);
      Files.writeString(file, text);
      return Complex.read(file);
    };
  }

  private static ComplexBuilder box(double x, double y, double z, double... more) {
    double[] xyz = Arrays.copyOf(corners(0, 0, 0, x, y, z), 24 + more.length);
    System.arraycopy(more, 0, xyz, 24, more.length);
    return facets(new ComplexBuilder(xyz), 0);
  }

  private static double[] corners(double x, double y, double z, double a, double b, double c) {
    return new double[] {x, y, z, a, y, z, a, b, z, x, b, z, x, y, c, a, y, c, a, b, c, x, b, c};
  }

  private static ComplexBuilder facets(ComplexBuilder builder, int o) {
    int[][] quads = {
      {0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}
    };
    for (int[] quad : quads) {
      builder.facet(1, Arrays.stream(quad).map(v -> v + o).toArray());
    }
    return builder;
  }

  private static ComplexBuilder twoBoxes(double... second) {
    double[] xyz = Arrays.copyOf(corners(0, 0, 0, 1, 1, 1), 48);
    System.arraycopy(second, 0, xyz, 24, 24);
    return facets(facets(new ComplexBuilder(xyz), 0), 8);
  }

  /// A box whose lid is a roof that rises by a little.
  private static Complex roof(double rise) {
    double[] points = {
      0, 0, 0, 2, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0, 1, 2, 0, 1, 0, 1, 1, 2, 1, 1, 0, 0.5, 1 + rise, 2,
      0.5, 1 + rise
    };
    int[] triangles = {
      0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 8, 0, 8, 2, 2, 8, 6, 1, 3, 9, 3,
      7, 9, 1, 9, 5, 4, 5, 9, 4, 9, 8, 8, 9, 7, 8, 7, 6
    };
    return Complex.of(Surface.of(points, triangles));
  }

  /// A box above facets that leave a common edge at an angle.
  private static Complex book(double degrees) {
    double c = Math.cos(Math.toRadians(degrees));
    double s = Math.sin(Math.toRadians(degrees));
    return facets(
            new ComplexBuilder(
                -1, -1, -1, 2, -1, -1, 2, 2, -1, -1, 2, -1, -1, -1, 2, 2, -1, 2, 2, 2, 2, -1, 2, 2,
                0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, c, 0, s, c, 1, s),
            0)
        .facet(2, new int[] {8, 9, 11, 10})
        .facet(3, new int[] {8, 9, 13, 12})
        .build();
  }

  static Stream<Arguments> solids() {
    return Stream.of(
        input("wedge of 1°", "", f -> Domains.wedge(1)),
        input("wedge of 0.01°", "", f -> Domains.wedge(0.01)),
        input("facets 0.09° apart", "", f -> book(0.09)),
        input("facets 5° apart", "", f -> book(5)),
        input("a roof of 0.09°", "", f -> roof(0.5 * Math.tan(Math.toRadians(0.09)))),
        input(
            "shells that overlap",
            "intersect",
            f -> twoBoxes(corners(0.5, 0.5, 0.5, 2, 2, 2)).build()),
        input("boxes that touch in a face", "", f -> twoBoxes(corners(1, 0, 0, 2, 1, 1)).build()),
        input("boxes that touch in an edge", "", f -> twoBoxes(corners(1, 1, 0, 2, 2, 1)).build()),
        input("boxes that touch in a point", "", f -> twoBoxes(corners(1, 1, 1, 2, 2, 2)).build()),
        input(
            "boxes that touch in part of a face",
            "overlap",
            f -> twoBoxes(corners(1, 0.2, 0.2, 2, 0.7, 0.7)).build()),
        input("a box in a box", "", f -> twoBoxes(corners(.3, .3, .3, .7, .7, .7)).build()),
        input(
            "a cavity",
            "",
            f -> twoBoxes(corners(.3, .3, .3, .7, .7, .7)).hole(.5, .5, .5).build()),
        input(
            "a cavity next to the wall",
            "",
            f -> twoBoxes(corners(.3, .3, 1e-2, .7, .7, .7)).hole(.5, .5, .5).build()),
        input("a needle", "", f -> box(1, 0.01, 0.01).build()),
        input(
            "far away",
            "",
            f -> twoBoxes(corners(1e8, 1e8, 1e8, 1e8 + 1, 1e8 + 1, 1e8 + 1)).build()),
        input("tiny", "", f -> box(1e-15, 1e-15, 1e-15).build()),
        input("huge", "", f -> box(1e15, 1e15, 1e15).build()),
        input("too huge", "1e-20 to 1e20", f -> box(1e300, 1, 1).build()),
        input("not finite", "NaN", f -> box(Double.NaN, 1, 1).build()));
  }

  static Stream<Arguments> facets() {
    return Stream.of(
        input(
            "a fin whose foot is not in the facet",
            "touch elsewhere",
            f -> box(1, 1, 1, .5, .5, 0, .5, .5, .5).facet(2, new int[] {0, 8, 9}).build()),
        input(
            "a fin outside", "", f -> box(1, 1, 1, 2, 2, 2).facet(2, new int[] {6, 7, 8}).build()),
        input("open", "no volume", f -> open()),
        input("three points and one facet", "fewer than four", f -> oneFacet()),
        input("nothing", "fewer than four", f -> new ComplexBuilder().build()),
        input("points alone", "no volume", f -> new ComplexBuilder(PointSets.cube(50, 1)).build()),
        input(
            "a facet on a line",
            "encloses nothing",
            f ->
                box(1, 1, 1, .2, .5, .5, .3, .5, .5, .4, .5, .5)
                    .facet(2, new int[] {8, 9, 10})
                    .build()),
        input(
            "a facet that is not flat",
            "not in its plane",
            f ->
                box(1, 1, 1, .2, .2, .5, .8, .2, .5, .8, .8, .6, .2, .8, .5)
                    .facet(2, new int[] {8, 9, 10, 11})
                    .build()),
        input(
            "a bow tie",
            "encloses nothing",
            f ->
                box(1, 1, 1, .2, .2, .5, .8, .2, .5, .8, .8, .5, .2, .8, .5)
                    .facet(2, new int[] {8, 10, 9, 11})
                    .build()),
        input(
            "the same facet twice", "", f -> box(1, 1, 1).facet(2, new int[] {0, 1, 2, 3}).build()),
        input(
            "facets that cross",
            "intersects",
            f ->
                box(1, 1, 1, .2, .2, .5, .8, .2, .5, .5, .8, .5, .5, .5, .2, .5, .5, .8, .5, .9, .6)
                    .facet(2, new int[] {8, 9, 10})
                    .facet(3, new int[] {11, 12, 13})
                    .build()),
        input(
            "a facet with a hole",
            "",
            f ->
                box(
                        1, 1, 1, .2, .2, .5, .8, .2, .5, .8, .8, .5, .2, .8, .5, .4, .4, .5, .6, .4,
                        .5, .5, .6, .5)
                    .facet(2, new int[] {8, 9, 10, 11}, new int[] {12, 13, 14})
                    .facetHole(.5, .5, .5)
                    .build()));
  }

  static Stream<Arguments> segmentsPointsAndPlaces() {
    return Stream.of(
        input(
            "a segment inside",
            "",
            f -> box(1, 1, 1, .3, .3, .3, .7, .6, .5).segment(8, 9).build()),
        input(
            "a segment through a facet",
            "segment",
            f -> box(1, 1, 1, .3, .3, .3, .7, .6, 1.5).segment(8, 9).build()),
        input(
            "segments that cross",
            "segment",
            f ->
                box(1, 1, 1, .25, .5, .5, .75, .5, .5, .5, .25, .5, .5, .75, .5)
                    .segment(8, 9)
                    .segment(10, 11)
                    .build()),
        input("points inside", "", f -> box(1, 1, 1, PointSets.cube(100, 2)).build()),
        input("points outside", "", f -> box(1, 1, 1, 2, 2, 2, 3, 3, -3).build()),
        input("a point on a facet", "", f -> box(1, 1, 1, .4, .4, 0).build()),
        input("a point on a segment", "", f -> box(1, 1, 1, .4, 0, 0).build()),
        input(
            "two points 1e-9 apart", "", f -> box(1, 1, 1, .4, .4, .4, .4, .4, .4 + 1e-9).build()),
        input("points given twice", "", f -> box(1, 1, 1, .4, .4, .4, .4, .4, .4).build()),
        input("a hole outside", "", f -> box(1, 1, 1).hole(7, 7, 7).build()),
        input("a hole that takes all", "holes", f -> box(1, 1, 1).hole(.5, .5, .5).build()),
        input(
            "a hole that is not a number",
            "NaN",
            f -> box(1, 1, 1).hole(Double.NaN, .5, .5).build()),
        input(
            "a hole on a wall",
            "",
            f -> twoBoxes(corners(1, 0, 0, 2, 1, 1)).hole(1, .5, .5).build()),
        input(
            "a region in two places",
            "",
            f ->
                twoBoxes(corners(2, 0, 0, 3, 1, 1))
                    .region(4, "a", .5, .5, .5, 0.01)
                    .region(4, "a", 2.5, .5, .5, 0.02)
                    .build()),
        input(
            "two regions in one place",
            "",
            f ->
                box(1, 1, 1)
                    .region(4, "a", .5, .5, .5, 0.01)
                    .region(5, "b", .6, .5, .5, 1)
                    .build()));
  }

  private static Complex open() {
    return new ComplexBuilder(corners(0, 0, 0, 1, 1, 1))
        .facet(1, new int[] {0, 3, 2, 1})
        .facet(1, new int[] {0, 1, 5, 4})
        .facet(1, new int[] {1, 2, 6, 5})
        .build();
  }

  private static Complex oneFacet() {
    return new ComplexBuilder(0, 0, 0, 1, 0, 0, 0, 1, 0).facet(1, new int[] {0, 1, 2}).build();
  }

  static Stream<Arguments> files() {
    return Stream.of(
        input("a cube", "", poly(CUBE)),
        input(
            "a cube with comments",
            "",
            poly("# a cube\n\n" + CUBE.replace("\n0\n0\n", "\n# no holes\n0\n0\n"))),
        input("without holes", "", poly(CUBE.substring(0, CUBE.length() - 4))),
        input("empty", "number of points", poly("")),
        input("cut in the points", "has", poly(CUBE.substring(0, 40))),
        input("cut in the facets", "polygon", poly(CUBE.substring(0, 150))),
        input("a point that is not there", "point 9", poly(CUBE.replace("4 0 3 2 1", "4 0 3 2 9"))),
        input("a letter", "x", poly(CUBE.replace("5 1 0 1", "5 1 x 1"))),
        input("NaN", "NaN", poly(CUBE.replace("5 1 0 1", "5 1 NaN 1"))),
        input("1e300", "1e20", poly(CUBE.replace("5 1 0 1", "5 1e300 0 1"))),
        input("a negative count", "-8", poly(CUBE.replace("8 3 0 0", "-8 3 0 0"))),
        input("a billion points", "entries", poly(CUBE.replace("8 3 0 0", "1000000000 3 0 0"))),
        input("two dimensions", "three coordinates", poly(CUBE.replace("8 3 0 0", "8 2 0 0"))),
        input(
            "no points here, nor beside",
            "input.node",
            poly("0 3 0 0\n" + CUBE.substring(CUBE.indexOf("6 1\n")))),
        input("a smesh", "", file("s.smesh", smesh())),
        input("an empty stl", "empty", file("e.stl", "")),
        input("an off of a cube without a lid", "one triangle only", file("o.off", off(5))),
        input("an off of a cube", "", file("o.off", off(6))),
        input("another ending", ".xyz", file("p.xyz", "0 0 0")));
  }

  private static String smesh() {
    String[] lines = CUBE.split("\n");
    var text = new StringBuilder();
    for (int i = 0; i < lines.length; i++) {
      // A facet is one line, with its marker at the end.
      text.append(
          i > 9 && i < 22
              ? i % 2 == 1 ? lines[i] + " " + lines[i - 1].charAt(4) + "\n" : ""
              : lines[i] + "\n");
    }
    return text.toString();
  }

  private static String off(int quads) {
    var text = new StringBuilder("OFF\n8 " + quads + " 0\n");
    for (int v = 0; v < 8; v++) {
      text.append((v >> 1 & 1 ^ v & 1) + " " + (v >> 1 & 1) + " " + (v >> 2 & 1) + "\n");
    }
    String[] all = {"0 3 2 1", "0 1 5 4", "1 2 6 5", "2 3 7 6", "3 0 4 7", "4 5 6 7"};
    for (int q = 0; q < quads; q++) {
      text.append("4 ").append(all[q]).append("\n");
    }
    return text.toString();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"solids", "facets", "segmentsPointsAndPlaces", "files"})
  void endsWithAMeshOrASentence(String name, String expected, Source source) {
    String said;
    try {
      Complex complex = source.read(folder);
      var most = new int[1];
      TetMesh mesh =
          Mesher.of(complex)
              .listener(now -> {
                most[0] = Math.max(most[0], now.tets());
                return now.tets() < MANY;
              })
              .mesh();
      assertThat(most[0]).as("tets of %s", name).isLessThan(MANY);
      MeshChecks.check(mesh, complex);
      System.out.printf(
          "%s: %d tets, %d missed, %s%n",
          name, mesh.tetCount(), mesh.outcome().missedShapes(), mesh.outcome().remarks());
      said = "";
    } catch (ComplexException e) {
      assertThat(e.defects()).isNotEmpty();
      said = String.valueOf(e.getMessage());
      for (Defect defect : e.defects()) {
        assertThat(said).contains(defect.sentence());
        assertThat(defect.sentence()).endsWith(".");
      }
      System.out.println(name + ": " + said);
    } catch (IOException e) {
      said = String.valueOf(e.getMessage());
      System.out.println(name + ": " + said);
    }
    assertThat(said.isEmpty()).as("%s: %s", name, said).isEqualTo(expected.isEmpty());
    assertThat(said).contains(expected);
  }

  @Test
  void aFlatBoxEndsAtTheLimitOfTets() {
    Complex complex = box(1, 1, 1e-6).build();
    TetMesh mesh = Mesher.of(complex).maxTets(20_000).mesh();
    assertThat(mesh.outcome().end()).isEqualTo(MeshingOutcome.End.MAX_TETS);
    assertThat(mesh.outcome().missedShapes()).isPositive();
    assertThat(mesh.tetCount()).isBetween(10_000, 25_000);
    MeshChecks.check(mesh, complex).volume(1e-6);
  }
}
