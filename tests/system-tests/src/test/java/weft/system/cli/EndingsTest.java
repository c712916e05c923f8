// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// How `weft run` ends: exit codes, signals, kills; no process and no file is left.
@Sampled
final class EndingsTest {
  private static final String WAITS =
      """
      import weft.Weft;

      void main(String[] args) {
        Weft.launch(args, world -> {
          world.start();
          world.quiesce();
          IO.println("process " + ProcessHandle.current().pid());
          world.pollUntil(() -> false);
        });
      }
      """;

  /// A job that is long enough to be listed, as only such jobs look for others.
  private static final String PAUSE =
      """
      void main(String[] args) {
        weft.Weft.launch(args, world -> {
          world.start();
          Thread.sleep(500);
        });
      }
      """;

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).file("Waits.java", WAITS);
  }

  @Alike({"shm", "threads"})
  void anExitCodeArrives(String transport) throws Exception {
    weft.file(
        "Exits.java",
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            world.start();
            if (world.rank() == 1) System.exit(7);
            world.pollUntil(() -> false);
          });
        }
        """);
    var result = weft.run("run", "-n", "3", "--transport", transport, "Exits.java");
    assertThat(result.exitCode()).isEqualTo(7);
    assertThat(weft.leftovers()).isEmpty();
  }

  @Alike({"shm", "threads"})
  void anExceptionIsReportedAndTheExitCodeIsNotZero(String transport) throws Exception {
    weft.file(
        "Throws.java",
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            world.start();
            if (world.rank() == 1) throw new IllegalStateException("the dog ate it");
            world.pollUntil(() -> false);
          });
        }
        """);
    var result = weft.run("run", "-n", "2", "--transport", transport, "Throws.java");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .contains("rank 1")
        .contains("the dog ate it")
        .contains("Throws.java:4");
    assertThat(weft.leftovers()).isEmpty();
  }

  private static final String LEAVES =
      """
      void main(String[] args) {
        switch (args[0]) {
          case "throws" -> throw new RuntimeException("too early");
          case "leaves" -> System.exit(2);
          case "returns" -> { return; }
        }
        weft.Weft.launch(args, world -> {
          world.start();
          if (args[0].equals("all") || (args[0].equals("exit") && world.rank() == 1)) System.exit(0);
          if (args[0].equals("halt") && world.rank() == 1) Runtime.getRuntime().halt(0);
          if (args[0].equals("deep")) deep(world.rank());
          world.pollUntil(() -> false);
        });
      }

      long deep(long depth) {
        return 1 + deep(depth + 1);
      }
      """;

  private Weft.Result leave(String transport, String how) throws Exception {
    weft.file("Leaves.java", LEAVES);
    var result = weft.run("run", "-np", "2", "--transport", transport, "Leaves.java", how);
    assertThat(weft.leftovers()).isEmpty();
    return result;
  }

  @Alike({"shm exit", "shm halt", "threads exit", "threads halt"})
  void leavingWithZeroWhileOthersTakePartIsReportedOnce(String text) throws Exception {
    String[] how = text.split(" ");
    var result = leave(how[0], how[1]);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err().lines().filter(line -> line.contains(" failed: "))).hasSize(1);
    if (text.equals("threads exit")) {
      assertThat(result.err())
          .startsWith("weft: rank 1 failed: it called System.exit before the job's end")
          .contains("Leaves.java:9");
    }
  }

  @Alike({"shm", "threads"})
  void ranksThatAllLeaveWithZeroHaveEndedWell(String transport) throws Exception {
    var result = leave(transport, "all");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @Alike({"throws 1", "leaves 2"})
  void ranksThatEndBeforeTheyJoinAreReportedOnce(String text) throws Exception {
    String[] how = text.split(" ");
    var result = leave("shm", how[0]);
    assertThat(result.exitCode()).isEqualTo(Integer.parseInt(how[1]));
    assertThat(result.err().lines().filter(line -> line.startsWith("weft: "))).hasSize(1);
  }

  @Alike({"exit", "halt"})
  void aProgramStartedByJavaIsJudgedAsWell(String how) throws Exception {
    weft.file("Leaves.java", LEAVES);
    String[] arguments = {how, "--weft-ranks", "2"};
    String[] shm = {how, "--weft-ranks", "2", "--weft-transport", "shm"};
    var result = weft.beginMain("Leaves.java", how.equals("exit") ? arguments : shm).end();
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).startsWith("weft: rank 1 failed: ");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void aProgramThatNeverLaunchesEndsWell() throws Exception {
    assertThat(leave("shm", "returns").exitCode()).isZero();
  }

  @Alike({"shm", "threads"})
  void aRecursionWithoutEndIsReportedInFewLines(String transport) throws Exception {
    var result = leave(transport, "deep");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("StackOverflowError").contains(" frames left out");
    assertThat(result.err().lines().count()).isLessThan(150);
  }

  @Test
  void aSourceFileThatDoesNotCompileIsShownWithItsLine() throws Exception {
    weft.file("Bad.java", "void main() {\n  int x = \"text\";\n}\n");
    var result = weft.run("run", "-n", "2", "Bad.java");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .startsWith("weft: Bad.java does not compile.\nBad.java:2: error: incompatible types")
        .doesNotContain("\tat ");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void aWrongCommandLineIsASentence() throws Exception {
    var result = weft.run("run", "-n", "2", "helo");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("weft: There is no program helo. Did you mean hello?")
        .hasLineCount(1);
  }

  /// At any moment, before ranks have joined, too: no failure is reported, and none is retried.
  @Alike({"shm INT 130", "tcp INT 130", "tcp TERM 143", "mpi INT 130", "mpi TERM 143"})
  void theEndByTheUserIsNoFailure(String words) throws Exception {
    String[] how = words.split(" ", -1);
    if (how[0].equals("mpi")) {
      Assumptions.assumeTrue(Shell.find("mpirun") != null, "mpirun is not installed");
    }
    long seed = Long.getLong("weft.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 3; i++) {
      String checkpoint = folder.resolve("checkpoint").toString();
      var running =
          weft.begin(
              "run",
              "-n",
              "2",
              "--transport",
              how[0],
              "--retries",
              "2",
              "--checkpoint",
              checkpoint,
              "Waits.java");
      int millis = 400 + random.nextInt(1500); // Earlier, the JVM of the command does not run yet.
      boolean _ = running.process().waitFor(millis, TimeUnit.MILLISECONDS);
      running.signal(how[1]);
      var result = running.end();
      // The JDK itself writes the first when its log is not ready yet; the second is true, and said
      // once the program has started.
      String err =
          result
              .err()
              .replaceAll("Runtime.exit.* logging failed.*\n", "")
              .replaceAll("weft: --checkpoint has no effect: .*\n", "");
      assertThat(err).as("seed %d, after %d ms", seed, millis).isEmpty();
      assertThat(result.exitCode()).isEqualTo(Integer.parseInt(how[2]));
    }
    assertThat(weft.leftovers()).isEmpty();
  }

  @Alike({"shm INT 130", "shm TERM 143", "threads INT 130", "threads TERM 143"})
  void aSignalEndsAll(String text) throws Exception {
    String[] how = text.split(" ");
    var running = weft.begin("run", "-n", "2", "--transport", how[0], "Waits.java");
    List<Long> processes = processes(running);
    running.signal(how[1]);
    var result = running.end();
    assertThat(result.exitCode()).isEqualTo(Integer.parseInt(how[2]));
    assertThat(result.err()).doesNotContain("\tat ");
    assertThat(processes).noneMatch(EndingsTest::isAlive);
    assertThat(weft.leftovers()).isEmpty();
  }

  @Alike({"shm", "threads"})
  void noRankOutlivesAKilledLauncher(String transport) throws Exception {
    var running = weft.begin("run", "-n", "2", "--transport", transport, "Waits.java");
    List<Long> processes = processes(running);
    // Without it nobody can tell whose the folder is, for some seconds. The folder of threads is
    // hidden until it is complete.
    Weft.await(
        "the job's description",
        () ->
            weft.leftovers().stream()
                .anyMatch(file ->
                    file.endsWith("job.properties")
                        && !Objects.requireNonNull(file.getParent())
                            .getFileName()
                            .toString()
                            .startsWith(".")));
    running.signal("KILL");
    assertThat(running.end().exitCode()).isEqualTo(137);
    Weft.await("the end of " + processes, () -> processes.stream().noneMatch(EndingsTest::isAlive));
    boolean threads = transport.equals("threads");
    Weft.await(
        "the removal of the job",
        () -> weft.leftovers().stream().allMatch(file -> ofKilled(file, threads)));
    // Only the launcher could have removed its folder of classes, only the JVM of ranks that are
    // threads the job's. The next run does.
    weft.file("Pause.java", PAUSE);
    assertThat(weft.run("run", "-n", "2", "--transport", transport, "Pause.java").exitCode())
        .isZero();
    assertThat(weft.leftovers()).isEmpty();
  }

  private static boolean ofKilled(Path file, boolean threads) {
    return Stream.of(file, file.getParent())
        .map(it -> it.getFileName().toString())
        .anyMatch(it -> it.startsWith("weft-launcher-") || (threads && it.matches("[0-9a-f]{12}")));
  }

  /// The processes of the ranks, once all have said theirs.
  private static List<Long> processes(Weft.Running running) throws Exception {
    Weft.await(
        "all ranks", () -> running.outText().lines().count() == 2 || !running.process().isAlive());
    assertThat(running.process().isAlive()).as(running.errText()).isTrue();
    return running
        .outText()
        .lines()
        .map(line -> Long.parseLong(line.substring("process ".length())))
        .distinct()
        .toList();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
