// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import weft.apps.common.BadInputException;
import weft.apps.common.ResultsPage;
import weft.mesh.Delaunay;
import weft.options.OptionException;
import weft.testkit.Sampled;

@Sampled
final class MeshProgramTest {
  private static final String HASH =
      "d359ebc9265a31148ac9fffebc48f55e5ccd0e8c4df1008ec2087ff552e8ee3f";

  @TempDir Path folder;

  private static String work(String... args) {
    MeshOptions options = MeshOptions.parse(List.of(args));
    return MeshProgram.work(options, new ResultsPage(options.report(), null));
  }

  @Test
  void randomPointsHaveTheHashOfTheOracle() {
    assertThat(work("--random", "1000", "--hash"))
        .startsWith("mesh: 1000 points, 6288 tets, ")
        .contains("hash " + HASH);
    assertThat(work("--random", "1000", "--seed", "43", "--hash")).doesNotContain(HASH);
  }

  @Test
  void pointsThatAreWrittenAndReadAgainHaveTheSameTets() throws IOException {
    Path ele = folder.resolve("points.ele");
    assertThat(work("--random", "1000", "--out", ele.toString())).contains("points.face");
    assertThat(Files.readAllLines(folder.resolve("points.node"))).hasSize(1001);
    assertThat(Files.readAllLines(ele)).hasSize(6289);
    assertThat(work("--points", folder.resolve("points.node").toString(), "--hash")).contains(HASH);
    List<String> lines = Files.readAllLines(folder.resolve("points.node"));
    Path xyz = folder.resolve("points.xyz");
    Files.write(
        xyz,
        lines.subList(1, lines.size()).stream()
            .map(line -> line.substring(line.indexOf(' ')) + " red # a point")
            .toList());
    assertThat(work("--points", xyz.toString(), "--hash")).contains(HASH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.vtu", "t.msh"})
  void binaryFilesAreWritten(String name) throws IOException {
    Path file = folder.resolve(name);
    work("--random", "100", "--out", file.toString());
    assertThat(Files.readString(file, ISO_8859_1))
        .contains(name.equals("t.vtu") ? "UnstructuredGrid" : "4.1 1 8");
    if (name.equals("t.msh")) {
      work("--random", "100", "--out", file.toString(), "--msh", "2.2");
      assertThat(Files.readString(file, ISO_8859_1)).contains("2.2 1 8");
    }
  }

  @Test
  void aPageShowsTheTets() throws IOException {
    Path page = folder.resolve("page.html");
    work("--random", "500", "--report", page.toString());
    assertThat(Files.readString(page))
        .contains("Delaunay tets of 500 points", "Smallest dihedral angle", "Shapes in numbers");
  }

  @Test
  void flatPointsAreSaidToBeFlat() throws IOException {
    Path xyz = folder.resolve("flat.xyz");
    Path page = folder.resolve("flat.html");
    Files.writeString(xyz, "0 0 0\n1,0,0\n0;1;0\n1 1 0\n1 1 0\n");
    assertThat(work("--points", xyz.toString(), "--report", page.toString()))
        .startsWith("mesh: 5 points at 4 places, no tets: all points are in one plane");
    assertThat(Files.readString(page)).contains("There are no tets");
  }

  @Test
  void wrongInputIsRefusedWithASentence() throws IOException {
    Path bad = folder.resolve("bad.xyz");
    Files.writeString(bad, "0 0 0\n1 2\n");
    assertRefused("bad.xyz, line 2: a number is missing", "--points", bad.toString());
    Files.writeString(bad, "0 0 0\n1 2 three\n");
    assertRefused("bad.xyz, line 2: \"three\" is no number", "--points", bad.toString());
    Files.writeString(bad, "0 0 0\n1 2 1e300\n");
    assertRefused("point 1 has z = 1.0E300", "--points", bad.toString());
    Path cut = folder.resolve("cut.node");
    Files.writeString(cut, "3 3 0 0\n0 1 2 3\n");
    assertRefused("the file ends after 1 points", "--points", cut.toString());
    assertRefused("there is no file", "--points", folder.resolve("none.xyz").toString());
    assertRefused("none", "--random", "10", "--out", folder.resolve("none/t.vtu").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--random 10 --points a.xyz|--points, --random, --input and --refine exclude each other",
        "--random 10 --out tets.txt|has no ending",
        "--random 10 --msh 2.2|--msh is for files",
        "--random 10 --out a.msh --msh 3|--msh is one of 4.1, 2.2",
        "--points a.xyz --seed 1|--seed is for",
      })
  void wrongOptionsAreRefusedWithASentence(String line, String sentence) {
    assertThatThrownBy(() -> MeshOptions.parse(List.of(line.split(" "))))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining(sentence);
  }

  private static void assertRefused(String sentence, String... args) {
    assertThatThrownBy(() -> work(args))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void theShapesOfARegularTetAreKnown() {
    Delaunay mesh = Delaunay.of(new double[] {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1});
    TetShapes shapes = TetShapes.of(mesh);
    assertThat(shapes.volumes()[0]).isCloseTo(8.0 / 3, within(1e-12));
    assertThat(shapes.ratios()[0]).isCloseTo(Math.sqrt(6) / 4, within(1e-12));
    assertThat(shapes.dihedrals()[0]).isCloseTo(Math.toDegrees(Math.acos(1.0 / 3)), within(1e-9));
    assertThat(Arrays.stream(TetShapes.of(cube()).volumes()).sum()).isCloseTo(1, within(1e-12));
  }

  private static Delaunay cube() {
    double[] xyz = new double[24];
    for (int i = 0; i < 24; i++) {
      xyz[i] = i / 3 >> i % 3 & 1;
    }
    return Delaunay.of(xyz);
  }
}
