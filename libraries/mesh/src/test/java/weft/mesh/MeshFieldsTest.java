// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.mesh.files.MeshFormat;

/// Values on meshes are written, and read back by this library, meshio and Gmsh.
final class MeshFieldsTest {
  private final TetMesh mesh = Mesher.of(Domains.innerFacet()).maxVolume(0.02).mesh();
  private final double[] u = new double[mesh.vertexCount()];
  private final double[] v = new double[3 * mesh.vertexCount()];
  private final double[] k = new double[mesh.tetCount()];
  private final double[] w = new double[3 * mesh.tetCount()];

  @TempDir Path folder;

  MeshFieldsTest() {
    Arrays.setAll(u, i -> Math.sin(i) * 1e-3);
    Arrays.setAll(v, i -> i / 7.0);
    Arrays.setAll(k, i -> -i - 0.1);
    Arrays.setAll(w, i -> Math.cos(i));
  }

  private MeshFields all() {
    return new MeshFields()
        .atVertices("u", u)
        .atVertices("flow v", v)
        .atTets("k", k)
        .atTets("w", w);
  }

  @Test
  void whatIsWrongWithTheFileIsSaid() {
    Path lost = folder.resolve("nowhere").resolve("o.vtu");
    assertThatThrownBy(() -> mesh.write(lost))
        .isInstanceOf(IOException.class)
        .hasMessage(lost + " cannot be written: there is no folder " + lost.getParent());
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
    assertThatThrownBy(
            () -> {
              Path full = folder.resolve("full.vtu");
              Files.createSymbolicLink(full, Path.of("/dev/full"));
              mesh.write(full);
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("full.vtu cannot be written: No space left on device");
  }

  @ParameterizedTest
  @EnumSource(names = {"VTU", "MSH_4_1", "MSH_4_1_TEXT", "MSH_2_2", "MSH_2_2_TEXT"})
  void valuesAreReadBack(MeshFormat format) throws IOException {
    for (int order : List.of(1, 2)) {
      Path file = folder.resolve("a." + format.ending());
      try (OutputStream out = Files.newOutputStream(file)) {
        mesh.write(out, format, order, all());
      }
      TetFile read = TetFile.read(file);
      assertThat(read.fields()).containsExactlyInAnyOrder("u", "flow v");
      assertThat(read.tetFields()).containsExactlyInAnyOrder("k", "w");
      assertThat(read.field("u")).containsExactly(u);
      assertThat(read.field("flow v")).containsExactly(v);
      // Formats with blocks of one material may have the tets in another order.
      if (Arrays.equals(read.mesh().tets(), mesh.tets())) {
        assertThat(read.tetField("k")).containsExactly(k);
        assertThat(read.tetField("w")).containsExactly(w);
      } else {
        assertThat(read.tetField("k")).containsExactlyInAnyOrder(k);
        assertThat(read.tetField("w")).containsExactlyInAnyOrder(w);
      }
    }
  }

  @Test
  void whatDoesNotFitIsSaid() {
    assertThatThrownBy(() -> mesh.write(folder.resolve("a.vtu"), new MeshFields().atTets("u", u)))
        .hasMessageContaining("\"u\" has " + u.length + " values for " + k.length + " tets");
    assertThatThrownBy(() -> mesh.write(folder.resolve("a.ele"), all()))
        .hasMessageContaining("a .ele has no values");
    assertThat(folder.resolve("a.ele")).doesNotExist();
    assertThatThrownBy(() -> new MeshFields().atVertices("a\"b", u)).hasMessageContaining("name");
    assertThatThrownBy(() -> new MeshFields().atVertices("u", u).atVertices("u", u))
        .hasMessageContaining("two fields");
  }

  private String run(String... command) throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    try {
      int code =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start()
              .waitFor();
      return code + "\n" + Files.readString(log);
    } catch (IOException e) {
      return "-1";
    }
  }

  private String sums(String name, double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] * (1 + i % 5);
    }
    return String.format(Locale.ROOT, "%s %d %.9f", name, values.length, sum);
  }

  @Test
  void meshioReadsTheSameValues() throws Exception {
    String python = "";
    for (String each : Stream.of("python3", "/usr/bin/python3").toList()) {
      python = run(each, "-c", "import meshio").startsWith("0") ? each : python;
    }
    assumeTrue(
        !python.isEmpty(),
        "meshio is not installed here: Debian has it in the package python3-meshio");
    Path file = folder.resolve("a.vtu");
    mesh.write(file, all());
    String text =
        run(
            python,
            "-c",
            """
            import meshio, numpy as np
            m = meshio.read('%s')
            def say(name, a):
                a = np.ravel(a)
                print('%%s %%d %%.9f' %% (name, len(a), np.sum(a * (1 + np.arange(len(a)) %% 5))))
            say('u', m.point_data['u'])
            say('v', m.point_data['flow v'])
            i = [c.type for c in m.cells].index('tetra')
            say('k', m.cell_data['k'][i])
            say('w', m.cell_data['w'][i])
            """
                .formatted(file));
    assertThat(text).contains(sums("u", u), sums("v", v), sums("k", k), sums("w", w));
  }

  @Test
  void gmshReadsTheSameValues() throws Exception {
    assumeTrue(
        run("gmsh", "-version").startsWith("0"),
        "gmsh is not installed here: Debian has it in the package gmsh");
    for (MeshFormat format : List.of(MeshFormat.MSH_4_1, MeshFormat.MSH_2_2)) {
      Path file = folder.resolve("a.msh");
      try (OutputStream out = Files.newOutputStream(file)) {
        mesh.write(out, format, 1, all());
      }
      // Gmsh reads the views with the mesh, and its script asks for their extremes.
      Path script =
          Files.writeString(
              folder.resolve("ask.geo"),
              """
              Merge "%s";
              For i In {0:PostProcessing.NbViews-1}
                Printf("view %%g from %%.9g to %%.9g", i, View[i].Min, View[i].Max);
              EndFor
              """
                  .formatted(file));
      String text = run("gmsh", script.toString(), "-parse_and_exit", "-v", "4");
      assertThat(text).startsWith("0").doesNotContain("Error");
      List<double[]> ranges =
          text.lines()
              .filter(line -> line.contains("view ") && line.contains(" from "))
              .map(line ->
                  Arrays.stream(line.replaceAll(".* from ", "").split(" to "))
                      .mapToDouble(Double::parseDouble)
                      .toArray())
              .toList();
      assertThat(ranges).hasSize(4);
      double[] least = Arrays.stream(u).sorted().toArray();
      assertThat(ranges.get(0)[0]).isCloseTo(least[0], within(1e-9));
      assertThat(ranges.get(0)[1]).isCloseTo(least[least.length - 1], within(1e-9));
      assertThat(ranges.get(2)[0]).isCloseTo(k[k.length - 1], within(1e-5 * k.length));
      assertThat(ranges.get(2)[1]).isCloseTo(k[0], within(1e-9));
    }
  }
}
