// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import weft.system.cli.Weft;
import weft.system.lab.NeedsLab;
import weft.testkit.Sampled;

/// Jobs that Slurm starts and ends, without any plug-in for MPI, on two hosts.
@ExtendWith(NeedsLab.class)
@Tag("alone")
@Sampled
final class SlurmTest {
  private static final String HELLO = "4 ranks over tcp: all 96 requests arrived.\n";

  private static final String ENDLESS =
      """
      void main(String[] args) {
        weft.Weft.launch(args, world -> {
          world.start();
          world.quiesce();
          IO.println("rank " + world.rank() + " waits");
          world.pollUntil(() -> false);
        });
      }
      """;

  /// A sum over steps that takes some seconds, and does not depend on where it is interrupted.
  private static final String STEPS =
      """
      import java.lang.invoke.MethodHandles;
      import weft.Weft;
      import weft.checkpoint.Checkpoints;
      import weft.codec.Codecs;
      import weft.collective.Group;
      import weft.collective.Operator;

      record Progress(int step, long sum) {}

      void main(String[] args) {
        Weft.launch(args, world -> {
          var all = Group.world(world);
          var checkpoints =
              Checkpoints.of(world, Codecs.record(MethodHandles.lookup(), Progress.class));
          world.start();
          var restored = checkpoints.restored();
          var at = restored == null ? new Progress(0, 0) : restored.record();
          int last = Integer.parseInt(world.args().getFirst());
          while (at.step() < last) {
            long mine = at.step() % world.size() == world.rank() ? at.step() : 0;
            long sum = at.sum() * 31 + all.allreduce(mine, Operator.SUM);
            var next = new Progress(at.step() + 1, sum);
            checkpoints.saveIfDue(() -> next);
            if (world.rank() == 0 && next.step() == 50) {
              IO.println("step 50");
            }
            Thread.sleep(10);
            at = next;
          }
          if (world.rank() == 0) {
            IO.println("digest " + at.sum());
          }
        });
      }
      """;

  @TempDir static Path folder;
  private static SlurmCluster slurm;
  private static String weft;

  @BeforeAll
  static void start() throws Exception {
    String obstacle = SlurmCluster.obstacle();
    if (obstacle != null) {
      System.out.println("SKIPPED: the tests with Slurm. " + obstacle);
    }
    Assumptions.assumeTrue(obstacle == null, obstacle);
    slurm = SlurmCluster.open(folder);
    weft = SlurmCluster.weft();
    Files.writeString(slurm.work().resolve("Endless.java"), ENDLESS);
    Files.writeString(slurm.work().resolve("Steps.java"), STEPS);
  }

  @AfterAll
  static void end() {
    if (slurm != null) {
      slurm.close();
    }
  }

  private static void makeSecret() throws Exception {
    assertThat(slurm.run(weft + " token").exitCode()).isZero();
  }

  private static void assertNothingIsLeft() throws Exception {
    Weft.await("the end of all ranks", () -> slurm.ranks() == 0);
    Weft.await("the removal of shared memory", () -> slurm.sharedFiles().isEmpty());
  }

