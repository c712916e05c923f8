// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.cli.Console;
import weft.transport.job.JobDirectory;
import weft.transport.job.JobInfo;
import weft.transport.job.Proc;

class JobsCommandTest {
  private final Console console = new Console();

  @Test
  void shouldSayThatAJobIsNotThere() {
    assertThat(console.weft("jobs", "zzz")).isEqualTo(2);
    assertThat(console.err()).startsWith("weft: No job zzz runs.");
  }

  @Test
  void shouldAskTheOthersWhenAJobDoesNotAnswer() throws IOException {
    // Nobody listens in these directories, as when a job has just ended.
    var directories = List.of(JobDirectory.create(), JobDirectory.create());
    try {
      for (JobDirectory directory : directories) {
        directory.describe(job(directory));
      }
      assertThat(console.weft("jobs", "--who")).isZero();
      for (JobDirectory directory : directories) {
        assertThat(console.out())
            .contains("  job " + directory.id())
            .contains("could not be queried; it may just have ended\n");
      }
    } finally {
      directories.forEach(directory -> JobDirectory.remove(directory.path()));
    }
  }

  private static JobInfo job(JobDirectory directory) {
    long here = ProcessHandle.current().pid();
    return new JobInfo(
        directory.id(),
        directory.path(),
        here,
        Proc.started(here),
        Instant.now(),
        2,
        "Silent.java",
        null,
        "00");
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "59, 59 s", "60, 1 m 00 s", "3599, 59 m 59 s", "36610, 10 h 10 m"})
  void shouldShowDurations(long seconds, String text) {
    assertThat(JobsCommand.ago(Duration.ofSeconds(seconds))).isEqualTo(text);
  }
}
