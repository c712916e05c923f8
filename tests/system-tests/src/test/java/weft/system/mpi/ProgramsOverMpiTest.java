// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.system.Alike;
import weft.system.ProjectTree;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// The programs that check themselves, over MPI on one host: with everything carried by it, and
/// with ranks that talk through memory beside it. They print what they print over threads.
@Sampled
final class ProgramsOverMpiTest {
  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).variable("TMPDIR", folder.toString());
  }

  private List<String> run(Mpi mpi, boolean only, String... program) throws Exception {
    mpi.assumeThere();
    weft.variable("WEFT_NETWORK_ONLY", only ? "1" : "");
    return run(List.of("-n", "3", "--transport", "mpi", "--mpi", mpi.title), program);
  }

  private List<String> run(List<String> options, String... program) throws Exception {
    var command = new ArrayList<>(List.of("run", "--java-heap", "64m"));
    command.addAll(options);
    command.addAll(List.of(program));
    var result = weft.run(command.toArray(String[]::new));
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(weft.leftovers()).isEmpty();
    return result.outLines();
  }

  @Alike({"OPEN_MPI, true", "MPICH, false"})
  void wave2dGivesTheSameBits(Mpi mpi, boolean only) throws Exception {
    Path pictures = ProjectTree.root().resolve("apps/wave2d/pictures");
    String[] program = {
      "wave2d",
      "--input",
      pictures.resolve("weft.png").toString(),
      "--speed",
      pictures.resolve("speed.png").toString(),
      "--steps",
      "200",
      "--out",
      folder.resolve("wave.png").toString()
    };
    List<String> expected = run(List.of("-n", "2", "--transport", "threads"), program);
    byte[] picture = Files.readAllBytes(folder.resolve("wave.png"));
    Files.delete(folder.resolve("wave.png"));

    List<String> lines = run(mpi, only, program);

    assertThat(lines.getFirst()).contains("3 ranks (mpi), about ");
    assertThat(digest(lines)).isEqualTo(digest(expected));
    assertThat(Files.readAllBytes(folder.resolve("wave.png"))).isEqualTo(picture);
  }

  @Alike({"OPEN_MPI, false", "MPICH, true"})
  void netsortSortsTheSameKeys(Mpi mpi, boolean only) throws Exception {
    String[] program = {"netsort", "--n", "200000"};
    List<String> expected = run(List.of("-n", "2", "--transport", "threads"), program);

    List<String> lines = run(mpi, only, program);

    assertThat(lines.getFirst()).startsWith("netsort: 200000 keys (seed 1), 3 ranks (mpi), about ");
    assertThat(digest(lines)).startsWith("  sorted, ").isEqualTo(digest(expected));
  }

  @Alike({"OPEN_MPI, true, atomics", "MPICH, true, rsr"})
  void gupsFindsNoError(Mpi mpi, boolean only, String way) throws Exception {
    List<String> lines = run(mpi, only, "gups", "--m", "14", "--by", way);

    assertThat(lines.getFirst())
        .startsWith("gups: 2^14 words, 4 updates each, by " + way + ", 3 ranks (mpi), about ");
    assertThat(lines).anyMatch(line -> line.contains("verified: 0 errors in 16384 words"));
  }

  @Alike({"OPEN_MPI, false", "MPICH, true"})
  void nbodyMovesItsBodiesAlike(Mpi mpi, boolean only) throws Exception {
    String[] program = {"nbody", "--bodies", "2000", "--steps", "10"};
    List<String> expected = run(List.of("-n", "2", "--transport", "threads"), program);

    List<String> lines = run(mpi, only, program);

    assertThat(lines.getFirst())
        .startsWith("nbody: 2000 bodies, theta 0.5, 10 steps, 3 ranks (mpi), about ");
    assertThat(digest(lines)).isEqualTo(digest(expected));
  }

  @ParameterizedTest
  @EnumSource(Mpi.class)
  void aLibraryBesideWeftCallsMpiBetweenTwoPhases(Mpi mpi) throws Exception {
    Path example = ProjectTree.root().resolve("examples/src/main/java/mpi/BesideMpi.java");
    for (boolean only : new boolean[] {true, false}) {
      assertThat(run(mpi, only, example.toString()))
          .containsExactlyInAnyOrder(
              "rank 0 was told 7485: true",
              "rank 1 was told 7485: true",
              "rank 2 was told 7485: true");
    }
  }

  private static String digest(List<String> lines) {
    return lines.stream().filter(line -> line.contains("digest ")).findFirst().orElseThrow();
  }
}