  @Test
  void withoutASecretEachHostAsksForIt() throws Exception {
    String none = "XDG_CONFIG_HOME=" + folder.resolve("none") + " ";
    var result = slurm.run(none + "srun -n 4 -N 2 " + weft + " run hello");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.weftLines()).hasSize(2).allMatch(it -> it.contains("run `weft token` once"));
    var inJob = slurm.run(none + "salloc -Q -n 2 " + weft + " run hello");
    assertThat(inJob.weftLines()).singleElement().asString().contains("run `weft token` once");
  }

  /// Processes that used to be refused, because they had no way to find each other.
  @Test
  void plainSrunIsOneJob() throws Exception {
    makeSecret();
    for (String nodes : new String[] {"-N 2", "-N 1"}) {
      var result = slurm.run("srun -n 4 " + nodes + " " + weft + " run hello");
      assertThat(result.weftLines()).isEmpty();
      assertThat(result.out()).isEqualTo(HELLO);
      assertThat(result.exitCode()).isZero();
    }
    assertNothingIsLeft();
  }

  @Test
  void inAnAllocationWeftRunStartsSrun() throws Exception {
    makeSecret();
    var shell = slurm.run("salloc -Q -N 2 -n 4 " + weft + " run --tag-output hello");
    assertThat(shell.out()).isEqualTo("0: " + HELLO);
    assertThat(shell.exitCode()).isZero();
    slurm.script(
        "batch",
        "%1$s run hello\necho code $?\n%1$s run -n 2 hello &\n%1$s run -n 2 hello &\nwait\n"
            .formatted(weft));
    slurm.batch("-N 2 -n 4 -o batch.out", "batch");
    assertThat(slurm.text("batch.out").lines())
        .containsExactly(
            HELLO.strip(),
            "code 0",
            "2 ranks over tcp: all 24 requests arrived.",
            "2 ranks over tcp: all 24 requests arrived.");
    assertNothingIsLeft();
  }

  @Test
  void jobsOfAnArrayDoNotMeet() throws Exception {
    makeSecret();
    slurm.script("each", "exec srun " + weft + " run hello\n");
    slurm.batch("-a 0-3 -n 2 -o array%a.out", "each");
    for (int i = 0; i < 4; i++) {
      assertThat(slurm.text("array" + i + ".out"))
          .isEqualTo("2 ranks over tcp: all 24 requests arrived.\n");
    }
  }

  /// Slurm says so itself. It also ends srun, which may be gone before the report of the ranks.
  @Test
  void aCancelledJobLeavesNothing() throws Exception {
    makeSecret();
    slurm.script("endless", "exec srun " + weft + " run Endless.java\n");
    String id = slurm.run("sbatch --parsable -N 2 -n 4 -o endless.out endless").out().strip();
    Weft.await(
        "all ranks",
        () -> slurm.text("endless.out").lines().filter(it -> it.endsWith(" waits")).count() == 4);
    assertThat(slurm.run("scancel " + id).exitCode()).isZero();
    assertNothingIsLeft();
    String out = slurm.text("endless.out");
    assertThat(out).contains("CANCELLED");
    assertThat(out.lines().filter(it -> it.startsWith("weft: ")))
        .hasSizeLessThanOrEqualTo(1)
        .allMatch(
            it -> it.contains("it was asked to end (SIGTERM). Slurm ends the job, which was"));
  }

  /// As at a time limit, at which all ranks get the signal; that takes a minute at least.
  @Test
  void aSignalToAllRanksSavesAndTheJobGoesOn() throws Exception {
    makeSecret();
    String program = " Steps.java 400\necho code $?\n";
    slurm.script("whole", "srun " + weft + " run" + program);
    slurm.script("first", "srun " + weft + " run --checkpoint saved --every 1h" + program);
    slurm.script("second", "srun " + weft + " run --restart saved" + program);
    String id = slurm.run("sbatch --parsable -N 2 -n 4 -o first.out first").out().strip();
    Weft.await("step 50", () -> slurm.text("first.out").contains("step 50"));
    assertThat(slurm.run("scancel --signal=TERM " + id).exitCode()).isZero();
    Weft.await("the end", () -> slurm.text("first.out").contains("code "));
    String first = slurm.text("first.out");
    assertThat(first).contains("code 143").doesNotContain("digest");
    assertThat(first.lines().filter(it -> it.startsWith("weft: ")))
        .singleElement()
        .asString()
        .contains("a checkpoint is saved first");
    slurm.batch("-N 2 -n 3 -o second.out", "second");
    assertThat(slurm.text("second.out")).contains("weft: Goes on from ", "code 0");
    slurm.batch("-N 1 -n 3 -o whole.out", "whole");
    assertThat(digest("second.out")).isNotEmpty().isEqualTo(digest("whole.out"));
    assertNothingIsLeft();
  }

  private static String digest(String file) throws Exception {
    Matcher matcher = Pattern.compile("digest (-?\\d+)").matcher(slurm.text(file));
    return matcher.find() ? matcher.group(1) : "";
  }
}
