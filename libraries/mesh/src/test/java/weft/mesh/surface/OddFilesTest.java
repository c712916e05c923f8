// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import weft.mesh.files.MeshFormat;

/// Files of surfaces as other programs write them: odd, and valid.
final class OddFilesTest {
  private static Surface read(MeshFormat format, String text) throws IOException {
    return Surface.read("odd", format, new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  private static String tetrahedron(String name) throws IOException {
    Surface surface =
        Surface.of(
            new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
            new int[] {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3},
            new int[4],
            List.of(name));
    return new String(DiagnosisTest.bytes(MeshFormat.STL_TEXT, surface), UTF_8);
  }

  @Test
  void textsOfStlMayHaveAMarkALongNameAndOtherLineEnds() throws IOException {
    String plain = tetrahedron("part");
    String longName = tetrahedron("x".repeat(5_000));
    for (String text :
        List.of(
            plain,
            "\ufeff" + plain,
            longName,
            plain.replace('\n', '\r'),
            plain.replace("\n", "\r\n"),
            "\ufeff" + longName.replace('\n', '\r'))) {
      Surface surface = read(MeshFormat.STL, text);
      assertThat(surface.triangleCount()).isEqualTo(4);
      assertThat(surface.volume()).isCloseTo(1.0 / 6, within(1e-15));
      assertThat(surface.groupNames()).hasSize(1).allMatch(name -> name.matches("part|x{5000}"));
    }
    // A binary file whose header begins like a text, or with the mark.
    byte[] binary = DiagnosisTest.bytes(MeshFormat.STL, Solids.cube());
    for (String header : List.of("solid facet", "\u00ef\u00bb\u00bfsolid")) {
      System.arraycopy(header.getBytes(ISO_8859_1), 0, binary, 0, header.length());
      assertThat(DiagnosisTest.read(MeshFormat.STL, binary).volume()).isEqualTo(1);
    }
  }

  /// The prism over a polygon of the plane, as faces of a file: a bottom, a lid, and sides.
  private static String prism(double[][] polygon, boolean obj) {
    int n = polygon.length;
    var text = new StringBuilder(obj ? "" : "OFF\n%d %d 0\n".formatted(2 * n, n + 2));
    String begin = obj ? "v " : "";
    int first = obj ? 1 : 0;
    for (int z = 0; z < 2; z++) {
      for (double[] p : polygon) {
        text.append(begin + p[0] + " " + p[1] + " " + z + "\n");
      }
    }
    text.append(obj ? "f" : n);
    for (int i = n - 1; i >= 0; i--) {
      text.append(" ").append(i + first);
    }
    text.append(obj ? "\nf" : "\n" + n);
    for (int i = 0; i < n; i++) {
      text.append(" ").append(n + i + first);
    }
    for (int i = 0; i < n; i++) {
      int j = (i + 1) % n;
      text.append(obj ? "\nf" : "\n4");
      for (int p : new int[] {i, j, n + j, n + i}) {
        text.append(" ").append(p + first);
      }
    }
    return text.append('\n').toString();
  }

  private static double area(double[][] polygon) {
    double sum = 0;
    for (int i = 0; i < polygon.length; i++) {
      double[] a = polygon[i];
      double[] b = polygon[(i + 1) % polygon.length];
      sum += (a[0] * b[1] - a[1] * b[0]) / 2;
    }
    return sum;
  }

  @Test
  void facesThatAreNotConvexAreCutRightly() throws IOException {
    double[][] arrow = {{0, 0}, {2, -1}, {1, 0}, {2, 1}};
    double[][] letter = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {3, 2}, {3, 3}, {0, 3}};
    // Points on a side: a fan around one of them would have a flat triangle.
    double[][] side = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {2, 3}, {0, 3}};
    check(arrow);
    check(letter);
    check(side);
    // A hole that is joined to the outer border by a cut, which has two corners twice.
    double[][] cut = {
      {0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}
    };
    Surface holed = read(MeshFormat.OBJ, prism(cut, true));
    assertThat(holed.volume()).isCloseTo(12, within(1e-12));
    var random = new SplittableRandom(4);
    for (int round = 0; round < 40; round++) {
      // A star: corners at growing angles, at random distances.
      int n = 4 + random.nextInt(30);
      double[][] star = new double[n][];
      for (int i = 0; i < n; i++) {
        double angle = 2 * Math.PI * (i + 0.8 * random.nextDouble()) / n;
        double radius = 0.2 + random.nextDouble();
        star[i] = new double[] {radius * Math.cos(angle), radius * Math.sin(angle)};
      }
      check(star);
    }
  }

