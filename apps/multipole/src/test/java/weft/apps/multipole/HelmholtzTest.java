// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.Job;
import weft.Weft;
import weft.WeftConfig;
import weft.apps.common.BadInputException;
import weft.options.OptionException;
import weft.testkit.Sampled;

/// The program's sums, as it writes them, on several ranks; and what it refuses.
@Sampled
class HelmholtzTest {
  @TempDir Path folder;

  private double[][] sums(int ranks, String args) throws IOException {
    Path out = folder.resolve("sums.csv");
    helmholtz(ranks, args + " --out " + out);
    List<String> lines = Files.readAllLines(out);
    assertThat(lines.getFirst()).isEqualTo("x,y,z,re,im");
    return lines.stream()
        .skip(1)
        .map(line -> List.of(line.split(",")).stream().mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private static void helmholtz(int ranks, String args) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(List.of(args.split(" "))))) {
      job.run(Helmholtz::run);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void sumsAreThoseOfAllPairs(int ranks) throws IOException {
    for (String points : List.of("--count 1500 --wavelengths 6", "--on cube --count 3000 --k 20")) {
      double[][] direct = sums(2, points + " --direct");
      double[][] fast = sums(ranks, points + " --accuracy 1e-3 --rows 5");
      double wrong = 0;
      double all = 0;
      for (int i = 0; i < direct.length; i++) {
        assertThat(fast[i]).startsWith(direct[i][0], direct[i][1], direct[i][2]);
        for (int part = 3; part < 5; part++) {
          wrong += Math.pow(fast[i][part] - direct[i][part], 2);
          all += direct[i][part] * direct[i][part];
        }
      }
      assertThat(Math.sqrt(wrong / all)).isLessThan(1e-3);
    }
  }

  @Test
  void filesAreSummed() throws IOException {
    // Two charges, one place twice: it does not contribute to itself.
    Path file =
        Files.writeString(
            folder.resolve("p.csv"), "x,y,z,re,im\n# two\n0,0,0,1,0\n0;0;2;0;1\n\n0 0 0 1 0\n");
    double[][] sums = sums(2, "--points " + file + " --k 0");
    double unit = 1 / (8 * Math.PI);
    double[][] wanted = {{0, 0, 0, 0, unit}, {0, 0, 2, 2 * unit, 0}, {0, 0, 0, 0, unit}};
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 5; j++) {
        assertThat(sums[i][j]).isCloseTo(wanted[i][j], within(1e-12));
      }
    }
    // Values are 1 without others; a negative wave number gives the conjugate.
    Files.writeString(file, "1,2,3\n1,2,4\n");
    double[][] one = sums(1, "--points " + file + " --k 0.7");
    double[][] other = sums(1, "--points " + file + " --k -0.7");
    assertThat(one[0][3]).isCloseTo(Math.cos(0.7) / (4 * Math.PI), within(1e-12));
    assertThat(other[0][4]).isEqualTo(-one[0][4]);
  }

  @Test
  void onePlaceAndFewPointsHaveSums() throws IOException {
    Path file = Files.writeString(folder.resolve("p.csv"), "1,1,1\n1,1,1\n1,1,1\n");
    for (double[] sum : sums(2, "--points " + file)) {
      assertThat(sum).endsWith(0, 0);
    }
    assertThat(sums(3, "--count 1")).hasDimensions(1, 5);
  }

  @Test
  void whatTakesTooLongIsRefused() {
    assertThatThrownBy(() -> helmholtz(2, "--count 1000000 --wavelengths 0.5"))
        .hasStackTraceContaining("they lie within 0.500 wavelengths, and a tree for this accuracy")
        .hasStackTraceContaining("give --direct");
    assertThatThrownBy(() -> helmholtz(2, "--count 1000000 --k 0"))
        .hasStackTraceContaining("is not above 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--count 0",
        "--accuracy 1e-9",
        "--k 1 --wavelengths 3",
        "--k much",
        "--points a.csv --count 3",
        "--on torus"
      })
  void wrongOptionsAreRefused(String args) {
    assertThatThrownBy(() -> helmholtz(2, args))
        .hasStackTraceContaining(OptionException.class.getName());
  }

  @Test
  void brokenFilesAreNamed() throws IOException {
    for (String[] each :
        List.of(
            new String[] {"1,2\n", "line 1: there are not three numbers"},
            new String[] {"x,y,z\n1,2,3\n1,2,z\n", "line 3: there are not"},
            new String[] {"1,2,NaN\n", "line 1: there are not"},
            new String[] {"# none\n", "has no point"})) {
      Path file = Files.writeString(folder.resolve("bad.csv"), each[0]);
      assertThatThrownBy(() -> helmholtz(2, "--points " + file))
          .hasStackTraceContaining(BadInputException.class.getName())
          .hasStackTraceContaining(each[1]);
    }
    assertThatThrownBy(() -> helmholtz(2, "--points not-there.csv"))
        .hasStackTraceContaining(BadInputException.class.getName());
  }
}
