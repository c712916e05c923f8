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
import weft.mesh.surface.Surface;
import weft.options.OptionException;
import weft.testkit.Sampled;

/// The files, and the program, which checks its sums itself.
@Sampled
class MultipoleTest {
  @TempDir Path folder;

  private static void transfer(int ranks, String args) {
    try (Job job = Weft.open(WeftConfig.ofRanks(ranks).withArgs(List.of(args.split(" "))))) {
      job.run(Transfer::run);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void sumsAreThoseOfASequentialRun(int ranks) {
    transfer(ranks, "--shape almond --edges 1500 --iterations 3");
    transfer(ranks, "--shape torus --edges 1500 --per-wave 4 --iterations 2 --one-by-one");
    transfer(ranks, "--edges 600 --iterations 8 --tuner fast-adaptive --together --buffers 3");
    transfer(ranks, "--edges 600 --iterations 40 --tuner buffers,fixed:4 --together");
    transfer(ranks, "--edges 600 --iterations 4 --tuner rounds:0,rounds:3.5,fixed:1,rounds:1e9");
    transfer(ranks, "--edges 600 --iterations 8 --poll-cost 5us --later-poll-cost 0us --together");
  }

  @Test
  void thePapersSizesRun() {
    transfer(3, "--synthetic small --iterations 2 --load stressed --tuner fixed:16");
  }

  @Test
  void picturesAndStateAreWritten() throws IOException {
    Path report = folder.resolve("out.html");
    Path state = folder.resolve("state");
    String args = "--edges 600 --iterations 6 --report " + report + " --state " + state;
    transfer(2, args);
    assertThat(Files.readString(report)).contains("Aggregation parameter");
    assertThat(Files.readString(state)).startsWith("log-quadratic");
    transfer(2, args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--shape cube",
        "--tuner fixed:-1",
        "--tuner rounds:",
        "--tuner guess",
        "--poll-cost 60",
        "--synthetic huge",
        "--mesh a.obj --shape sphere",
        "--mesh not-there.obj",
        "--load heavy"
      })
  void wrongOptionsAreRefused(String args) {
    assertThatThrownBy(() -> transfer(2, args))
        .hasStackTraceContaining(
            (args.contains("not-there") ? BadInputException.class : OptionException.class)
                .getName());
  }

  @Test
  void shapesAndFilesHaveTheirEdges() throws IOException {
    for (String shape : List.of("sphere", "torus", "almond")) {
      assertThat(TransferSurface.shape(shape, 3000).edges().length).isBetween(2400, 3600);
    }
    Path file =
        Files.writeString(
            folder.resolve("a.off"), "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2\n");
    Surface surface = TransferSurface.read(file);
    assertThat(surface.edgeMiddles()).hasSize(15);
    assertThat(surface.medianEdge()).isCloseTo(1, within(1e-9));
    transfer(2, "--mesh " + file + " --iterations 1");
  }

  @Test
  void brokenFilesAreNamed() throws IOException {
    for (String[] file :
        List.of(
            new String[] {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 x\n", "line 4 of"},
            new String[] {"b.obj", "", "no triangles"},
            new String[] {"c.obj", "v 0 0 0\nv 1e400 0 0\nf 1 1 2\n", "the coordinate Infinity"},
            new String[] {"d.obj", "v 0 0 -1e300\nf 1 1 1\n", "which is too large"},
            new String[] {"e.obj", "v 0 0 NaN\nf 1 1 1\n", "which is not a number"},
            new String[] {"a.xyz", "", "has no ending of a file of a surface that can be read"})) {
      Path path = Files.writeString(folder.resolve(file[0]), file[1]);
      assertThatThrownBy(() -> TransferSurface.read(path))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining(file[2]);
    }
    assertThatThrownBy(() -> TransferSurface.read(folder.resolve("missing.obj")))
        .isInstanceOf(BadInputException.class);
  }
}
