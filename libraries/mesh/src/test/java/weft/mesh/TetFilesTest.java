// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.mesh.files.MeshFormat;

/// Files of tets hold the points, tets and hull of the mesh.
final class TetFilesTest {
  private final double[] xyz = PointSets.cube(200, 6);
  private final Delaunay mesh = Delaunay.of(xyz);

  @TempDir Path folder;

  private ByteBuffer written(MeshFormat format) throws IOException {
    var out = new ByteArrayOutputStream();
    mesh.write(out, format);
    return ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// All bytes as characters.

  private static String text(ByteBuffer bytes) {
    return ISO_8859_1.decode(bytes.duplicate().rewind()).toString();
  }

  /// Moves behind a line of the file.
  private static void skipTo(ByteBuffer bytes, String line) {
    bytes.position(text(bytes).indexOf(line) + line.length());
  }

  private static String line(ByteBuffer bytes) {
    var line = new StringBuilder();
    for (byte b = bytes.get(); b != '\n'; b = bytes.get()) {
      line.append((char) b);
    }
    return line.toString();
  }

  @Test
  void aVtuFileHasRawArrays() throws IOException {
    ByteBuffer bytes = written(MeshFormat.VTU);
    String xml = text(bytes);
    assertThat(xml)
        .contains("NumberOfPoints=\"200\" NumberOfCells=\"%d\"".formatted(mesh.tetCount()))
        .contains("header_type=\"UInt64\"", "encoding=\"raw\"")
        .endsWith("</VTKFile>\n");
    int data = xml.indexOf("\n_") + 2;
    Matcher offset = Pattern.compile("offset=\"(\\d+)\"").matcher(xml);
    assertThat(offset.find()).isTrue();
    bytes.position(data + Integer.parseInt(offset.group(1)));
    assertThat(bytes.getLong()).isEqualTo(8L * xyz.length);
    for (double x : xyz) {
      assertThat(bytes.getDouble()).isEqualTo(x);
    }
    assertThat(offset.find()).isTrue();
    bytes.position(data + Integer.parseInt(offset.group(1)));
    assertThat(bytes.getLong()).isEqualTo(16L * mesh.tetCount());
    for (int corner : mesh.tets()) {
      assertThat(bytes.getInt()).isEqualTo(corner);
    }
    assertThat(offset.find()).isTrue();
    bytes.position(data + Integer.parseInt(offset.group(1)));
    assertThat(bytes.getLong()).isEqualTo(8L * mesh.tetCount());
    assertThat(bytes.getLong()).isEqualTo(4);
    assertThat(offset.find()).isTrue();
    bytes.position(data + Integer.parseInt(offset.group(1)));
    assertThat(bytes.getLong()).isEqualTo(mesh.tetCount());
    assertThat(bytes.get()).isEqualTo((byte) 10);
  }

  @Test
  void anMshFileOfVersion22HasHullAndTets() throws IOException {
    ByteBuffer bytes = written(MeshFormat.MSH_2_2);
    skipTo(bytes, "2.2 1 8\n");
    assertThat(bytes.getInt()).isOne();
    skipTo(bytes, "$Nodes\n");
    assertThat(line(bytes)).isEqualTo("200");
    for (int i = 0; i < xyz.length; i += 3) {
      assertThat(bytes.getInt()).isEqualTo(i / 3 + 1);
      assertThat(bytes.getDouble()).isEqualTo(xyz[i]);
      bytes.position(bytes.position() + 16);
    }
    skipTo(bytes, "$Elements\n");
    int[] hull = mesh.hull();
    assertThat(line(bytes)).isEqualTo("" + (hull.length / 3 + mesh.tetCount()));
    checkBlock22(bytes, 2, 3, hull, 1);
    checkBlock22(bytes, 4, 4, mesh.tets(), hull.length / 3 + 1);
    assertThat(text(bytes).substring(bytes.position())).isEqualTo("\n$EndElements\n");
  }

  private static void checkBlock22(ByteBuffer bytes, int type, int width, int[] points, int first) {
    assertThat(bytes.getInt()).isEqualTo(type);
    assertThat(bytes.getInt()).isEqualTo(points.length / width);
    assertThat(bytes.getInt()).isEqualTo(2);
    for (int i = 0; i < points.length; i++) {
      if (i % width == 0) {
        assertThat(bytes.getInt()).isEqualTo(first + i / width);
        assertThat(bytes.getLong()).isEqualTo(1L << 32 | 1);
      }
      assertThat(bytes.getInt()).isEqualTo(points[i] + 1);
    }
  }

  @Test
  void anMshFileOfVersion41HasHullAndTets() throws IOException {
    ByteBuffer bytes = written(MeshFormat.MSH_4_1);
    skipTo(bytes, "$Nodes\n");
    assertThat(bytes.getLong()).isOne();
    assertThat(bytes.getLong()).isEqualTo(200);
    skipTo(bytes, "$Elements\n");
    int[] hull = mesh.hull();
    assertThat(bytes.getLong()).isEqualTo(2);
    assertThat(bytes.getLong()).isEqualTo(hull.length / 3 + mesh.tetCount());
    bytes.position(bytes.position() + 16);
    checkBlock41(bytes, 2, 2, 3, hull, 1);
    checkBlock41(bytes, 3, 4, 4, mesh.tets(), hull.length / 3 + 1);
    assertThat(text(bytes).substring(bytes.position())).isEqualTo("\n$EndElements\n");
  }

  private static void checkBlock41(
      ByteBuffer bytes, int dimension, int type, int width, int[] points, long first) {
    assertThat(bytes.getInt()).isEqualTo(dimension);
    assertThat(bytes.getInt()).isOne();
    assertThat(bytes.getInt()).isEqualTo(type);
    assertThat(bytes.getLong()).isEqualTo(points.length / width);
    for (int i = 0; i < points.length; i++) {
      if (i % width == 0) {
        assertThat(bytes.getLong()).isEqualTo(first + i / width);
      }
      assertThat(bytes.getLong()).isEqualTo(points[i] + 1);
    }
  }

  @Test
  void filesOfTextHaveALineForEach() throws IOException {
    mesh.write(folder.resolve("t.node"));
    mesh.write(folder.resolve("t.ele"));
    mesh.write(folder.resolve("t.face"));
    assertThat(PointsFile.read(folder.resolve("t.node"))).isEqualTo(xyz);
    List<String> tets = Files.readAllLines(folder.resolve("t.ele"));
    assertThat(tets.get(0)).isEqualTo(mesh.tetCount() + " 4 0");
    assertThat(tets).hasSize(mesh.tetCount() + 1);
    assertThat(tets.get(3))
        .isEqualTo(
            "2 %d %d %d %d"
                .formatted(
                    mesh.corner(2, 0), mesh.corner(2, 1), mesh.corner(2, 2), mesh.corner(2, 3)));
    assertThat(Files.readAllLines(folder.resolve("t.face"))).hasSize(mesh.hull().length / 3 + 1);
  }

  @Test
  void meshesWithoutTetsAreWritten() throws IOException {
    Delaunay flat = Delaunay.of(PointSets.grid(2, 2, 1));
    for (MeshFormat format : MeshFormat.values()) {
      var out = new ByteArrayOutputStream();
      flat.write(out, format);
      assertThat(out.size() > 0 || format == MeshFormat.OBJ).as("%s", format).isTrue();
    }
  }

  @Test
  void namesSayTheFormat() {
    assertThat(MeshFormat.of(Path.of("a.b/c.vtu"))).isEqualTo(MeshFormat.VTU);
    assertThat(MeshFormat.of(Path.of("c.msh"))).isEqualTo(MeshFormat.MSH_4_1);
    assertThatThrownBy(() -> MeshFormat.of(Path.of("c.txt")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use .stl, ");
  }
}
