// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// `weft run` within a rank that `mpirun` has started.
final class ForeignRankTest {
  private static final Machine MACHINE = new Machine(List.of(0, 1, 2, 3), 4, 10L << 30, false);
  private static final Map<String, String> MPIRUN =
      Map.of(
          "OMPI_COMM_WORLD_RANK", "1",
          "OMPI_COMM_WORLD_SIZE", "8",
          "OMPI_COMM_WORLD_LOCAL_SIZE", "2");

  private final Console console = new Console();

  private int run(Map<String, String> around, String... args) {
    return Main.commandLine("run", new RunCommand(console.out, console.err, MACHINE, around))
        .setExecutionExceptionHandler((e, line, result) -> {
          console.err.println(e.getMessage());
          return 2;
        })
        .execute(args);
  }

  @Test
  void printsTheCommandThatARankBecomes() {
    assertThat(run(MPIRUN, "--print-command", "--heap", "1m", "hello", "it's", "$x")).isZero();
    assertThat(console.out())
        .startsWith("exec env ")
        .contains(
            " WEFT_CORES=4 ",
            " WEFT_HEAP=1048576 ",
            " 'WEFT_PROGRAM=hello it'\\''s $x' ",
            " WEFT_TRANSPORT=mpi ",
            "/bin/java -Xmx3072m -XX:ActiveProcessorCount=2 ",
            " --enable-native-access=ALL-UNNAMED ")
        .endsWith(" weft.cli.Hello 'it'\\''s' '$x'\n");
    assertThat(console.err()).isEmpty();
  }

  @Test
  void printsNothingWhereItIsNoRank() {
    assertThat(run(Map.of(), "--print-command", "hello")).isZero();
    assertThat(run(MPIRUN, "--print-command", "--transport", "shm", "hello")).isZero();
    assertThat(console.out()).isEmpty();
  }

  @Test
  void leavesSourceFilesToTheRank() throws Exception {
    var file = java.nio.file.Files.createTempFile("Prog", ".java");
    assertThat(run(MPIRUN, "--print-command", file.toString(), "x")).isZero();
    assertThat(console.out()).endsWith(" " + file + " x\n");
    java.nio.file.Files.delete(file);
  }

  @Test
  void refusesWhatMpirunHasDecided() {
    assertThat(run(MPIRUN, "-n", "4", "hello")).isEqualTo(2);
    assertThat(console.err()).contains("mpirun has started 8 ranks, but -n asks for 4; omit -n");
    assertThat(run(MPIRUN, "--hosts", "a,b", "hello")).isEqualTo(2);
    assertThat(console.err())
        .contains("--hosts is for a job that weft run starts; give this to mpirun");
    assertThat(run(Map.of(), "--hosts", "a", "--transport", "shm", "hello")).isEqualTo(2);
    assertThat(console.err()).contains("--hosts is for --transport mpi, tcp or ucx, not for shm");
  }

  @Test
  void saysHowToStartItUnderMpich() {
    var mpich = Map.of("PMI_RANK", "0", "PMI_SIZE", "2", "PMI_FD", "6");
    assertThat(run(mpich, "hello")).isEqualTo(2);
    assertThat(console.err()).contains("mpirun -n 4 ./weft run PROGRAM");
  }
}
