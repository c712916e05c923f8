// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.testkit.Patience;
import weft.testkit.Sampled;

/// A rank that cannot start, or not end, ends the job with a sentence; no other waits for it.
@Sampled
final class StartingOverMpiTest {
  private static final int RANKS = 3;
  private static final long PATIENCE_SECONDS = 90;

  private record Result(int exitCode, String err) {}

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("Ring.java"), Programs.RING);
  }

  /// Starts ranks of which rank 1 does `first`, in a shell, before it becomes the program.
  private Result start(Mpi mpi, String first, Map<String, String> environment) throws Exception {
    mpi.assumeThere();
    String script =
        "if [ \"${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\" = 1 ]; then " + first + "; fi; exec \"$@\"";
    var command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.addAll(Programs.java("", "Ring.java"));
    return run(mpi.command(RANKS, command), environment);
  }

  private Result run(List<String> command, Map<String, String> environment) throws Exception {
    Path err = Files.createTempFile(folder, "err", "");
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(err.toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().putAll(Mpi.ENVIRONMENT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!Patience.await(process, Duration.ofSeconds(PATIENCE_SECONDS))) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new AssertionError("still running: " + Files.readString(err));
    }
    return new Result(process.exitValue(), Files.readString(err));
  }

  @EachMpi
  void whatIsWrongWhenTheRankHasJoinedIsReported(Mpi mpi) throws Exception {
    var result = start(mpi, "export WEFT_CORES=many", Map.of());

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err)
        .containsOnlyOnce("weft: rank 1 failed in its start: ")
        .contains("WEFT_CORES is \"many\"; it must be a whole number");
  }

  @EachMpi
  void whatIsWrongBeforeThatIsSaid(Mpi mpi) throws Exception {
    var result = start(mpi, "export WEFT_RING=long", Map.of());

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err).contains("on rank 1, ", "WEFT_RING is \"long\"; it must be");
  }

  /// Whatever it waits for; what ends the job asks no library, so one is enough.
  @ParameterizedTest
  @EnumSource(names = "MPICH")
  void aLibraryThatDoesNotEndEndsTheJob(Mpi mpi) throws Exception {
    String library =
        library(mpi, "#include <unistd.h>", "int MPI_Finalize() { for (;;) pause(); }");
    var result = start(mpi, "true", Map.of("WEFT_JOIN", "8", "WEFT_MPI_LIBRARY", library));

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err)
        .containsPattern("weft: rank 0 on \\S+ has waited 2 s in MPI_Finalize, although all ranks")
        .containsPattern("weft: rank 0 on \\S+ has waited 8 s in MPI_Finalize, although all ranks");
  }

  @EachMpi
  void whatMpiSaysAtTheEndIsReported(Mpi mpi) throws Exception {
    String library = library(mpi, "int MPI_Ibarrier() { return 15; }");
    var result = start(mpi, "true", Map.of("WEFT_MPI_LIBRARY", library));

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err)
        .containsPattern("weft: rank [012] failed in the job's end: .*MPI_Ibarrier failed: ");
  }

  /// That of MPI with another function before its own.
  private String library(Mpi mpi, String... source) throws Exception {
    mpi.assumeThere();
    Path file = Files.write(folder.resolve("other.c"), List.of(source));
    String library = folder.resolve("libother.so").toString();
    String its = mpi == Mpi.OPEN_MPI ? "-l:libmpi.so.40" : "-l:libmpich.so.12";
    var command = new ArrayList<>(List.of("gcc", "-shared", "-fPIC", "-o", library));
    command.addAll(List.of(file.toString(), "-Wl,--no-as-needed", its));
    var built = run(command, Map.of());
    assertThat(built.exitCode).as(built.err).isZero();
    return library;
  }

  /// Which of the launchers end a job then is their own affair.
  @EachMpi
  void aRankThatEndsBeforeItJoinsEndsTheJob(Mpi mpi) throws Exception {
    var result = start(mpi, "echo the disk is full >&2; exit 3", Map.of("WEFT_JOIN", "4"));

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err).contains("the disk is full");
  }

  @EachMpi
  void aRankThatNeverJoinsEndsTheJob(Mpi mpi) throws Exception {
    var result = start(mpi, "exec sleep 1000", Map.of("WEFT_JOIN", "4"));

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err)
        .containsOnlyOnce("has waited 1 s for the other ranks in MPI_Init. Either a rank has not")
        .contains("After 4 s it ends the job.")
        .contains("has waited 4 s for the other ranks in MPI_Init. Either a rank has not")
        .contains("It ends now. WEFT_JOIN sets this limit in seconds");
  }

  @EachMpi
  void aMissingLibraryIsNamed(Mpi mpi) throws Exception {
    var result = start(mpi, "export WEFT_MPI_LIBRARY=/nowhere/libmpi.so", Map.of("WEFT_JOIN", "8"));

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err)
        .containsOnlyOnce(
            "weft: rank 1 failed: no MPI library was found (looked for /nowhere/libmpi.so)")
        .doesNotContain("Exception", "\tat weft.");
  }

  /// It says whose it is; that its handles are not those of old is another matter.
  @EachMpi
  void aLibraryOfTheStandardInterfaceIsRefused(Mpi mpi) throws Exception {
    String library =
        library(mpi, "int MPI_Abi_get_version(int* a, int* b) { *a = 1; *b = 0; return 0; }");
    var result = start(mpi, "true", Map.of("WEFT_MPI_LIBRARY", library));

    assertThat(result.exitCode).isNotZero();
    assertThat(result.err)
        .contains(" failed: " + library + " has MPI's standard binary interface (version 1.0)")
        .doesNotContain("SIGSEGV");
  }

  /// MPI 5 has the function in all libraries: one that has an interface of its own says so.
  @EachMpi
  void aLibraryThatHasTheStandardInterfaceNotIsTaken(Mpi mpi) throws Exception {
    String library =
        library(mpi, "int MPI_Abi_get_version(int* a, int* b) { *a = *b = -1; return 0; }");
    var result = start(mpi, "true", Map.of("WEFT_MPI_LIBRARY", library));

    assertThat(result.err).isEmpty();
    assertThat(result.exitCode).isZero();
  }

  /// As `srun` does without a word about MPI: every process is a job of its own then.
  @EachMpi
  void aRankThatMpiTakesForAJobOfItsOwnIsRefused(Mpi mpi) throws Exception {
    mpi.assumeThere();
    String rank = mpi == Mpi.OPEN_MPI ? "PMIX_RANK" : "PMI_RANK";
    var result =
        run(
            Programs.java("", "Ring.java"),
            Map.of(rank, "1", "SLURM_PROCID", "1", "SLURM_NTASKS", "4"));

    assertThat(result.exitCode).isEqualTo(1);
    assertThat(result.err)
        .contains("the launcher has started 4 processes, but the MPI library (")
        .contains(") sees 1: it belongs to another launcher.")
        .contains("for srun, name its kind of MPI");
  }
}
