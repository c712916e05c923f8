// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.mesh.files.MeshFormat;

/// Files of surfaces: those that this module writes, those that others write, and broken ones.
final class SurfaceFilesTest {
  /// Two triangles of a group, and elements of other kinds.
  private static final String MSH2 =
      """
      $MeshFormat
      2.2 0 8
      $EndMeshFormat
      $Comments
      whatever
      $EndComments
      $PhysicalNames
      2
      1 1 "rim"
      2 7 "the plate"
      $EndPhysicalNames
      $Nodes
      5
      1 0 0 0
      2 1 0 0
      3 0 1 0
      4 1 1 0
      9000000 1 1 7
      $EndNodes
      $Elements
      4
      1 1 2 1 1 1 2
      2 2 2 7 1 1 2 3
      3 2 2 7 1 2 4 3
      4 4 2 0 1 1 2 3 9000000
      $EndElements
      """;

  /// The same with numbers of nodes in blocks, and coordinates on their surface.
  private static final String MSH4 =
      """
      $MeshFormat
      4.1 0 8
      $EndMeshFormat
      $PhysicalNames
      1
      2 7 "the plate"
      $EndPhysicalNames
      $Entities
      1 0 1 0
      1 0 0 0 0
      3 0 0 0 1 1 0 1 7 0
      $EndEntities
      $Nodes
      2 4 1 4
      2 3 1 3
      1
      2
      3
      0 0 0 0.1 0.2
      1 0 0 0.1 0.2
      0 1 0 0.1 0.2
      0 1 0 1
      4
      1 1 0
      $EndNodes
      $Elements
      1 2 1 2
      2 3 2 2
      1 1 2 3
      2 2 4 3
      $EndElements
      """;

  /// A quadrangle, with a property and an element that do not matter.
  private static final String PLY =
      """
      ply
      format ascii 1.0
      comment by hand
      element vertex 4
      property float x
      property float y
      property float z
      property uchar red
      element face 1
      property list uchar uint vertex_index
      element edge 1
      property int vertex1
      property int vertex2
      end_header
      0 0 0 1
      1 0 0 1
      1 1 0 1
      0 1 0 1
      4 0 1 2 3
      0 1
      """;

  @TempDir private Path folder;

  private static Surface grouped() {
    Surface one = SurfaceShapes.icosphere(0.7, Fineness.triangles(80));
    Surface two = SurfaceShapes.torus(3, 1.1, Fineness.triangles(100));
    Surface both = Solids.both(one, two);
    int[] groups = new int[both.triangleCount()];
    Arrays.fill(groups, one.triangleCount(), groups.length, 1);
    return new Surface(
        both.points(), both.triangles(), groups, List.of("ball", "ring"), List.of(), List.of());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SU2", "NODE", "ELE", "FACE"})
  void whatIsWrittenIsRead(MeshFormat format) throws IOException {
    Surface surface = grouped();
    Surface read = DiagnosisTest.read(format, DiagnosisTest.bytes(format, surface));
    assertThat(read.triangleCount()).isEqualTo(surface.triangleCount());
    assertThat(read.pointCount()).isEqualTo(surface.pointCount());
    boolean floats = format == MeshFormat.STL;
    assertThat(read.volume()).isCloseTo(surface.volume(), within(floats ? 1e-5 : 1e-12));
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (int corner = 0; corner < 3; corner++) {
        double[] wanted = surface.corner(t, corner);
        if (floats) {
          Arrays.setAll(wanted, k -> (float) surface.corner(0, 0)[0] == 0 ? 0 : wanted[k]);
          assertThat(read.corner(t, corner)).containsExactly(wanted, within(1e-6));
        } else if (format == MeshFormat.INP) {
          // Numbers have 20 characters at most.
          assertThat(read.corner(t, corner)).containsExactly(wanted, within(1e-15));
        } else {
          assertThat(read.corner(t, corner)).containsExactly(wanted);
        }
      }
    }
    boolean groups =
        format != MeshFormat.STL
            && format != MeshFormat.OFF
            && format != MeshFormat.PLY
            && format != MeshFormat.PLY_TEXT;
    if (groups) {
      assertThat(read.groupNames())
          .isEqualTo(
              format == MeshFormat.MEDIT
                  ? List.of("physical 1", "physical 2")
                  : List.of("ball", "ring"));
      assertThat(read.groups()).containsExactly(surface.groups());
    }
    assertThat(Diagnosis.of(read).isClean()).isTrue();
  }

  private Surface read(String name, String text) throws IOException {
    return Surface.read(Files.writeString(folder.resolve(name), text, ISO_8859_1));
  }

