// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `weft jobs`, `--stall` and `--debug-rank`: looking at a job that runs.
final class JobsTest {
  private static final String WAITS =
      """
      import weft.Weft;

      void main(String[] args) {
        Weft.launch(args, world -> {
          world.start();
          world.barrier();
          if (world.rank() == 0) IO.println("all are here");
          if (world.rank() == 0) {
            world.pollUntil(() -> false);
          }
          world.barrier();
        });
      }
      """;

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).file("Waits.java", WAITS);
  }

  @Test
  void listsAJobAndSaysWhoWaitsWhere() throws Exception {
    var running = weft.begin("run", "-n", "2", "Waits.java", "some", "argument");
    try {
      running.awaitOutput("all are here");
      assertThat(weft.run("jobs").outLines().getFirst()).matches("JOB +RANKS +PID +SINCE +PROGRAM");
      // Other jobs of this user may run: ours has our number.
      List<String> ours = lines(running);
      assertThat(ours).hasSize(1);
      assertThat(ours.getFirst()).matches("[0-9a-f]+ +2 .* \\d+ s  Waits.java some argument");

      String id = ours.getFirst().substring(0, 8);
      for (String[] command : new String[][] {{"jobs", id}, {"jobs", "--who"}}) {
        var who = weft.run(command);
        assertThat(who.exitCode()).isZero();
        assertThat(who.out())
            .containsPattern("rank 0 waits in World.pollUntil at .*\\(Waits.java:9\\)")
            .containsPattern("rank 1 waits in World.barrier at .*\\(Waits.java:11\\)");
      }
    } finally {
      running.signal("TERM");
      running.end();
    }
    assertThat(lines(running)).isEmpty();
  }

  /// The lines of `weft jobs` that tell of this launcher.
  private List<String> lines(Weft.Running running) throws Exception {
    var result = weft.run("jobs");
    assertThat(result.exitCode()).isZero();
    String pid = " " + running.process().pid() + " ";
    return result.outLines().stream().filter(line -> line.contains(pid)).toList();
  }

  @Test
  void findsAJobOfThreadsToo() throws Exception {
    var running = weft.begin("run", "-n", "2", "--transport", "threads", "Waits.java");
    try {
      running.awaitOutput("all are here");
      String jvm = String.valueOf(running.process().children().findFirst().orElseThrow().pid());
      assertThat(weft.run("jobs").out())
          .containsPattern("(?m)^" + jvm + " +2 +" + jvm + " .* Waits.java$");
      var who = weft.run("jobs", jvm);
      assertThat(who.out())
          .containsPattern("rank 0 waits in World.pollUntil at .*\\(Waits.java:9\\)")
          .containsPattern("rank 1 waits in World.barrier at .*\\(Waits.java:11\\)");
    } finally {
      running.signal("TERM");
      running.end();
    }
  }

  @Test
  void aJobSaysItselfThatItStandsStill() throws Exception {
    for (String transport : new String[] {"shm", "threads"}) {
      var running =
          weft.begin("run", "-n", "2", "--stall", "0.5", "--transport", transport, "Waits.java");
      try {
        Weft.await(
            "who waits where, over " + transport,
            () ->
                running.errText().contains("Waits.java:9")
                    && running.errText().contains("Waits.java:11"));
        assertThat(running.errText()).contains("who waits where");
      } finally {
        running.signal("TERM");
        running.end();
      }
    }
  }
}
