// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.ProjectTree;
import weft.testkit.Patience;
import weft.testkit.Sampled;

/// `mpirun ./weft run PROGRAM`, and `mpirun java Main` with Weft.launch in it.
@Sampled
final class MpirunStartsTest {
  private record Result(int exitCode, String out, String err) {}

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("Ring.java"), Programs.RING);
  }

  private Result run(List<String> command, Map<String, String> environment) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().putAll(Mpi.ENVIRONMENT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!Patience.await(process, Duration.ofMinutes(2))) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new AssertionError(
          "still running:\n" + Files.readString(out, UTF_8) + Files.readString(err, UTF_8));
    }
    return new Result(
        process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  private Result script(Mpi mpi, int ranks, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(ProjectTree.root().resolve("weft").toString()));
    command.addAll(List.of(arguments));
    return run(mpi.command(ranks, command), Map.of("WEFT_NO_BUILD", "1"));
  }

  @EachMpi
  void theScriptBecomesTheRank(Mpi mpi) throws Exception {
    mpi.assumeThere();
    Files.writeString(
        folder.resolve("Me.java"),
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            world.start();
            var parent = ProcessHandle.current().parent().orElseThrow().info().command().orElse("");
            IO.println(world.rank() + "/" + world.size() + " " + List.of(args) + " below "
                + parent.replaceFirst(".*/", "") + ", " + Runtime.getRuntime().availableProcessors());
          });
        }
        """);
    var result = script(mpi, 2, "run", "--jvm-arg", "-ea", "Me.java", "a b", "$x");
    assertThat(result.exitCode()).as(result.err).isZero();
    assertThat(result.err).isEmpty();
    int each = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    // What Open MPI 4 and 5 call it.
    String parent = mpi == Mpi.OPEN_MPI ? "(orterun|prte)" : "hydra_pmi_proxy";
    assertThat(result.out.lines().sorted().collect(Collectors.joining("\n")))
        .matches(
            IntStream.range(0, 2)
                .mapToObj(rank -> rank + "/2 \\[a b, \\$x] below " + parent + ", " + each)
                .collect(Collectors.joining("\n")));
  }

  @EachMpi
  void theScriptRunsBuiltInProgramsAndPassesMistakesOn(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assertThat(script(mpi, 2, "run", "hello").out)
        .isEqualTo("2 ranks over mpi: all 24 requests arrived.\n");
    var wrong = script(mpi, 2, "run", "-n", "3", "hello");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err).contains("weft: mpirun has started 2 ranks, but -n asks for 3; omit -n.");
    assertThat(script(mpi, 1, "run", "--help").out).contains("Starts a program on several ranks");
    assertThat(script(mpi, 1, "run", "-n", "2", "--transport", "threads", "hello").out)
        .isEqualTo("2 ranks over threads: all 24 requests arrived.\n");
  }

  @EachMpi
  void aPlainProgramJoins(Mpi mpi) throws Exception {
    mpi.assumeThere();
    assertThat(run(mpi.command(3, Programs.java("", "Ring.java")), Map.of()).out.lines())
        .containsExactlyInAnyOrder(
            "rank 0 of 3 over mpi: 3", "rank 1 of 3 over mpi: 1", "rank 2 of 3 over mpi: 2");
    var threads = Programs.java("", "Ring.java");
    threads.addAll(List.of("--weft-transport", "threads", "--weft-ranks", "2"));
    assertThat(run(mpi.command(1, threads), Map.of()).out.lines())
        .containsExactlyInAnyOrder("rank 0 of 2 over threads: 2", "rank 1 of 2 over threads: 1");
  }

  @EachMpi
  void onesWithoutTheTransportSaySoOnce(Mpi mpi) throws Exception {
    mpi.assumeThere();
    var result = run(mpi.command(2, Programs.java("weft-mpi", "Ring.java")), Map.of());
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err)
        .containsOnlyOnce("mpirun has started this program as one of 2 ranks")
        .contains("add the dependency io.github.weft-java:weft-mpi");
  }

  @Test
  void withoutMpirunAPlainProgramRunsThreads() throws Exception {
    var command = Programs.java("", "Ring.java");
    command.addAll(List.of("--weft-ranks", "2"));
    assertThat(run(command, Map.of()).out.lines())
        .containsExactlyInAnyOrder("rank 0 of 2 over threads: 2", "rank 1 of 2 over threads: 1");
  }
}