  /// Files with a square of two triangles: names and contents.
  private static List<String[]> squares(String stl) {
    String quads =
        MSH2.replace("2 2 2 7 1 1 2 3", "2 3 2 7 1 1 2 4 3")
            .replaceAll("3 2 2.*\n", "")
            .replace("$Elements\n4", "$Elements\n3");
    return List.of(
        new String[] {
          "a.off", "COFF\n# four\n4 2 0\n0 0 0 1 1\n1 0 0\n0 1 0\n1 1 0\n\n3 0 1 2\n3 1 3 2\n"
        },
        new String[] {"b.off", "OFF 4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 255 0 0"},
        new String[] {
          "a.obj", "# x\nv 0 0 0 1\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvn 0 0 1\nf 1/1 2/2 4/3 3/4\n"
        },
        new String[] {"b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf -4//1 -3//1 -1//1 -2//1"},
        new String[] {"a.msh", MSH2},
        new String[] {"b.msh", MSH4},
        new String[] {"c.msh", quads},
        new String[] {"a.STL", stl},
        new String[] {"a.ply", PLY});
  }

  @Test
  void filesOfOthersAreRead() throws IOException {
    String stl = "solid a plate \n";
    for (String corners : List.of("0 0 0,1 0 0,0 1 0", "1 0 0,1 1 0,0 1 0")) {
      stl += "  FACET NORMAL 0 0 1\n OUTER LOOP\n";
      for (String corner : corners.split(",")) {
        stl += "  vertex " + corner + "\r\n";
      }
      stl += "endloop\nendfacet\n";
    }
    stl += "endsolid\n";
    for (String[] file : squares(stl)) {
      Surface surface = read(file[0], file[1]);
      assertThat(surface.triangleCount()).as(file[0]).isEqualTo(2);
      assertThat(surface.pointCount()).as(file[0]).isEqualTo(4);
      assertThat(surface.area()).as(file[0]).isEqualTo(1);
      assertThat(surface.edgeMiddles()).as(file[0]).hasSize(15);
      assertThat(surface.medianEdge()).as(file[0]).isEqualTo(1);
      assertThat(Diagnosis.of(surface).defects())
          .as(file[0])
          .extracting(Defect::kind)
          .containsExactly(DefectKind.OPEN_BORDER);
    }
    assertThat(read("a.msh", MSH2).groupNames()).containsExactly("the plate");
    assertThat(read("b.msh", MSH4).groupNames()).containsExactly("the plate");
    assertThat(read("a.msh", MSH2).remarks().toString()).contains("1 points that no triangle uses");
    assertThat(read("a.stl", stl).groupNames()).containsExactly("a plate");
    assertThat(read("a.stl", stl).remarks()).anyMatch(each -> each.startsWith("6 points became 4"));
  }

