// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.testkit.Sampled;

/// `weft jobs`, `--stall` and `--debug-rank`: looking at a job that runs.
@Sampled
final class JobsTest {
  private static final String WAITS =
      """
      import weft.Weft;

      void main(String[] args) {
        Weft.launch(args, world -> {
          var all = weft.collective.Group.world(world);
          world.start();
          all.barrier();
          if (world.rank() == 0) IO.println("all are here");
          if (world.rank() == 0) {
            world.pollUntil(() -> false);
          }
          all.barrier();
        });
      }
      """;

  /// The end of each rank's line.
  private static final String HEAPS = "; heap \\d+ bytes, Java heap \\d+ of \\d+ MiB";

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
            .containsPattern("rank 0 waits in World.pollUntil at .*\\(Waits.java:10\\)")
            .containsPattern("rank 1 waits in Group.barrier at .*\\(Waits.java:12\\)");
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

  private static final String COMPUTES =
      """
      import weft.Weft;
      import weft.WeftConfig;
      import weft.World;

      public class Embedded {
        public static void main(String[] args) {
          try (var job = Weft.open(WeftConfig.ofRanks(3))) {
            job.run(Embedded::rank);
          }
        }

        static void rank(World world) {
          var sum = new long[1];
          var add = world.rsr1("add", (source, value) -> sum[0] += value);
          world.start();
          add.send((world.rank() + 1) % world.size(), 5);
          world.quiesce();
          if (world.rank() == 0) {
            System.out.println("all are here");
            compute();
          } else if (world.rank() == 1) {
            world.pollUntil(() -> sum[0] == 7);
          }
          world.quiesce();
        }

        static void compute() {
          for (long i = 0; ; i++) {
            if (Math.sin(i) > 2) return;
          }
        }
      }
      """;

  @Alike({"weft run", "java"})
  void findsAJobOfThreadsTooWhoeverStartedIt(String how) throws Exception {
    Path classes = Programs.classes(folder, "Embedded", COMPUTES);
    boolean embedded = how.equals("java");
    var running =
        embedded
            ? weft.classes(classes).beginMain("Embedded", "some", "argument")
            : weft.begin(
                "run", "--transport", "threads", "-cp", classes.toString(), "Embedded", "some");
    try {
      running.awaitOutput("all are here");
      long jvm =
          embedded
              ? running.process().pid()
              : running.process().children().findFirst().orElseThrow().pid();
      String name = embedded ? "Embedded at Embedded.main\\(Embedded.java:8\\)" : "Embedded some";
      Pattern line = Pattern.compile("(?m)^([0-9a-f]{12}) +3 +" + jvm + " +\\d+ s  " + name + "$");
      var id = new AtomicReference<>("");
      Weft.await(
          "the job in the list",
          () -> {
            var list = line.matcher(weft.run("jobs").out());
            boolean found = list.find();
            id.set(found ? list.group(1) : "");
            return found;
          });
      // Rank, call, line, since when, and what is under way. They take a moment to fall asleep.
      List<String> expected =
          List.of(
              "  rank 0 computes at Embedded\\.\\w+\\(Embedded\\.java:\\d+\\); 1 sent, 1 received"
                  + HEAPS,
              "  rank 1 waits in World\\.pollUntil at Embedded\\.rank\\(Embedded\\.java:22\\), for"
                  + " [0-9.]+ s; 1 sent, 1 received"
                  + HEAPS,
              "  rank 2 waits in World\\.quiesce at Embedded\\.rank\\(Embedded\\.java:24\\), for"
                  + " [0-9.]+ s; 1 sent, 1 received"
                  + HEAPS);
      var said = new AtomicReference<>("");
      try {
        Weft.await(
            "who waits where",
            () -> {
              var who = weft.run("jobs", id.get());
              assertThat(who.exitCode()).as(who.err()).isZero();
              said.set(who.out());
              return said.get().matches(String.join("\n", expected) + "\n");
            });
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "; it said:\n" + said.get(), e);
      }
      assertThat(weft.run("jobs", "--who").out())
          .containsPattern("(?m)^job " + id.get() + ", 3 ranks: " + name + "$")
          .containsPattern("(?m)^" + expected.get(1) + "$");
    } finally {
      running.signal("TERM");
      running.end();
    }
    assertThat(weft.leftovers()).isEmpty();
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
                running.errText().contains("Waits.java:10")
                    && running.errText().contains("Waits.java:12"));
        assertThat(running.errText()).contains("who waits where");
      } finally {
        running.signal("TERM");
        running.end();
      }
    }
  }

  private static final String ONE_NEVER_COMES =
      """
      import weft.Weft;
      import weft.collective.Operator;

      void main(String[] args) {
        Weft.launch(args, world -> {
          var all = weft.collective.Group.world(world);
          world.start();
          all.barrier();
          if (world.rank() == 2) {
            while (world.args().size() > 1) Thread.onSpinWait();
            world.pollUntil(() -> false); // and never calls what the others wait in
          }
          all.allreduce(new long[Integer.parseInt(world.args().get(0))], Operator.SUM);
        });
      }
      """;

  /// Small operations go over the board, large ones in messages.
  @Alike({"shm, 3", "shm, 40000", "threads, 3", "threads, 40000"})
  void aRankThatNeverCallsACollectiveIsNamedAfterASilence(String transport, String elements)
      throws Exception {
    weft.file("Never.java", ONE_NEVER_COMES);
    var running =
        weft.begin(
            "run", "-n", "3", "--stall", "0.5", "--transport", transport, "Never.java", elements);
    // Who waits for whom: the ranks 0 and 1, in the call, and one of them at least for rank 2.
    Pattern waits =
        Pattern.compile(
            "rank [01] waits in Group.allreduce at .*allreduce of "
                + elements
                + " LONG, operator SUM.* \\(call \\d+ of group 0\\) waits for rank 2");
    try {
      Weft.await(
          "who waits for whom, over " + transport,
          () ->
              waits.matcher(running.errText()).find()
                  && running.errText().contains("rank 2 waits"));
      assertThat(running.errText())
          .containsPattern("rank 2 waits in World.pollUntil at .*Never.java:11");
    } finally {
      running.signal("TERM");
      running.end();
    }
  }

  @Alike({"shm", "threads"})
  void aRankThatComputesInsteadIsNamedToo(String transport) throws Exception {
    weft.file("Never.java", ONE_NEVER_COMES);
    var running =
        weft.begin(
            "run",
            "-n",
            "3",
            "--stall",
            "0.5",
            "--transport",
            transport,
            "Never.java",
            "3",
            "computes");
    // On a slow machine a report of how they begin may come before.
    Pattern waits =
        Pattern.compile(
            String.join(
                ".*\n.*",
                "weft: nothing has moved for \\d+ s while rank 2 makes no call; who waits where:",
                "rank 0 waits in Group.allreduce at .*Never.java:13",
                "rank 1 waits in Group.allreduce at .*Never.java:13",
                "rank 2 computes at .*Never.java:\\d+"));
    try {
      Weft.await(
          "who waits for the rank that computes, over " + transport,
          () -> waits.matcher(running.errText()).find());
    } finally {
      running.signal("TERM");
      running.end();
    }
  }
}
