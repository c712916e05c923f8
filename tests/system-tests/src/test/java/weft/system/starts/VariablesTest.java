// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.testkit.Sampled;

/// Ranks that a loop of a shell starts, with the four variables.
@Sampled
final class VariablesTest {
  private static final int RANKS = 3;
  private static final String TOKEN = "a secret of sixteen and more";

  /// Prints where it is, then waits for a file.
  private static final String PATIENT =
      """
      import java.nio.file.*;

      void main(String[] args) {
        weft.Weft.launch(args, world -> {
          world.start();
          world.quiesce();
          Files.writeString(Path.of("pid" + world.rank()), "" + ProcessHandle.current().pid());
          world.quiesce();
          if (world.rank() == 0) {
            Files.createFile(Path.of("joined"));
          }
          world.pollUntil(() -> Files.exists(Path.of("end")));
          world.quiesce();
          IO.println("rank " + world.rank() + " is done");
        });
      }
      """;

  private static final String START_ALL =
      "n=0; while [ $n -lt $WEFT_SIZE ]; do WEFT_RANK=$n \"$@\" & n=$((n+1)); done\n";

  private static final String AWAIT_JOINED = "until [ -e joined ]; do sleep 0.1; done\n";

  private static final String PRINT_CODES =
      "for p in $(jobs -p); do wait $p; echo \"code $?\"; done\n";

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft =
        new Weft(folder)
            .file("Patient.java", PATIENT)
            .variable("WEFT_SIZE", "" + RANKS)
            .variable("WEFT_ADDRESS", "localhost")
            .variable("WEFT_TOKEN", TOKEN);
  }

  private void awaitLine(Weft.Running job, String line) throws Exception {
    Weft.await(line, () -> job.outText().contains(line) || job.errText().contains("weft: "));
    assertThat(job.errText()).isEmpty();
  }

  /// Nobody watches the parent of a rank.
  @Test
  void aShellThatEndsLeavesItsRanks() throws Exception {
    var job = weft.inScript(START_ALL + AWAIT_JOINED).begin("run", "Patient.java");
    assertThat(job.end().exitCode()).isZero();
    // Longer than a rank under a launcher of ours takes to miss it.
    Thread.sleep(1_200);
    Files.createFile(folder.resolve("end"));
    for (int rank = 0; rank < RANKS; rank++) {
      awaitLine(job, "rank " + rank + " is done");
    }
    Weft.await("the removal of all files", () -> weft.leftovers().isEmpty());
  }

  @Test
  void aFailureIsReportedOnceAndAllRanksEndWithACode() throws Exception {
    weft.file(
        "Fails.java",
        """
        void main(String[] args) {
          weft.Weft.launch(args, world -> {
            world.start();
            if (world.rank() == 2) {
              throw new IllegalStateException("as you asked");
            }
            world.pollUntil(() -> false);
          });
        }
        """);
    var result = weft.inScript(START_ALL + PRINT_CODES).run("run", "Fails.java");
    assertThat(result.err())
        .containsOnlyOnce("weft: ")
        .startsWith(
            "weft: rank 2 failed in its body: java.lang.IllegalStateException: as you asked");
    assertThat(result.outLines()).isEqualTo(Collections.nCopies(RANKS, "code 1"));
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void aKilledRankIsReportedOnce() throws Exception {
    String kill = AWAIT_JOINED + "kill -9 $(cat pid1)\n";
    var result = weft.inScript(START_ALL + kill + PRINT_CODES).run("run", "Patient.java");
    assertThat(result.err().lines().filter(it -> it.startsWith("weft: ")))
        .singleElement()
        .asString()
        .startsWith("weft: rank 1 failed: its process (pid ");
    assertThat(result.outLines()).containsExactly("code 1", "code 137", "code 1");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void theJobIsListedAndRecorded() throws Exception {
    var job =
        weft.inScript(START_ALL + PRINT_CODES)
            .begin("run", "--report", "page.html", "--trace", "trace.pftrace", "Patient.java");
    Weft.await("the job", () -> Files.exists(folder.resolve("joined")));
    String listed = new Weft(folder).run("jobs").out();
    assertThat(listed.lines().filter(it -> it.contains("Patient.java")))
        .singleElement()
        .asString()
        .contains(" " + RANKS + " ");
    Files.createFile(folder.resolve("end"));
    var result = job.end();
    assertThat(result.err()).isEmpty();
    assertThat(result.outLines()).contains("code 0").doesNotContain("code 1");
    assertThat(folder.resolve("page.html")).content().contains("Patient");
    assertThat(folder.resolve("trace.pftrace")).isNotEmptyFile();
    assertThat(weft.leftovers()).isEmpty();
  }

  /// As of two users, at the same address at the same time.
  @Test
  void jobsWithDifferentTokensDoNotMeet() throws Exception {
    String two = START_ALL + "WEFT_TOKEN='another secret of another user'\n" + START_ALL;
    var result = weft.inScript(two + PRINT_CODES).run("run", "hello");
    assertThat(result.err()).isEmpty();
    assertThat(result.outLines().stream().filter(it -> it.startsWith("3 ranks over tcp: all")))
        .hasSize(2);
    assertThat(result.outLines()).contains("code 0").doesNotContain("code 1");
  }

  @Test
  void whatIsMissingIsSaid() throws Exception {
    weft.variable("WEFT_TOKEN", "").variable("WEFT_RANK", "1");
    var none = weft.run("run", "hello");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err().lines())
        .singleElement()
        .asString()
        .startsWith("weft: rank 1 failed: WEFT_TOKEN is missing");
    var noNumber = weft.variable("WEFT_RANK", "").run("run", "hello");
    assertThat(noNumber.exitCode()).isEqualTo(2);
    assertThat(noNumber.err()).contains("WEFT_RANK is not its number");
    var wrong = weft.variable("WEFT_RANK", "3").run("run", "hello");
    assertThat(wrong.err()).contains("WEFT_RANK is 3, which is none of 3 ranks");
    for (String option : List.of("--hosts", "-n")) {
      var refused = weft.variable("WEFT_RANK", "1").run("run", option, "4", "hello");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).contains("the environment");
    }
  }
}
