// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import weft.transport.job.Shell;

/// What counts for a time limit: real processes that sleep, loop, and wait for a processor.
@Sampled
final class PatienceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void aProcessThatSleepsMeetsTheLimit() throws Exception {
    Process sleeps = new ProcessBuilder("sleep", "600").start();
    try {
      assertThat(Patience.await(sleeps, SECOND)).isFalse();
    } finally {
      sleeps.destroyForcibly().waitFor();
    }
  }

  @Test
  void aProcessThatLoopsMeetsTheLimit() throws Exception {
    Process loops = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      assertThat(Patience.await(loops, SECOND)).isFalse();
    } finally {
      loops.destroyForcibly().waitFor();
    }
  }

  @Test
  void aProcessThatEndsIsSeen() throws Exception {
    assertThat(Patience.await(new ProcessBuilder("true").start(), Duration.ofMinutes(1))).isTrue();
    Thread ends = Thread.ofPlatform().start(() -> {});
    assertThat(Patience.await(ends, Duration.ofMinutes(1))).isTrue();
    assertThat(Patience.await(() -> true, Duration.ZERO)).isTrue();
  }

  /// Its neighbour on the same processor has a thousand times its weight, so it gets next to
  /// nothing.
  @Test
  void aProcessThatWaitsForAProcessorDoesNot() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/task")) && Shell.find("taskset") != null);
    String loop = "taskset -c 0 nice -n %d sh -c 'while :; do :; done'";
    var processes = new ArrayList<Process>();
    try {
      Process starved = new ProcessBuilder("sh", "-c", "exec " + loop.formatted(19)).start();
      processes.add(starved);
      for (int i = 0; i < 4; i++) {
        // A child of init, so that it is none of those that are looked at.
        processes.add(
            new ProcessBuilder("setsid", "-f", "sh", "-c", "exec timeout 3 " + loop.formatted(0))
                .start());
      }
      TimeUnit.MILLISECONDS.sleep(500);
      var patience = new Patience(SECOND);
      for (int i = 0; i < 20; i++) {
        TimeUnit.MILLISECONDS.sleep(100);
        assertThat(patience.isOver()).isFalse();
      }
    } finally {
      for (Process process : processes) {
        process.destroyForcibly().waitFor();
      }
    }
  }
}
