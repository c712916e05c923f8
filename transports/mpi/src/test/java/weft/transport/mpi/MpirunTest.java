// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.WeftException;

/// Whose `mpirun` there is, and the command line that it gets.
final class MpirunTest {
  private static final Path FILE = Path.of("/usr/bin/mpirun");
  private static final List<String> RANK = List.of("java", "Main", "a b");

  private static final Mpirun OPEN_MPI = new Mpirun(FILE, Mpirun.Kind.OPEN_MPI, "4.1.4");
  private static final Mpirun MPICH = new Mpirun(FILE, Mpirun.Kind.MPICH, "4.0.2");

  private static @Nullable Mpirun read(String answer) {
    return Mpirun.read(FILE, answer);
  }

  @Test
  void readsVersions() {
    assertThat(read("mpirun (Open MPI) 4.1.4\n\nReport bugs to\n")).isEqualTo(OPEN_MPI);
    assertThat(read("HYDRA build details:\n    Version:      4.0.2\n    Release")).isEqualTo(MPICH);
    assertThat(read("Intel(R) MPI Library for Linux* OS, Version 2021.9 Build 20230307"))
        .isEqualTo(new Mpirun(FILE, Mpirun.Kind.MPICH, "2021.9"));
    assertThat(read("mpirun (Open MPI) 5.0.3"))
        .isEqualTo(new Mpirun(FILE, Mpirun.Kind.OPEN_MPI, "5.0.3"));
    assertThat(new Mpirun(FILE, Mpirun.Kind.OPEN_MPI, "5.0.3").major()).isEqualTo(5);
    assertThat(read("bash: no such thing")).isNull();
  }

  @Test
  void refusesWhatIsNoMpirun() {
    assertThatThrownBy(() -> Mpirun.find(Map.of("WEFT_MPIRUN", "/bin/true")))
        .isInstanceOf(WeftException.class)
        .hasMessageContaining("WEFT_MPIRUN names /bin/true, which is not an mpirun");
    assertThatThrownBy(() -> Mpirun.find(Map.of("WEFT_MPI", "lam")))
        .hasMessage("WEFT_MPI is \"lam\"; it must be openmpi or mpich");
  }

  /// A program that hangs, and one whose helper outlives it and holds its output open.
  @ParameterizedTest
  @ValueSource(strings = {"exec sleep 20", "sleep 20 & exec sleep 20"})
  void doesNotWaitForOneThatDoesNotAnswer(String script, @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("mpirun"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    assertThat(Mpirun.ask(file, 200)).isNull();
    Files.writeString(file, "#!/bin/sh\necho 'mpirun (Open MPI) 4.1.4'\n");
    assertThat(Mpirun.ask(file, 60_000)).isEqualTo(new Mpirun(file, OPEN_MPI.kind(), "4.1.4"));
  }

  private static String command(
      Mpirun mpirun, Map<String, String> settings, List<List<String>> commands) {
    var all = new HashMap<>(settings);
    all.put("WEFT_CORES", "4");
    return String.join(" ", new MpirunCommand(mpirun, all, commands.size()).of(commands));
  }

  @Test
  void startsRanksByOpenMpi() {
    assertThat(command(OPEN_MPI, Map.of(), List.of(RANK, RANK)))
        .startsWith(
            "/usr/bin/mpirun --tag-output --bind-to none --oversubscribe --mca"
                + " mpi_yield_when_idle 0 -x ")
        .contains(" -x WEFT_CORES ", " -n 2 sh -c ")
        .endsWith(" weft java Main a b");
    assertThat(command(OPEN_MPI, Map.of("WEFT_HOSTS", "a,b"), List.of(RANK, RANK, RANK)))
        .contains(" --host a:2,b:1 ")
        .doesNotContain("--oversubscribe");
    assertThat(command(OPEN_MPI, Map.of("SLURM_JOB_ID", "7"), List.of(RANK)))
        .doesNotContain("--oversubscribe");
    assertThat(command(OPEN_MPI, Map.of(), List.of(RANK, RANK, RANK, RANK, RANK)))
        .contains("--mca mpi_yield_when_idle 1");
    assertThat(command(OPEN_MPI, Map.of("WEFT_BIND", "1"), List.of(RANK)))
        .contains("--bind-to core");
  }

  @Test
  void startsRanksByMpich() {
    assertThat(command(MPICH, Map.of("WEFT_HOSTS", "a,b"), List.of(RANK, RANK)))
        .startsWith(
            "/usr/bin/mpirun -hosts a:1,b:1 -prepend-pattern \u0001%r\u0002 -disable-auto-cleanup -n 2"
                + " sh -c ")
        .doesNotContain(" -x ");
  }

  /// Ranks on other hosts load the library of the mpirun that has started them, as those here do.
  @Test
  void takesItsLibraryToOtherHosts(@TempDir Path folder) throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path mpirun = Files.createFile(bin.resolve("mpirun"));
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Path library = Files.createFile(lib.resolve("libmpi.so.40"));
    var installed = new Mpirun(mpirun, Mpirun.Kind.OPEN_MPI, "4.1.4");
    assertThat(command(installed, Map.of("WEFT_HOSTS", "a,b"), List.of(RANK, RANK)))
        .contains(" -x WEFT_MPI_LIBRARY ");
    assertThat(new MpirunCommand(installed, Map.of(), 1).environment(false))
        .containsEntry("WEFT_MPI_LIBRARY", library.toRealPath().toString());
    assertThat(command(OPEN_MPI, Map.of(), List.of(RANK))).doesNotContain("WEFT_MPI_LIBRARY");
  }

  @Test
  void leavesTcpOutOnOneHost() {
    String btl = "OMPI_MCA_btl";
    assertThat(new MpirunCommand(OPEN_MPI, Map.of(), 2).environment(false))
        .containsEntry(btl, "^tcp");
    for (var other : List.of(Map.of("WEFT_HOSTS", "a,b"), Map.of("WEFT_MPI_ARGS", "--host a"))) {
      assertThat(new MpirunCommand(OPEN_MPI, other, 2).environment(false)).doesNotContainKey(btl);
    }
    assertThat(new MpirunCommand(OPEN_MPI, Map.of(btl, "self,tcp"), 2).environment(false))
        .containsEntry(btl, "self,tcp");
  }

  @Test
  void givesEachRankItsOwnCommand() {
    var other = List.of("java", "-ea", "Main");
    assertThat(command(OPEN_MPI, Map.of("WEFT_HOSTS", "a"), List.of(RANK, other, other)))
        .containsPattern("--host a:3 .* -n 1 sh .* : --host a:3 .* -n 2 sh ");
  }

  @Test
  void passesArgumentsOn() {
    var settings = Map.of("WEFT_MPI_ARGS", "--map-by node  --mca 'a b' \"c d\"\\ e");
    assertThat(new MpirunCommand(OPEN_MPI, settings, 1).of(List.of(RANK)))
        .containsSequence("--map-by", "node", "--mca", "a b", "c d e");
    assertThatThrownBy(() -> ShellWords.split("--mca 'a b"))
        .hasMessageContaining("lack a closing '");
  }

  @Test
  void hidesALoneColon() {
    assertThat(new MpirunCommand(OPEN_MPI, Map.of(), 1).of(List.of(List.of("java", ":", "it's"))))
        .doesNotContain(":")
        .last()
        .asString()
        .startsWith("set -- java : 'it'\\''s'; ");
  }
}