  @Test
  void bothByteOrdersAreRead() throws IOException {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      String kind = order == ByteOrder.BIG_ENDIAN ? "big" : "little";
      String header =
          "ply\nformat binary_"
              + kind
              + "_endian 1.0\n"
              + "element vertex 3\n"
              + "property double x\n"
              + "property float y\n"
              + "property short z\n"
              + "element face 1\n"
              + "property list ushort int vertex_indices\n"
              + "end_header\n";
      ByteBuffer bytes = ByteBuffer.allocate(1000).order(order);
      bytes.put(header.getBytes(ISO_8859_1));
      for (int i = 0; i < 3; i++) {
        bytes.putDouble(i == 1 ? 1.5 : 0).putFloat(i == 2 ? 2.5f : 0).putShort((short) -7);
      }
      bytes.putShort((short) 3).putInt(0).putInt(1).putInt(2);
      Surface surface =
          DiagnosisTest.read(MeshFormat.PLY, Arrays.copyOf(bytes.array(), bytes.position()));
      assertThat(surface.points()).containsExactly(0, 0, -7, 1.5, 0, -7, 0, 2.5, -7);
      // A binary .msh of another machine.
      byte[] msh = DiagnosisTest.bytes(MeshFormat.MSH_2_2, Solids.cube());
      assertThat(DiagnosisTest.read(MeshFormat.MSH_4_1_TEXT, msh).volume()).isEqualTo(1);
    }
  }

  /// The name of a file, its text, and what is said of it.
  private static final List<String[]> BROKEN =
      List.of(
          new String[] {
            "a.off", "OFF\n3 1 0\n0 0 0\n1 0 x\n", "line 4 of", "\"x\" is not a number"
          },
          new String[] {"b.off", "OFF\n3 1 0\n0 0 0\n", "the file ends before point 2 of 3"},
          new String[] {
            "c.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "no point 3 among 3"
          },
          new String[] {"d.off", "OFF 99999999999 1 1\n", "there cannot be 99999999999 points"},
          new String[] {"e.off", "PLY\n", "does not begin with OFF"},
          new String[] {"a.obj", "v 0 0 0\nf 1 2 3\n", "triangle with point 2 of 1"},
          new String[] {"b.obj", "v 0 0 0\n\0\0\n", "line 2 of the surface"},
          new String[] {"c.obj", "v 0 0 \033[2J\n", "\\x1b[2J"},
          new String[] {"d.obj", "", "no triangles"},
          new String[] {"e.obj", "v 0 0 0\nf 1 1\nv 1 1 1\n", "a face has 2 corners"},
          new String[] {"a.stl", "", "is an empty file"},
          new String[] {"b.stl", "hello", "neither a text that begins with \"solid\""},
          new String[] {
            "c.stl",
            "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 y\n",
            "\"y\" is not a number"
          },
          new String[] {
            "a.ply",
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\n",
            "\"quad\" is no type"
          },
          new String[] {"b.ply", "plx\n", "does not begin with ply"},
          new String[] {"a.ele", "<", "no ending of a file of a surface that can be read"},
          new String[] {"a.xyz", "", ".ply, .vtu, .msh, .inp, .mesh or .vtk"});

  @Test
  void brokenFilesAreNamedWithTheirLine() throws IOException {
    for (String[] file : BROKEN) {
      for (int i = 2; i < file.length; i++) {
        assertThatThrownBy(() -> read(file[0], file[1]))
            .as(file[0])
            .isInstanceOf(SurfaceFileException.class)
            .hasMessageContaining(file[i]);
      }
    }
    assertThatThrownBy(() -> Surface.read(folder.resolve("missing.stl")))
        .hasMessageEndingWith("missing.stl does not exist");
  }

  @Test
  void cutFilesGiveWhatTheyHold() throws IOException {
    for (MeshFormat format :
        List.of(
            MeshFormat.STL,
            MeshFormat.STL_TEXT,
            MeshFormat.OFF,
            MeshFormat.PLY,
            MeshFormat.PLY_TEXT,
            MeshFormat.MSH_4_1_TEXT,
            MeshFormat.MSH_4_1,
            MeshFormat.MSH_2_2_TEXT,
            MeshFormat.MSH_2_2)) {
      byte[] whole = DiagnosisTest.bytes(format, grouped());
      Surface cut = DiagnosisTest.read(format, Arrays.copyOf(whole, whole.length * 9 / 10));
      assertThat(cut.triangleCount()).as(format.name()).isBetween(1, grouped().triangleCount() - 1);
      assertThat(Diagnosis.of(cut).defects())
          .as(format.name())
          .extracting(Defect::kind)
          .contains(DefectKind.CUT_FILE, DefectKind.OPEN_BORDER);
    }
  }

  @Test
  void weldingSaysItsTolerance() {
    Surface slit = Solids.unwelded(Solids.cube());
    slit.points()[0] += 1e-4;
    assertThat(slit.welded(0).pointCount()).isEqualTo(9);
    Surface welded = slit.welded(2e-4);
    assertThat(welded.pointCount()).isEqualTo(8);
    assertThat(welded.remarks())
        .containsExactly(
            "36 points became 8: those at most 2.0E-4 apart were joined (tolerance 2.0E-4).");
    assertThatThrownBy(() -> slit.welded(-1)).hasMessageContaining("is not a length");
    // A zero with a sign is a zero.
    double[] zeros = {0.0, 0, 0, -0.0, 0, 0, 1, 0, 0, 0, 1, 0};
    assertThat(Surface.of(zeros, new int[] {0, 2, 3, 1, 3, 2}).welded(0).pointCount()).isEqualTo(3);
  }

  @Test
  void valuesOnTrianglesFollowTheSurface() throws IOException {
    Surface cube = Solids.cube();
    var out = new ByteArrayOutputStream();
    double[] values = new double[cube.triangleCount()];
    Arrays.setAll(values, t -> t + 0.5);
    cube.writeValues(Map.of("density A/m", values), out);
    byte[] bytes = out.toByteArray();
    String text = new String(bytes, ISO_8859_1);
    assertThat(text).contains("Name=\"density A/m\" NumberOfComponents=\"1\"");
    int raw = text.indexOf("encoding=\"raw\">\n_") + "encoding=\"raw\">\n_".length();
    String named = text.substring(text.indexOf("Name=\"density A/m\""));
    String offset = named.substring(named.indexOf("offset=\"") + 8);
    int at = raw + Integer.parseInt(offset.substring(0, offset.indexOf('"')));
    var numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(numbers.getLong(at)).isEqualTo(8L * values.length);
    for (int t = 0; t < values.length; t++) {
      assertThat(numbers.getDouble(at + 8 + 8 * t)).isEqualTo(values[t]);
    }
    assertThatThrownBy(() -> cube.writeValues(Map.of("x", new double[1]), out))
        .hasMessage("The surface has 12 triangles, but there are 1 values of x.");
    assertThatThrownBy(() -> cube.writeValues(Map.of("<x>", values), out))
        .hasMessageContaining("characters that a .vtu does not take");
  }
}
