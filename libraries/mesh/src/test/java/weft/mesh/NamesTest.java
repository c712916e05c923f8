// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Surface;

/// Names and numbers of the input are those of the output.
final class NamesTest {
  /// The unit cube, whose floor and lid have names of their own.
  private static final String CUBE =
      """
      v 0 0 0
      v 1 0 0
      v 1 1 0
      v 0 1 0
      v 0 0 1
      v 1 0 1
      v 1 1 1
      v 0 1 1
      g floor
      f 1 4 3
      f 1 3 2
      g lid
      f 5 6 7
      f 5 7 8
      g wall
      f 1 2 6
      f 1 6 5
      f 2 3 7
      f 2 7 6
      f 3 4 8
      f 3 8 7
      f 4 1 5
      f 4 5 8
      """;

  @TempDir Path folder;

  /// The area that each name has on a surface.
  private static Map<String, Double> areas(Surface surface) {
    Map<String, Double> areas = new TreeMap<>();
    double[] xyz = surface.points();
    int[] corners = surface.triangles();
    for (int t = 0; t < surface.triangleCount(); t++) {
      double[] n = normal(xyz, corners, 3 * t);
      double area = 0.5 * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      areas.merge(surface.groupNames().get(surface.groups()[t]), area, Double::sum);
    }
    return areas;
  }

  private static double[] normal(double[] xyz, int[] corners, int at) {
    double[] u = new double[3];
    double[] v = new double[3];
    for (int k = 0; k < 3; k++) {
      u[k] = xyz[3 * corners[at + 1] + k] - xyz[3 * corners[at] + k];
      v[k] = xyz[3 * corners[at + 2] + k] - xyz[3 * corners[at] + k];
    }
    return new double[] {
      u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    };
  }

  private Path write(TetMesh mesh, String name, MeshFormat format, int order) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      mesh.write(out, format, order);
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"in.obj", "in.stl", "in.msh", "in.ply"})
  void namesOfSurfacesGoThrough(String name) throws IOException {
    Path obj = Files.writeString(folder.resolve("cube.obj"), CUBE);
    Path in = folder.resolve(name);
    Surface cube = Surface.read(obj);
    try (OutputStream out = Files.newOutputStream(in)) {
      cube.write(name.endsWith("stl") ? MeshFormat.STL_TEXT : MeshFormat.of(in), out);
    }
    TetMesh mesh = Mesher.of(Complex.read(in)).maxVolume(0.01).mesh();
    Set<String> names = name.endsWith("ply") ? Set.of("") : Set.of("floor", "lid", "wall");
    assertThat(mesh.boundaryNames().keySet()).allMatch(number -> number > 0);
    if (!name.endsWith("ply")) {
      assertThat(new TreeSet<>(mesh.boundaryNames().values())).isEqualTo(new TreeSet<>(names));
      for (MeshFormat format : List.of(MeshFormat.MSH_4_1, MeshFormat.MSH_2_2)) {
        Map<String, Double> areas = areas(Surface.read(write(mesh, "out.msh", format, 1)));
        assertThat(areas.keySet()).isEqualTo(names);
        assertThat(areas.get("floor")).isCloseTo(1, within(1e-12));
        assertThat(areas.get("lid")).isCloseTo(1, within(1e-12));
        assertThat(areas.get("wall")).isCloseTo(4, within(1e-12));
      }
      assertThat(Files.readString(write(mesh, "out.vtu", MeshFormat.VTU, 1), ISO_8859_1))
          .contains("floor", "lid", "wall");
    }
    MeshChecks.check(mesh, Complex.read(in));
  }

  @Test
  void eachFaceKnowsItsFacetAndEachInputPointIsAVertex() {
    double[] inner = PointSets.cube(20, 3);
    double[] xyz = Arrays.copyOf(Domains.cube().surface().points(), 24 + inner.length);
    System.arraycopy(inner, 0, xyz, 24, inner.length);
    ComplexBuilder builder = new ComplexBuilder(xyz);
    int[][] quads = {
      {0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}
    };
    for (int f = 0; f < 6; f++) {
      builder.facet(10 + f, quads[f]);
    }
    TetMesh mesh = Mesher.of(builder.build()).maxVolume(0.01).mesh();
    assertThat(mesh.inputVertexCount()).isEqualTo(28);
    assertThat(Arrays.copyOf(mesh.vertices(), xyz.length)).containsExactly(xyz);
    int[] facets = mesh.faceFacets();
    int[] markers = mesh.faceMarkers();
    for (int f = 0; f < facets.length; f++) {
      assertThat(markers[f]).isEqualTo(10 + facets[f]);
    }
  }

  @Test
  void numbersOfPolyFilesAreInTetgensFiles() throws IOException {
    TetMesh mesh = Mesher.of(Domains.innerFacet()).maxVolume(0.01).mesh();
    write(mesh, "t.node", MeshFormat.NODE, 1);
    Path faces = write(mesh, "t.face", MeshFormat.FACE, 1);
    Path tets = write(mesh, "t.ele", MeshFormat.ELE, 1);
    int[] last = last(faces);
    assertThat(last).containsExactlyInAnyOrder(mesh.faceMarkers());
    assertThat(last(tets)).containsExactly(mesh.materials());
  }

  /// The last number of each line but the first.
  private static int[] last(Path file) throws IOException {
    return Files.readAllLines(file, ISO_8859_1).stream()
        .skip(1)
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)))
        .toArray();
  }

  @Test
  void elementsOfOrderTwoHaveTheMiddlesOfTheirEdges() throws IOException {
    TetMesh mesh = Mesher.of(Domains.fichera()).maxVolume(0.05).mesh();
    double[][] nodes = numbers(write(mesh, "q.node", MeshFormat.NODE, 2), 1);
    double[][] tens = numbers(write(mesh, "q.ele", MeshFormat.ELE, 2), 1);
    Set<Long> edges = new TreeSet<>();
    assertThat(tens).hasNumberOfRows(mesh.tetCount());
    int[] tets = mesh.tets();
    for (int t = 0; t < tens.length; t++) {
      TreeSet<String> middles = new TreeSet<>();
      TreeSet<String> found = new TreeSet<>();
      for (int i = 0; i < 4; i++) {
        assertThat((int) tens[t][i]).isEqualTo(tets[4 * t + i]);
        for (int j = i + 1; j < 4; j++) {
          int a = Math.min(tets[4 * t + i], tets[4 * t + j]);
          int b = Math.max(tets[4 * t + i], tets[4 * t + j]);
          edges.add((long) a << 32 | b);
          double[] middle = new double[3];
          for (int k = 0; k < 3; k++) {
            middle[k] = nodes[a][k] / 2 + nodes[b][k] / 2;
          }
          middles.add(Arrays.toString(middle));
        }
      }
      for (int i = 4; i < 10; i++) {
        found.add(Arrays.toString(Arrays.copyOf(nodes[(int) tens[t][i]], 3)));
      }
      assertThat(found).isEqualTo(middles);
    }
    assertThat(nodes).hasNumberOfRows(mesh.vertexCount() + edges.size());
  }

  private static double[][] numbers(Path file, int skipped) throws IOException {
    return Files.readAllLines(file, ISO_8859_1).stream()
        .skip(1)
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line ->
            Arrays.stream(line.strip().split("\\s+"))
                .skip(skipped)
                .mapToDouble(Double::parseDouble)
                .toArray())
        .toArray(double[][]::new);
  }
}
