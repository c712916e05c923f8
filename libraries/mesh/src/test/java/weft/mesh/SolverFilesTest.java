// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceFileException;

/// Files of solvers as other programs write them, with all that they may have beside a mesh.
final class SolverFilesTest {
  /// A part in an assembly, as Abaqus/CAE writes it: sections decide materials, sets that are made
  /// by steps, sets for surfaces, and surfaces of which one is a part of another.
  private static final String ABAQUS =
      """
      *Heading
      ** a comment
      *Part, name="Part 1"
      *Node
      10, 0., 0., 0.
      20, 1.D0, , 0.
      30, 0., 1., 0.
      40, 0., 0., 1.
      50, 1., 1., 1.
      *Element, type=C3D4,
       elset=cad
      1, 10, 20, 30, 40
      2, 20, 30, 40,
      50
      *Nset, nset=n, generate
      10, 50, 10
      *Elset, elset=Steel
      1
      *Elset, elset=Air, generate
      2, 2, 1
      *Elset, elset=_all_S1, internal
      1, 2
      ** Section: a
      *Solid Section, elset=Steel, material=S
      1.,
      *Solid Section, elset=Air, material=A
      *End Part
      *Assembly, name=Assembly
      *Instance, name=i, part="Part 1"
      *End Instance
      *Node
      1, 9., 9., 9.
      *Surface, type=ELEMENT, name=all
      _all_S1, S1
      1, S2
      *Surface, type=ELEMENT, name=floor
      1, S1
      *Surface, type=NODE, name=nodes
      n, 1.
      *End Assembly
      *Step
      *Static
      1., 1.
      *End Step
      """;

  @TempDir Path folder;

  private TetMesh read(String name, String text) throws IOException {
    return TetFile.read(Files.writeString(folder.resolve(name), text, ISO_8859_1)).mesh();
  }