  private static void check(double[][] polygon) throws IOException {
    for (boolean obj : List.of(true, false)) {
      Surface surface = read(obj ? MeshFormat.OBJ : MeshFormat.OFF, prism(polygon, obj));
      assertThat(surface.triangleCount()).isEqualTo(4 * polygon.length - 4);
      assertThat(surface.volume()).isCloseTo(area(polygon), within(1e-12));
      // Triangles of a wrong fan would overlap, or leave the polygon.
      assertThat(Diagnosis.of(surface).defects())
          .extracting(Defect::kind)
          .doesNotContain(DefectKind.OVERLAP, DefectKind.INTERSECTION, DefectKind.FLAT_TRIANGLE);
      double sides = 0;
      for (int i = 0; i < polygon.length; i++) {
        double[] a = polygon[i];
        double[] b = polygon[(i + 1) % polygon.length];
        sides += Math.hypot(a[0] - b[0], a[1] - b[1]);
      }
      assertThat(surface.area()).isCloseTo(2 * area(polygon) + sides, within(1e-11));
    }
  }

  @Test
  void facesThatCannotBeCutAreSaid() throws IOException {
    double[][] bow = {{0, 0}, {3, 2}, {3, 0}, {0, 1}};
    assertThat(read(MeshFormat.OBJ, prism(bow, true)).remarks())
        .anyMatch(each -> each.contains("2 faces that are not convex"));
  }

  @Test
  void linesOfObjGoOnAndHaveComments() throws IOException {
    Surface surface =
        read(
            MeshFormat.OBJ,
            """
            v 0 0 \\
            0 # the origin
            v 1 0 0#here
            v 1 1 0 \\

            v 0 1 0
            g plate # of iron
            f 1/1 2/2 \\
              3/3\\
             4/4 # all
            #f 1 2 9
            """
                .replace("0#here", "0 #here"));
    assertThat(surface.triangleCount()).isEqualTo(2);
    assertThat(surface.area()).isEqualTo(1);
    assertThat(surface.groupNames()).containsExactly("plate");
  }

  @Test
  void offMayLackItsHeaderAndBreakItsLines() throws IOException {
    for (String text :
        List.of(
            "4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2\n",
            "\n \n  OFF  \n\n4 2\n 0 0 0 \n\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n\n3 1 3 2",
            """
            OFF # a plate
            4 2 0 # counts
            0 0
            0
            1 0 0
            0 1 0
            1 1 0
            3
            0 1 2
            3 1 3 2 0.5 0.5
            """,
            "OFF4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2\n",
            """
            coff
            4 2 0
            0 0 0 1 1 1 1
            1 0 0 1 1 1 1
            0 1 0 1 1 1 1
            1 1 0 1 1 1 1
            3 0 1 2
            3 1 3 2
            """)) {
      Surface surface = read(MeshFormat.OFF, text);
      assertThat(surface.triangleCount()).as(text).isEqualTo(2);
      assertThat(surface.area()).as(text).isEqualTo(1);
    }
  }

  @Test
  void plyMayHaveStripsAndOtherLineEnds() throws IOException {
    String text =
        """
        ply
        format ascii 1.0
        element vertex 6
        property float x
        property float y
        property float z
        element tristrips 1
        property list int int vertex_indices
        end_header
        0 0 0
        1 0 0
        0 1 0
        1 1 0
        0 2 0
        1 2 0
        9 0 1 2 3 4 5 -1 0 1
        """;
    for (String each : List.of(text, text.replace('\n', '\r'), text.replace("\n", "\r\n"))) {
      Surface surface = read(MeshFormat.PLY, each);
      assertThat(surface.triangleCount()).isEqualTo(4);
      assertThat(surface.area()).isEqualTo(2);
      assertThat(Diagnosis.of(surface).defects())
          .extracting(Defect::kind)
          .containsExactly(DefectKind.OPEN_BORDER);
    }
    assertThatThrownBy(() ->
            read(MeshFormat.PLY, "ply\nformat ascii 1.0\nelement vertex 500000000\nend_header\n"))
        .hasMessageContaining("points have no coordinates");
  }

  @Test
  void mshOfVersionOneIsNamed() {
    assertThatThrownBy(() -> read(MeshFormat.MSH_4_1, "$NOD\n1\n1 0 0 0\n$ENDNOD\n$ELM\n0\n"))
        .isInstanceOf(SurfaceFileException.class)
        .hasMessageContaining("version 1")
        .hasMessageContaining("save it as 4.1");
  }
}
