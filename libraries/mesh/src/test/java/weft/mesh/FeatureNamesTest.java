// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.mesh.files.MeshFormat;

/// Names of segments and points stay on their pieces, through refinement, and into files.
final class FeatureNamesTest {
  @TempDir Path folder;

  /// The unit cube with a wire inside, an edge that is a hinge, and a corner that is a support.
  private static ComplexBuilder cube() {
    var cube =
        new ComplexBuilder(
            0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0.3, 0.4, 0.5,
            0.6, 0.5, 0.5);
    cube.facet(1, new int[] {0, 3, 2, 1}).facet(2, new int[] {4, 5, 6, 7});
    cube.facet(3, new int[] {0, 1, 5, 4}).facet(3, new int[] {1, 2, 6, 5});
    cube.facet(3, new int[] {2, 3, 7, 6}).facet(3, new int[] {3, 0, 4, 7});
    return cube.segment(4, "wire", 8, 9).segment(7, "hinge", 1, 0).point(2, "support", 6);
  }

  private static void check(TetMesh mesh) {
    checkMarkers(mesh);
    assertThat(mesh.pointMarkers()).hasSize(10);
    assertThat(mesh.segmentNames()).isEqualTo(Map.of(4, "wire", 7, "hinge"));
    assertThat(mesh.pointNames()).isEqualTo(Map.of(2, "support"));
  }

  private static void checkMarkers(TetMesh mesh) {
    Map<Integer, Double> lengths = new TreeMap<>();
    int[] segments = mesh.segments();
    int[] markers = mesh.segmentMarkers();
    for (int i = 0; i < markers.length; i++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        double d = mesh.coordinate(segments[2 * i], k) - mesh.coordinate(segments[2 * i + 1], k);
        square += d * d;
      }
      lengths.merge(markers[i], Math.sqrt(square), Double::sum);
    }
    assertThat(lengths.keySet()).containsExactly(0, 4, 7);
    assertThat(lengths.getOrDefault(4, 0.0)).isCloseTo(Math.sqrt(0.1), within(1e-12));
    assertThat(lengths.getOrDefault(7, 0.0)).isCloseTo(1, within(1e-12));
    assertThat(lengths.getOrDefault(0, 0.0)).isCloseTo(11, within(1e-12));
    int[] points = mesh.pointMarkers();
    assertThat(points[6]).isEqualTo(2);
    assertThat(Arrays.stream(points).sum()).isEqualTo(2);
  }

  @Test
  void stayOnTheirPieces() {
    TetMesh mesh = Mesher.of(cube().build()).maxVolume(0.002).mesh();
    check(mesh);
    check(mesh.refine().maxVolume(0.0005).mesh());
    check(mesh.refine().nested().mesh());
  }

  @ParameterizedTest
  @EnumSource(names = {"MSH_4_1", "MSH_4_1_TEXT", "MSH_2_2", "MSH_2_2_TEXT", "INP", "MEDIT"})
  void areInFiles(MeshFormat format) throws IOException {
    TetMesh mesh = Mesher.of(cube().build()).maxVolume(0.01).mesh();
    var out = new ByteArrayOutputStream();
    mesh.write(out, format, 1);
    String text = out.toString(UTF_8);
    long hinges = Arrays.stream(mesh.segmentMarkers()).filter(each -> each == 7).count();
    switch (format) {
      case MEDIT -> {
        List<String> lines = text.lines().toList();
        int edges = lines.indexOf("Edges");
        long marked = Arrays.stream(mesh.segmentMarkers()).filter(each -> each > 0).count();
        assertThat(lines.get(edges + 1)).isEqualTo("" + marked);
        assertThat(
                lines.subList(edges + 2, edges + 2 + (int) marked).stream()
                    .filter(each -> each.endsWith(" 7")))
            .hasSize((int) hinges);
        assertThat(lines.get(4 + 6)).isEqualTo("1.0 1.0 1.0 2");
      }
      case INP -> {
        assertThat(text).contains("*NSET, NSET=support\n7\n", "*NSET, NSET=hinge\n1, 2");
        String nodes = text.replaceAll("(?s).*NSET=hinge\n([^*]*).*", "$1");
        assertThat(nodes.split("[,\\s]+")).hasSize((int) hinges + 1);
      }
      default -> assertThat(text).contains("0 2 \"support\"", "1 4 \"wire\"", "1 7 \"hinge\"");
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"MSH_4_1", "MSH_4_1_TEXT", "MSH_2_2", "MSH_2_2_TEXT", "MEDIT", "VTU", "VTK", "INP"})
  void areReadBack(MeshFormat format) throws IOException {
    TetMesh mesh = Mesher.of(cube().build()).maxVolume(0.01).mesh();
    for (int order : format == MeshFormat.MEDIT ? new int[] {1} : new int[] {1, 2}) {
      Path file = folder.resolve("names" + order + "." + format.ending());
      try (var out = Files.newOutputStream(file)) {
        mesh.write(out, format, order, new MeshFields());
      }
      TetMesh read = TetFile.read(file).mesh();
      assertThat(read.tetCount()).isEqualTo(mesh.tetCount());
      if (format == MeshFormat.INP) {
        // Its sets of nodes do not say which are ends of one piece.
        continue;
      }
      checkMarkers(read);
      TetMesh finer = read.refine().maxVolume(0.002).mesh();
      checkMarkers(finer);
      checkMarkers(read.refine().nested().mesh());
      if (format != MeshFormat.MEDIT) {
        assertThat(read.segmentNames()).isEqualTo(mesh.segmentNames());
        assertThat(read.pointNames()).isEqualTo(mesh.pointNames());
        assertThat(finer.segmentNames()).isEqualTo(mesh.segmentNames());
      }
    }
  }

  @Test
  void haveTheMiddlesOfEdgesWhereTetsHave() throws IOException {
    TetMesh mesh = Mesher.of(cube().build()).maxVolume(0.01).mesh();
    long hinges = Arrays.stream(mesh.segmentMarkers()).filter(each -> each == 7).count();
    var out = new ByteArrayOutputStream();
    mesh.write(out, MeshFormat.INP, 2);
    String nodes = out.toString(UTF_8).replaceAll("(?s).*NSET=hinge\n([^*]*).*", "$1");
    assertThat(nodes.split("[,\\s]+")).hasSize(2 * (int) hinges + 1);
    out.reset();
    mesh.write(out, MeshFormat.MSH_2_2_TEXT, 2);
    assertThat(out.toString(UTF_8).lines().filter(line -> line.matches("\\d+ 8 2 7 7( \\d+){3}")))
        .hasSize((int) hinges);
  }

  @Test
  void ofLoneSegmentsAreThoseOfTheirFacets() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("lone.poly"),
            """
            6 3
            0 0 0 0
            1 4 0 0
            2 0 4 0
            3 0 0 4
            4 0.5 0.5 0.5
            5 1 1 0.5
            5 1
            1 0 1
            3 0 2 1
            1 0 1
            3 0 1 3
            1 0 1
            3 1 2 3
            1 0 1
            3 0 3 2
            1 0 9
            2 4 5
            0
            0
            """);
    TetMesh mesh = Mesher.of(Complex.read(file)).mesh();
    assertThat(Arrays.stream(mesh.segmentMarkers()).filter(each -> each == 9).count()).isPositive();
  }

  @Test
  void thatAreWrongAreRefused() {
    assertThatThrownBy(() -> cube().segment(0, "", 0, 1))
        .hasMessageContaining("marker of a segment");
    assertThatThrownBy(() -> cube().point(1, "", 99)).hasMessageContaining("no point 99");
  }
}
