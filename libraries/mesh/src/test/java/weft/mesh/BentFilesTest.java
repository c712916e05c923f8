// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Surface;

/// Files that are cut at 500 places, or at every byte, and files with wrong bytes, are read or
/// refused with a sentence. No other exception leaves a reader.
final class BentFilesTest {
  private static final int BENT = 200;

  private static final long SEED = Long.getLong("weft.seed", 56);

  private static final String POLY =
      """
      # a cube with a lone segment and a region
      8 3 0 1
      1 0 0 0 1
      2 1 0 0 1
      3 1 1 0 1
      4 0 1 0 1
      5 0 0 1 1
      6 1 0 1 1
      7 1 1 1 1
      8 0 1 1 1
      7 1
      1 0 1
      4 1 4 3 2
      1 0 2
      4 5 6 7 8
      1 0 3
      4 1 2 6 5
      1 0 3
      4 2 3 7 6
      1 0 3
      4 3 4 8 7
      1 0 3
      4 4 1 5 8
      1 0 4
      2 1 7
      0
      1
      1 0.5 0.4 0.3 -2.5 0.1
      """;

  @TempDir Path folder;

  private interface Reading {
    void read(byte[] data) throws IOException;
  }

  private static void check(byte[] data, Reading reading, String what) {
    try {
      reading.read(data);
    } catch (IOException e) {
      assertThat(String.valueOf(e.getMessage())).as(what).hasSizeGreaterThan(20);
    } catch (RuntimeException | OutOfMemoryError e) {
      throw new AssertionError(what + ": " + e, e);
    }
  }

  private static void bend(byte[] whole, String name, Reading reading) {
    check(whole, reading, name);
    int step = Math.max(1, whole.length / 500);
    for (int length = 0; length < whole.length; length += step) {
      check(Arrays.copyOf(whole, length), reading, name + " cut after " + length + " bytes");
    }
    var random = new SplittableRandom(SEED);
    for (int round = 0; round < BENT; round++) {
      byte[] bent = whole.clone();
      for (int i = 0; i <= round % 4; i++) {
        int at = random.nextInt(bent.length);
        bent[at] =
            switch (random.nextInt(4)) {
              case 0 -> (byte) random.nextInt();
              case 1 -> (byte) ('0' + random.nextInt(10));
              case 2 -> (byte) " \n\r-#.e\"<".charAt(random.nextInt(9));
              default -> bent[random.nextInt(bent.length)];
            };
      }
      check(bent, reading, "%s bent, seed %d, round %d".formatted(name, SEED, round));
    }
  }

  private static Surface surface() {
    return Domains.innerFacet().surface();
  }

  @ParameterizedTest
  @EnumSource
  void surfaces(MeshFormat format) throws IOException {
    var out = new ByteArrayOutputStream();
    if (!format.holdsSurfaces()) {
      assertThatThrownBy(() -> surface().write(format, out)).hasMessageContaining("has no surface");
      return;
    }
    surface().write(format, out);
    bend(
        out.toByteArray(),
        format.name(),
        data -> Surface.read("bent", format, new ByteArrayInputStream(data)));
  }

  @ParameterizedTest
  @EnumSource
  void tets(MeshFormat format) throws IOException {
    TetMesh mesh = Mesher.of(Domains.cube()).radiusEdge(50).mesh();
    MeshFields fields = new MeshFields();
    if (format.name().startsWith("MSH") || format == MeshFormat.VTU || format == MeshFormat.VTK) {
      fields
          .atVertices("u", new double[mesh.vertexCount()])
          .atTets("k", new double[3 * mesh.tetCount()]);
    }
    var out = new ByteArrayOutputStream();
    mesh.write(out, format, 1, fields);
    Path file = folder.resolve("bent." + format.ending());
    bend(
        out.toByteArray(),
        format.name(),
        data -> {
          Files.write(file, data);
          TetFile.read(file);
        });
  }

  @Test
  void complexes() throws IOException {
    String smesh =
        POLY.replaceAll("(?m)^1 0 (\\d)\n(.*)$", "$2 $1").replace("4 3 4 8 7 3", "4 3 4\n 8 7 3");
    for (String ending : new String[] {"poly", "smesh"}) {
      Path file = folder.resolve("bent." + ending);
      String text = ending.equals("poly") ? POLY : smesh;
      Files.writeString(file, text);
      Complex complex = Complex.read(file);
      assertThat(complex.defects()).isEmpty();
      // The lone segment is one, and facets keep their numbers, also behind a broken line.
      assertThat(complex.facetCount()).isEqualTo(7);
      assertThat(complex.segmentCount()).isEqualTo(13);
      for (int f = 0; f < 7; f++) {
        assertThat(complex.marker(f)).isEqualTo(new int[] {1, 2, 3, 3, 3, 3, 4}[f]);
      }
      bend(
          text.getBytes(ISO_8859_1),
          ending,
          data -> {
            Files.write(file, data);
            Complex.read(file);
          });
    }
  }

  @Test
  void points() throws IOException {
    for (String name : new String[] {"bent.node", "bent.xyz"}) {
      Path file = folder.resolve(name);
      String text = name.endsWith("xyz") ? "1 2 3\n4 5 6 7\n" : "2 3 1 0\n0 1 2 3 9\n1 4 5 6 9\n";
      bend(
          text.getBytes(ISO_8859_1),
          name,
          data -> {
            Files.write(file, data);
            PointsFile.read(file);
          });
    }
  }

  @Test
  void aTetBesideFinerOnesIsRefused() throws IOException {
    // A tet above a triangle, and two below it, which share the middle of an edge.
    String text =
        """
        $MeshFormat
        2.2 0 8
        $EndMeshFormat
        $Nodes
        6
        1 0 0 0
        2 0.3 0.1 0
        3 0.1 0.7 0
        4 0 0 1
        5 0 0 -1
        6 0.15 0.05 0
        $EndNodes
        $Elements
        3
        1 4 0 1 2 3 4
        2 4 0 1 6 3 5
        3 4 0 6 2 3 5
        $EndElements
        """;
    Path file = Files.writeString(folder.resolve("hanging.msh"), text);
    assertThatThrownBy(() -> TetFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hanging node")
        .hasMessageContaining("(0.15, 0.05, 0.0)");
    // The upper one divided too is a mesh, and so are two that do not touch.
    Files.writeString(
        file,
        text.replace("1 4 0 1 2 3 4", "1 4 0 1 6 3 4\n4 4 0 6 2 3 4")
            .replace("\n3\n1 4", "\n4\n1 4"));
    assertThat(TetFile.read(file).mesh().tetCount()).isEqualTo(4);
  }
}
