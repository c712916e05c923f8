// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.testkit.Sampled;

/// `weft run mesh --input`: exit codes, and signals while it works.
@Sampled
final class MeshRunTest {
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
      f 1 4 3 2
      f 5 6 7 8
      f 1 2 6 5
      f 2 3 7 6
      f 3 4 8 7
      f 4 1 5 8
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalWritesTheMeshThatIsThere(String signal) throws Exception {
    Weft weft = new Weft(folder).file("cube.obj", CUBE);
    Path out = folder.resolve("cube.vtu");
    String[] command = {
      "run",
      "-n",
      "2",
      "mesh",
      "--input",
      "cube.obj",
      "--max-volume",
      "1e-8",
      "--max-tets",
      "100000000",
      "--out",
      "cube.vtu"
    };
    Weft.Running running = weft.begin(command);
    running.awaitOutput("The shortest segment");
    Thread.sleep(2000); // The work goes on for minutes from here.
    running.signal(signal);
    Weft.Result result = running.end();
    assertThat(result.exitCode()).isEqualTo(signal.equals("INT") ? 130 : 143);
    assertThat(result.out()).contains("The work was ended", "wrote cube.vtu");
    assertThat(Files.readString(out, ISO_8859_1)).startsWith("<?xml").endsWith("</VTKFile>\n");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void allRanksMakeTheTetsOfPoints() throws Exception {
    Weft weft =
        new Weft(folder).file("flat.xyz", "0 0 0\n1 0 0\n0 1 0\n").file("bad.xyz", "0 0 NaN\n");
    Weft.Result three =
        weft.run("run", "-n", "3", "mesh", "--random", "1000", "--hash", "--out", "points.vtu");
    assertThat(three.exitCode()).isZero();
    assertThat(three.out())
        .contains(
            "1000 random points, 3 ranks (shm)",
            "mesh: 1000 points, 6288 tets, 144 triangles of the hull",
            "hash d359ebc9265a31148ac9fffebc48f55e5ccd0e8c4df1008ec2087ff552e8ee3f",
            "wrote points.vtu");
    assertThat(Files.readString(folder.resolve("points.vtu"), ISO_8859_1)).startsWith("<?xml");
    Weft.Result flat = weft.run("run", "-n", "2", "mesh", "--points", "flat.xyz");
    assertThat(flat.out()).contains("3 points, no tets: all points are in one plane");
    for (String file : new String[] {"bad.xyz", "missing.xyz"}) {
      Weft.Result wrong = weft.run("run", "-n", "2", "mesh", "--points", file);
      assertThat(wrong.exitCode()).isEqualTo(2);
      assertThat(wrong.err()).contains("mesh: ");
    }
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void missedBoundsAndWrongInputHaveExitCodes() throws Exception {
    Weft weft =
        new Weft(folder).file("cube.obj", CUBE).file("open.obj", CUBE.replace("f 5 6 7 8\n", ""));
    String[] limited = {
      "run", "-n", "1", "mesh", "--input", "cube.obj", "--max-volume", "1e-5", "--max-tets", "100"
    };
    assertThat(weft.run(limited).exitCode()).isZero();
    String[] strict = Arrays.copyOf(limited, limited.length + 1);
    strict[limited.length] = "--strict";
    assertThat(weft.run(strict).exitCode()).isEqualTo(3);
    Weft.Result open = weft.run("run", "-n", "1", "mesh", "--input", "open.obj");
    assertThat(open.exitCode()).isEqualTo(2);
    assertThat(open.err()).contains("open.obj cannot be filled");
  }
}
