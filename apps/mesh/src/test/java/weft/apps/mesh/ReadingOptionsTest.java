// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.apps.common.BadInputException;
import weft.apps.common.ResultsPage;
import weft.mesh.TetFile;
import weft.mesh.TetMesh;
import weft.options.OptionException;

/// What `mesh` does to its input: units, welding, holes and materials; and its outcome as JSON.
final class ReadingOptionsTest {
  @TempDir Path folder;

  /// Two cubes, one in the other, in millimetres, without common corners, and with a rounding error
  /// of 0.
  private Path cubes(double slit) throws IOException {
    var text = new StringBuilder();
    int vertices = 0;
    for (double[] from : new double[][] {{0, 10}, {4, 6}}) {
      text.append(from[0] == 0 ? "g outer\n" : "g inner\n");
      for (int[] quad :
          new int[][] {
            {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}
          }) {
        text.append("g ").append(from[0] == 0 ? "outer" : "inner").append('\n');
        for (int corner : quad) {
          double moved = slit * (vertices % 3);
          text.append("v ").append(from[corner & 1] + moved);
          text.append(' ')
              .append((corner & 2) == 0 && from[0] == 0 ? 1e-33 : from[corner >> 1 & 1]);
          text.append(' ').append(from[corner >> 2 & 1]).append('\n');
          vertices++;
        }
        text.append("f -4 -3 -2 -1\n");
      }
    }
    return Files.writeString(folder.resolve("cubes.obj"), text.toString());
  }

  private static String run(Path input, String... args) {
    List<String> all = new ArrayList<>(List.of("--input", input.toString()));
    all.addAll(Arrays.asList(args));
    MeshOptions options = MeshOptions.parse(all);
    var bytes = new ByteArrayOutputStream();
    FillOptions fill = Objects.requireNonNull(options.fill());
    try {
      boolean _ =
          new FillProgram(
                  options,
                  fill,
                  new ResultsPage(options.report(), null),
                  new PrintStream(bytes, true, UTF_8))
              .run();
      return bytes.toString(UTF_8);
    } catch (BadInputException e) {
      return bytes.toString(UTF_8) + "REFUSED " + e.getMessage();
    }
  }

  @Test
  void millimetresBecomeMetresAndSlitsAreClosed() throws IOException {
    Path out = folder.resolve("cubes.msh");
    Path json = folder.resolve("cubes.json");
    String text =
        run(
            cubes(1e-5),
            "--scale",
            "mm",
            "--weld",
            "1e-6",
            "--region",
            "shell=1e-3:1e-3:1e-3,core=5e-3:5e-3:5e-3:1e-9",
            "--out",
            out.toString(),
            "--json",
            json.toString());
    assertThat(text).contains("tiny coordinate", "were joined", "wrote " + json);
    TetMesh mesh = TetFile.read(out).mesh();
    assertThat(mesh.materialNames().values()).containsExactly("shell", "core");
    assertThat(mesh.boundaryNames().values()).containsExactly("outer", "inner");
    assertThat(mesh.quality().volume()).isBetween(0.9999e-6, 1.0001e-6);
    assertThat(Files.readString(json))
        .contains("\"met\":true", "\"end\":\"COMPLETE\"", "\"name\":\"core\"", "\"files\":[")
        .contains("\"name\":\"inner\"", "\"smallestDihedralDegrees\":");
  }

  @Test
  void aHoleIsLeftEmpty() throws IOException {
    Path out = folder.resolve("hollow.vtk");
    String text = run(cubes(0), "--hole", "5:5:5", "--out", out.toString());
    assertThat(text).contains("volume 992.000,");
    assertThat(TetFile.read(out).mesh().quality().volume()).isBetween(991.9999, 992.0001);
  }

  @Test
  void defectsAreToldAsJson() throws IOException {
    Path open = Files.writeString(folder.resolve("open.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3");
    Path json = folder.resolve("open.json");
    assertThat(run(open, "--json", json.toString())).contains("REFUSED");
    assertThat(Files.readString(json))
        .contains("\"met\":false", "\"kind\":\"OPEN_BORDER\"", "\"sentence\":");
    assertThat(run(cubes(0), "--json", json.toString(), "--estimate")).contains("wrote " + json);
    assertThat(Files.readString(json)).startsWith("{\"estimate\":{").contains("\"tets\":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--scale furlong",
        "--scale 0",
        "--hole 1:2",
        "--hole 1:2:x",
        "--hole 1:2:3,",
        "--region 1:2:3",
        "--region a=1:2:3:0",
        "--region =1:2:3",
        "--weld -1",
        "--json out.txt",
        "--out a.su2 --order 2",
        "--out a.mesh --order 2"
      })
  void whatIsWrongIsSaid(String line) throws IOException {
    Path input = cubes(0);
    assertThatThrownBy(() -> run(input, line.split(" ")))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(line.substring(0, line.indexOf(' ')).replace("--out", "--order"));
  }

  @Test
  void pointsOfComplexesAreNotWelded() throws IOException {
    Path poly = Files.writeString(folder.resolve("a.poly"), "0 3 0 0\n0 0\n0\n");
    assertThat(run(poly, "--weld", "1")).contains("--weld is for surfaces");
  }
}
