// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.system.Alike;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// `weft run --report`, `--trace` and `--last`, however the job ends.
@Sampled
final class RecordingTest {
  private static final Pattern EVENT =
      Pattern.compile("(?m)^ +\\d+\\.\\d{6} s  (handler|sent|waited|then in|ended in) .*$");

  @TempDir Path folder;
  private Weft weft;
  private Path page;
  private Path trace;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).file("Sums.java", WrittenSums.PROGRAM);
    page = folder.resolve("out.html");
    trace = folder.resolve("out.pftrace");
  }

  private String[] run(String transport, String... more) {
    var all = new ArrayList<>(List.of("run", "--transport", transport, "-n", "3"));
    all.addAll(List.of("--java-heap", "64m", "--report", page.toString()));
    all.addAll(List.of("--trace", trace.toString()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private void checkSums(String out) throws Exception {
    assumeTrue(Shell.find("protoc") != null, "there is no protoc here; .ci/run installs it");
    var printed = WrittenSums.printed(out);
    assertThat(printed).hasSize(3);
    assertThat(WrittenSums.ofPage(page)).isEqualTo(printed);
    assertThat(WrittenSums.ofTrace(trace)).isEqualTo(printed);
    assertThat(weft.leftovers()).isEmpty();
  }

  @Alike({"threads", "shm"})
  void pageAndTraceSayWhatRanksCounted(String transport) throws Exception {
    var result = weft.run(run(transport, "Sums.java"));
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    checkSums(result.out());
    assertThat(Files.readString(page)).contains("equal").doesNotContain("differs");
  }

  @Alike({"threads, INT, 130", "threads, TERM, 143", "shm, INT, 130", "shm, TERM, 143"})
  void anInterruptedJobWritesItsReport(String transport, String signal, int code) throws Exception {
    var running = weft.begin(run(transport, "Sums.java", "wait"));
    for (int rank = 0; rank < 3; rank++) {
      running.awaitOutput("here I am, " + rank);
    }
    running.signal(signal);
    assertThat(running.end().exitCode()).isEqualTo(code);
    checkSums(running.outText());
  }

  @Alike({"threads", "shm"})
  void aPageHasCausesAndThenTheResultsOfTheProgram(String transport) throws Exception {
    var own = List.of("wave2d", "--steps", "20", "--size", "64x64", "--report", "own.html");
    var result = weft.run(run(transport, own.toArray(String[]::new)));
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(Files.readString(page))
        .containsSubsequence("What slowed it down", "wave2d on 3 ranks", "Parts of the grid");
    assertThat(Files.readString(folder.resolve("own.html")))
        .contains("wave2d on 3 ranks")
        .doesNotContain("What slowed it down");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Test
  void aKilledRankLeavesWhatItHad() throws Exception {
    var result = weft.run(run("shm", "--last", "4", "Sums.java", "kill"));
    assertThat(result.exitCode()).isEqualTo(137);
    assertThat(result.err())
        .contains("the last events of rank 0:", "the last events of rank 1:")
        .contains("the last events of rank 2:");
    checkSums(result.out());
    assertThat(Files.readString(page)).contains("1 rank did not end normally");
  }

  @Alike({"threads", "shm"})
  void theLastEventsOfAFailureAreShown(String transport) throws Exception {
    var result =
        weft.run("run", "-n", "2", "--transport", transport, "--last", "50", "Sums.java", "throw");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .contains("as planned", "the last events of rank 0:", "the last events of rank 1:");
    // Each rank had more than 50, and what it was in comes last.
    assertThat(EVENT.matcher(result.err()).results().count()).isEqualTo(2 * (50 + 1));
    assertThat(result.err()).contains("handler \"echo\" for rank ", "sent \"back\" to rank ");
    assertThat(weft.leftovers()).isEmpty();
  }

  @Alike({"threads", "shm"})
  void theLastEventsOfAStandstillAreShown(String transport) throws Exception {
    var running =
        weft.begin(
            "run",
            "-n",
            "2",
            "--transport",
            transport,
            "--stall",
            "0.5",
            "--last",
            "50",
            "Sums.java",
            "wait");
    try {
      Weft.await(
          "the last events",
          () -> EVENT.matcher(running.errText()).results().count() >= 2 * (50 + 1));
      assertThat(running.errText())
          .contains("who waits where:", "waits in World.pollUntil", "then in World.pollUntil");
    } finally {
      running.signal("TERM");
      running.end();
    }
  }

  @ParameterizedTest
  @CsvSource({"--report, threads", "--trace, shm", "--report, mpi"})
  void aFileThatCannotBeWrittenIsSaidBeforeTheJobBegins(String option, String transport)
      throws Exception {
    if (transport.equals("mpi")) {
      assumeTrue(Shell.find("mpirun") != null, "there is no mpirun here; .ci/run installs it");
    }
    Path nowhere = folder.resolve("no/such/folder/file");
    var result =
        weft.run("run", "-n", "2", "--transport", transport, option, nowhere + "", "Sums.java");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("weft: " + option + " " + nowhere + " cannot be written, so the job does not")
        .hasLineCount(1);
    assertThat(weft.leftovers()).isEmpty();
  }
}