  @Test
  void partsOfAbaqusHaveSetsOfMaterialsAndSurfaces() throws IOException {
    TetMesh mesh = read("a.inp", ABAQUS);
    assertThat(mesh.vertexCount()).isEqualTo(5);
    assertThat(mesh.materialNames()).isEqualTo(Map.of(1, "Steel", 2, "Air"));
    assertThat(mesh.materials()).containsExactly(1, 2);
    // Of overlapping surfaces the smaller counts. Faces of none have a marker without a name.
    assertThat(mesh.boundaryNames()).containsValues("all", "floor");
    assertThat(mesh.faceMarkers()).hasSize(7).contains(1, 2, 3);
    assertThat(read("b.inp", ABAQUS.replace("*Solid Section", "*Something")).materialNames())
        .containsValues("Steel", "Air");
    assertThatThrownBy(
            () -> read("c.inp", ABAQUS + "*Instance, name=j, part=\"Part 1\"\n*End Instance\n"))
        .hasMessageContaining("several instances");
    assertThatThrownBy(() -> read("d.inp", ABAQUS.replace("C3D4", "C3D8")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void curvedTetsOfInpGoOverTwoLines() throws IOException {
    TetMesh mesh =
        read(
            "ten.inp",
            """
            *NODE
            1,0,0,0
            2,1,0,0
            3,0,1,0
            4,0,0,1
            5,.5,0,0
            6,.5,.5,0
            7,0,.5,0
            8,0,0,.5
            9,.5,0,.5
            10,0,.5,.5
            *ELEMENT,TYPE=C3D10,ELSET=one
            1,1,2,3,4,5,6,
            7,8,9,10
            """);
    assertThat(mesh.tetCount()).isOne();
    assertThat(mesh.vertexCount()).isEqualTo(4);
  }

  @Test
  void su2HasCommentsAndNoIndices() throws IOException {
    TetMesh mesh =
        read(
            "a.su2",
            """
            % a mesh
            NDIME=3
            NELEM=1
            10 0 1 2 3
            NPOIN= 4 4
            0 0 0
            % between
            1 0 0
            0 1 0
            0 0 1
            NMARK= 2
            MARKER_TAG= wall
            MARKER_ELEMS= 3
            5 0 1 3
            5 1 2 3
            5 2 0 3
            MARKER_TAG=inlet
            MARKER_ELEMS=1
            5 0 1 2
            """);
    assertThat(mesh.boundaryNames()).isEqualTo(Map.of(1, "wall", 2, "inlet"));
    assertThat(mesh.faceMarkers()).containsExactlyInAnyOrder(1, 1, 1, 2);
  }

  @Test
  void meditHasSectionsOfNoUseAndCurvedElements() throws IOException {
    TetMesh mesh =
        read(
            "a.mesh",
            """
            MeshVersionFormatted 1
            # a comment
            Dimension
            3
            Vertices 10
            0 0 0 0  1 0 0 0  0 1 0 0  0 0 1 0
            .5 0 0 0 .5 .5 0 0 0 .5 0 0 0 0 .5 0 .5 0 .5 0 0 .5 .5 0
            Corners 2
            1 2
            RequiredEdges
            1
            1
            TetrahedraP2
            1
            1 2 3 4 5 6 7 8 9 10 6
            TrianglesP2
            1
            1 2 3 5 6 7 8
            End
            """);
    assertThat(mesh.materials()).containsExactly(6);
    assertThat(mesh.faceMarkers()).contains(8);
  }

  /// A tet and a triangle in VTK's form of version 5, binary, with the least byte last.
  private static byte[] vtk5() throws IOException {
    var out = new ByteArrayOutputStream();
    out.write(
        "# vtk DataFile Version 5.1\nx\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n"
            .getBytes(ISO_8859_1));
    ByteBuffer points = ByteBuffer.allocate(48);
    for (float x : new float[] {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2}) {
      points.putFloat(x);
    }
    out.write(points.array());
    out.write(
        "\nMETADATA\nINFORMATION 0\n\nCELLS 3 7\nOFFSETS vtktypeint64\n".getBytes(ISO_8859_1));
    out.write(ByteBuffer.allocate(24).putLong(0).putLong(4).putLong(7).array());
    out.write("\nCONNECTIVITY vtktypeint64\n".getBytes(ISO_8859_1));
    ByteBuffer corners = ByteBuffer.allocate(56);
    for (long corner : new long[] {0, 1, 2, 3, 0, 1, 2}) {
      corners.putLong(corner);
    }
    out.write(corners.array());
    out.write("\nCELL_TYPES 2\n".getBytes(ISO_8859_1));
    out.write(ByteBuffer.allocate(8).putInt(10).putInt(5).array());
    out.write("\nCELL_DATA 2\nFIELD FieldData 1\nmarker 1 2 int\n".getBytes(ISO_8859_1));
    out.write(ByteBuffer.allocate(8).putInt(0).putInt(9).array());
    out.write(
        "\nPOINT_DATA 4\nSCALARS size%20x double\nLOOKUP_TABLE default\n".getBytes(ISO_8859_1));
    out.write(ByteBuffer.allocate(32).putDouble(1).putDouble(2).putDouble(3).putDouble(4).array());
    out.write('\n');
    return out.toByteArray();
  }

  @Test
  void vtkOfVersionFiveIsRead() throws IOException {
    Path file = Files.write(folder.resolve("five.vtk"), vtk5());
    TetFile read = TetFile.read(file);
    assertThat(read.mesh().faceMarkers()).contains(9);
    assertThat(read.mesh().quality().volume()).isEqualTo(8 / 6.0);
    assertThat(read.field("size x")).containsExactly(1, 2, 3, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRIANGLE_STRIPS 1 5\n4 0 1 2 3\n", "POLYGONS 1 5\n4 0 1 3 2\n"})
  void polygonsAndStripsOfVtkAreTriangles(String cells) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("poly.vtk"),
            "# vtk DataFile Version 2.0\n\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n"
                + "0 0 0 1 0 0 0 1 0 1 1 0\n"
                + cells);
    Surface surface = Surface.read(file);
    assertThat(surface.triangleCount()).isEqualTo(2);
    assertThat(surface.area()).isEqualTo(1);
    // Both face upwards.
    for (int t = 0; t < 2; t++) {
      double[] x = surface.points();
      int a = 3 * surface.triangles()[3 * t];
      int b = 3 * surface.triangles()[3 * t + 1];
      int c = 3 * surface.triangles()[3 * t + 2];
      assertThat((x[b] - x[a]) * (x[c + 1] - x[a + 1]) - (x[b + 1] - x[a + 1]) * (x[c] - x[a]))
          .isPositive();
    }
  }

  @Test
  void brokenOnesAreNamedWithTheirLine() throws IOException {
    for (String[] file :
        List.of(
            new String[] {"a.vtu", "<", "no XML file of VTK"},
            new String[] {"a.msh", "$MeshFormat\n4.0 0 8\n", "neither 2 nor 4.1"},
            new String[] {"b.msh", "hello\n", "no $MeshFormat"},
            new String[] {
              "c.msh",
              """
              $MeshFormat
              2.2 0 8
              $EndMeshFormat
              $Nodes
              1
              1 0 0 0
              $EndNodes
              $Elements
              1
              1 2 0 1 2 3
              """,
              "there is no node 2"
            },
            new String[] {"a.inp", "5 4 0 0 0\n", "no keyword such as *NODE", "UCD"},
            new String[] {"b.inp", "*HEADING\n*INCLUDE, INPUT=all.msh\n", "line 2", "all.msh"},
            new String[] {
              "c.inp", "*NODE\n1, 0, 0, 0\n*ELEMENT, TYPE=S3\n1, 1, 2, 3\n", "no node 2"
            },
            new String[] {"d.inp", "*NODE\n1, 0, x\n", "line 2", "\"x\" is not a number"},
            new String[] {"e.inp", "*NODE, SYSTEM=C\n1, 1, 0, 0\n", "of the system C"},
            new String[] {"f.inp", "*HEADING\n*STEP\n", "no *NODE with nodes"},
            new String[] {"a.mesh", "Vertices\n", "does not begin with MeshVersionFormatted"},
            new String[] {"b.mesh", "MeshVersionFormatted 2\nDimension 4\n", "the dimension is 4"},
            new String[] {
              "c.mesh", "MeshVersionFormatted 2\nTriangles\n1\n0 1 2 0\n", "no vertex 0"
            },
            new String[] {"a.vtk", "hello\n", "does not begin with \"# vtk DataFile"},
            new String[] {"b.vtk", "# vtk DataFile Version 3.0\n\nHEX\n", "not ASCII or BINARY"},
            new String[] {
              "c.vtk",
              "# vtk DataFile Version 3.0\n\nASCII\nDATASET STRUCTURED_POINTS\n",
              "STRUCTURED_POINTS",
              "POLYDATA are read"
            })) {
      Path path = Files.writeString(folder.resolve(file[0]), file[1], ISO_8859_1);
      for (int i = 2; i < file.length; i++) {
        assertThatThrownBy(() -> Surface.read(path))
            .as(file[0])
            .isInstanceOf(SurfaceFileException.class)
            .hasMessageContaining(file[i]);
      }
    }
  }
}
