// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.SurfaceShapes;
import weft.testkit.Sampled;

/// Meshes that are read from files, and lengths of background meshes.
@Sampled
final class TetFileTest {
  /// One tet as text; its points have sizes.
  private static final String TEXT =
      """
      <?xml version="1.0"?>
      <VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
      <UnstructuredGrid>
      <Piece NumberOfPoints="5" NumberOfCells="2">
      <Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">
      0 0 0  1 0 0  7 7 7  0 1 0  0 0 1
      </DataArray></Points>
      <Cells>
      <DataArray type="Int64" Name="connectivity" format="ascii">0 3 1 4 0 1 3</DataArray>
      <DataArray type="Int64" Name="offsets" format="ascii">4 7</DataArray>
      <DataArray type="UInt8" Name="types" format="ascii">10 5</DataArray>
      </Cells>
      <PointData>
      <DataArray type="Float64" Name="size" format="ascii">1 2 3 4 5</DataArray>
      </PointData>
      <CellData>
      <DataArray type="Int32" Name="marker" format="ascii">0 7</DataArray>
      </CellData>
      </Piece>
      </UnstructuredGrid>
      </VTKFile>
      """;

  @TempDir Path folder;

  private Path write(TetMesh mesh, MeshFormat format, int order) throws IOException {
    Path file = folder.resolve(format == MeshFormat.VTU ? "in.vtu" : "in.msh");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      mesh.write(out, format, order);
    }
    return file;
  }

  private static Map<Integer, Double> areas(TetMesh mesh) {
    Map<Integer, Double> areas = new TreeMap<>();
    double[] x = mesh.vertices();
    int[] f = mesh.faces();
    int[] markers = mesh.faceMarkers();
    for (int t = 0; t < markers.length; t++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        int a = 3 * f[3 * t];
        int b = 3 * f[3 * t + 1];
        int c = 3 * f[3 * t + 2];
        double n =
            (x[b + i] - x[a + i]) * (x[c + j] - x[a + j])
                - (x[b + j] - x[a + j]) * (x[c + i] - x[a + i]);
        square += n * n;
      }
      areas.merge(markers[t], Math.sqrt(square) / 2, Double::sum);
    }
    return areas;
  }

  private static void assertSame(TetMesh read, TetMesh mesh) {
    assertThat(read.vertices()).containsExactly(mesh.vertices());
    assertThat(read.tets()).containsExactly(mesh.tets());
    assertThat(read.neighbours()).containsExactly(mesh.neighbours());
    assertThat(read.materials()).containsExactly(mesh.materials());
    Map<Integer, Double> expected = areas(mesh);
    Map<Integer, Double> found = areas(read);
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    found.forEach((marker, area) ->
        assertThat(area).isCloseTo(expected.getOrDefault(marker, 0.0), within(1e-9)));
  }

  @ParameterizedTest
  @CsvSource({"VTU,1", "VTU,2", "MSH_4_1,1", "MSH_4_1,2", "MSH_2_2,1", "MSH_2_2,2"})
  void whatIsWrittenIsReadAndRefined(MeshFormat format, int order) throws IOException {
    ComplexBuilder builder = Domains.builder(Domains.random(new SplittableRandom(5)));
    for (int marker = 1; marker <= 7; marker++) {
      builder.name(marker, marker == 1 ? "a 'wall' <1>" : "wall " + marker);
    }
    Complex complex = builder.build();
    TetMesh mesh = Mesher.of(complex).maxVolume(0.05).mesh();
    TetMesh read = TetFile.read(write(mesh, format, order)).mesh();
    if (format == MeshFormat.VTU) {
      assertSame(read, mesh);
      assertThat(read.boundaryNames()).isEqualTo(mesh.boundaryNames());
    }
    assertThat(read.materialNames()).isEqualTo(mesh.materialNames());
    assertThat(mesh.boundaryNames().entrySet()).containsAll(read.boundaryNames().entrySet());
    assertThat(areas(read).keySet()).isEqualTo(areas(mesh).keySet());
    double volume = mesh.quality().volume();
    TetMesh fine = read.refine().maxVolume(0.005).mesh();
    assertThat(fine.outcome().isMet()).isTrue();
    assertThat(fine.quality().volume()).isCloseTo(volume, within(1e-9 * volume));
    assertThat(fine.quality().largestVolume()).isLessThanOrEqualTo(0.005 * (1 + 1e-9));
    assertThat(fine.tetCount()).isGreaterThan(2 * mesh.tetCount());
    Map<Integer, Double> before = areas(mesh);
    areas(fine)
        .forEach((marker, area) ->
            assertThat(area).isCloseTo(before.getOrDefault(marker, 0.0), within(1e-9)));
  }

  @Test
  void aFieldAtPointsSaysSizes() throws IOException {
    Path file = Files.writeString(folder.resolve("text.vtu"), TEXT);
    TetFile read = TetFile.read(file);
    assertThat(read.mesh().tetCount()).isOne();
    assertThat(read.mesh().vertexCount()).isEqualTo(4);
    assertThat(read.mesh().quality().volume()).isCloseTo(1.0 / 6, within(1e-15));
    assertThat(read.fields()).containsExactly("size");
    assertThat(read.field("size")).containsExactly(1, 2, 4, 5);
    // Only one face was given: the others are a boundary of their own.
    assertThat(read.mesh().faceMarkers()).containsExactlyInAnyOrder(7, 8, 8, 8);
    assertThatThrownBy(() -> read.field("error")).hasMessageContaining("only [size]");
    double[] tenth = Arrays.stream(read.field("size")).map(each -> each / 10).toArray();
    TetMesh fine = read.mesh().refine(read.mesh().sizing(tenth));
    assertThat(fine.tetCount()).isGreaterThan(30);
    assertThat(fine.outcome().remarks()).isEmpty();
  }

  @Test
  void aMshOfTextHasValuesAtItsNodes() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("text.msh"),
            """
            $MeshFormat
            2.2 0 8
            $EndMeshFormat
            $PhysicalNames
            2
            2 4 "inlet"
            3 9 "water"
            $EndPhysicalNames
            $Nodes
            4
            10 0 0 0
            20 1 0 0
            30 0 1 0
            40 0 0 1
            $EndNodes
            $Elements
            3
            1 15 2 0 1 10
            2 2 2 4 1 10 20 30
            3 4 2 9 1 10 20 30 40
            $EndElements
            $NodeData
            1
            "size"
            1
            0.0
            3
            0
            1
            4
            10 1
            20 2
            40 4
            30 3
            $EndNodeData
            $NodeData
            1
            "flow"
            1
            0.0
            3
            0
            3
            1
            10 1 2 3
            $EndNodeData
            """);
    TetFile read = TetFile.read(file);
    assertThat(read.fields()).containsExactly("size", "flow");
    assertThat(read.field("size")).containsExactly(1, 2, 3, 4);
    assertThat(read.field("flow")).startsWith(1, 2, 3).endsWith(Double.NaN);
    assertThat(read.mesh().materialNames()).containsExactly(Map.entry(9, "water"));
    assertThat(read.mesh().boundaryNames()).containsEntry(4, "inlet");
  }

  @Test
  void aBackgroundThatIsTooSmallIsSaid() {
    TetMesh small = Mesher.of(Domains.cube()).maxVolume(0.01).mesh();
    double[] lengths = new double[small.vertexCount()];
    Arrays.fill(lengths, 0.3);
    Complex ball = Complex.of(SurfaceShapes.icosphere(1, Fineness.triangles(320)));
    TetMesh mesh = Mesher.of(ball).sizing(small.sizing(lengths)).mesh();
    assertThat(mesh.outcome().remarks()).anyMatch(each -> each.contains("does not reach"));
    TetMesh same = Mesher.of(ball).edgeLength(0.3).mesh();
    assertThat(mesh.tets()).containsExactly(same.tets());
    assertThatThrownBy(() -> small.sizing(new double[3])).hasMessageContaining("3 lengths");
    lengths[2] = Double.NaN;
    assertThatThrownBy(() -> small.sizing(lengths)).hasMessageContaining("vertex 2");
  }

  @ParameterizedTest
  @CsvSource({"ascii,None", "binary,None", "binary,zlib"})
  void meshioWritesWhatIsRead(String format, String compression) throws Exception {
    String python =
        Stream.of("python3", "/usr/bin/python3")
            .filter(each -> run(each, "-c", "import meshio") == 0)
            .findFirst()
            .orElse("");
    assumeTrue(
        !python.isEmpty(),
        "meshio is not installed here: Debian has it in the package python3-meshio");
    TetMesh mesh = Mesher.of(Domains.innerFacet()).maxVolume(0.01).mesh();
    Path in = write(mesh, MeshFormat.VTU, 1);
    Path out = folder.resolve("out.vtu");
    String script =
        "import meshio; m = meshio.read('%s'); m.point_data['size'] = m.points[:, 0] + 1; meshio.vtu.write('%s', m, binary=%s, compression=%s)"
            .formatted(
                in,
                out,
                format.equals("binary") ? "True" : "False",
                compression.equals("None") ? "None" : "'zlib'");
    assertThat(run(python, "-c", script)).isZero();
    TetFile read = TetFile.read(out);
    assertSame(read.mesh(), mesh);
    double[] size = read.field("size");
    for (int v = 0; v < size.length; v++) {
      assertThat(size[v]).isCloseTo(mesh.coordinate(v, 0) + 1, within(1e-12));
    }
  }

  private int run(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve("log").toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 3 1 4 0 1 3|0 3 1 9 0 1 3|point 9, which is not there",
        "10 5|12 5|VTK's type 12",
        "10 5|5 5|it has no tets",
        "0 0 0  1 0 0|0 0 0  NaN 0 0|coordinate NaN",
        "0 0 1|0.5 0.5 0|tet 0 is flat",
        "1 2 3 4 5|1 2 3 4|has 4 values for 5 points",
        "type=\"UnstructuredGrid\"|type=\"PolyData\"|PolyData",
        "<VTKFile|<Other|no XML file of VTK",
        "4 7|4 x|is no number",
        "connectivity|other|no array",
        "format=\"ascii\">4 7|format=\"binary\">4!7|base64",
        "format=\"ascii\">4 7|format=\"appended\">|no appended data",
      })
  void filesThatAreNoneAreRefusedWithASentence(String what, String by, String sentence)
      throws IOException {
    assertThat(TEXT).contains(what);
    Path file = Files.writeString(folder.resolve("bad.vtu"), TEXT.replace(what, by));
    assertThatThrownBy(() -> TetFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bad.vtu")
        .hasMessageContaining(sentence);
  }

  @Test
  void filesThatAreCutAreRefused() throws IOException {
    TetMesh mesh = Mesher.of(Domains.cube()).maxVolume(0.02).mesh();
    byte[] bytes = Files.readAllBytes(write(mesh, MeshFormat.VTU, 1));
    Path file = folder.resolve("cut.vtu");
    for (int length = 0; length < bytes.length - 100; length += 211) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> TetFile.read(file)).isInstanceOf(IOException.class);
    }
    assertThat(new String(bytes, ISO_8859_1)).contains("AppendedData");
    assertThatThrownBy(() -> TetFile.read(folder.resolve("none.vtu")))
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> TetFile.read(folder.resolve("a.xyz"))).hasMessageContaining(".vtu");
    byte[] msh = Files.readAllBytes(write(mesh, MeshFormat.MSH_4_1, 1));
    Path cut = folder.resolve("cut.msh");
    for (int length = 0; length < msh.length - 100; length += 211) {
      Files.write(cut, Arrays.copyOf(msh, length));
      assertThatThrownBy(() -> TetFile.read(cut)).isInstanceOf(IOException.class);
    }
  }
}
