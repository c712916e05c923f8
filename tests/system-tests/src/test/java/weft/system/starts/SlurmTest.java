// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import weft.testkit.Effort;
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
          int last = Integer.parseInt(world.args().get(0));
          long pause = world.args().size() > 1 ? Long.parseLong(world.args().get(1)) : 10;
          while (at.step() < last) {
            long mine = at.step() % world.size() == world.rank() ? at.step() : 0;
            long sum = at.sum() * 31 + all.allreduce(mine, Operator.SUM);
            var next = new Progress(at.step() + 1, sum);
            checkpoints.saveIfDue(() -> next);
            if (world.rank() == 0 && next.step() == 50) {
              IO.println("step 50");
            }
            Thread.sleep(pause);
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

  /// The digest that `Steps.java` prints after so many steps.
  private static String digestOf(int steps) {
    long sum = 0;
    for (int step = 0; step < steps; step++) {
      sum = sum * 31 + step;
    }
    return "" + sum;
  }

  /// The script of the guide: Slurm starts it again, and it goes on.
  @Test
  void aRequeuedJobGoesOn() throws Exception {
    makeSecret();
    slurm.script(
        "again",
        """
        if [ -d again-saved ]; then exec srun %1$s run --restart again-saved Steps.java 400; fi
        exec srun %1$s run --checkpoint again-saved --every 1h Steps.java 400
        """
            .formatted(weft));
    String options = "sbatch --parsable --requeue --open-mode=append -N 2 -n 4 -o again.out again";
    String id = slurm.run(options).out().strip();
    Weft.await("step 50", () -> slurm.text("again.out").contains("step 50"));
    assertThat(slurm.run("scontrol requeue " + id).exitCode()).isZero();
    Weft.await("the digest", () -> slurm.text("again.out").contains("digest"));
    assertThat(slurm.text("again.out")).contains("weft: Goes on from ");
    assertThat(digest("again.out")).isEqualTo(digestOf(400));
    assertNothingIsLeft();
  }

  /// Slurm counts limits in minutes: for a run of the night.
  @Test
  void aTimeLimitSavesOrIsSaid() throws Exception {
    assumeTrue(Effort.current() == Effort.LONG, "a time limit takes a minute at least");
    makeSecret();
    slurm.script("plain", "exec srun " + weft + " run --stall 0 Endless.java\n");
    slurm.script(
        "limited",
        "srun "
            + weft
            + " run --checkpoint limit-saved --every 1h Steps.java 20000\necho code $?\n");
    slurm.script("rest", "exec srun " + weft + " run --restart limit-saved Steps.java 20000 0\n");
    String both = "sbatch --parsable --time=1 -N 2 -n 2 ";
    assertThat(slurm.run(both + "-o plain.out plain").exitCode()).isZero();
    slurm.batch("--time=1 -N 2 -n 2 -o limited.out", "limited");
    String plain = slurm.text("plain.out");
    assertThat(plain).contains("DUE TO TIME LIMIT");
    assertThat(plain.lines().filter(it -> it.startsWith("weft: ")))
        .hasSizeLessThanOrEqualTo(1)
        .allMatch(it -> it.contains("Slurm ends the job, whose time limit is over"));
    assertThat(slurm.text("limited.out").lines().filter(it -> it.startsWith("weft: ")))
        .as(slurm.text("limited.out"))
        .singleElement()
        .asString()
        .contains("a checkpoint is saved first");
    slurm.batch("-N 2 -n 3 -o rest.out", "rest");
    assertThat(slurm.text("rest.out")).contains("weft: Goes on from ");
    assertThat(digest("rest.out")).isEqualTo(digestOf(20_000));
    assertNothingIsLeft();
  }

  /// Its tasks find each other as ranks do, and send no messages.
  @Test
  void theDoctorTriesTheHostsOfAStep() throws Exception {
    makeSecret();
    var result = slurm.run("srun -n 3 -N 2 " + weft + " doctor --pairs");
    assertThat(result.weftLines()).isEmpty();
    assertThat(result.out())
        .containsPattern("\nh0 +h1 +10\\.77\\.0\\.2 +\\d+\\.\\d ms\n")
        .containsPattern("\nh1 +h0 +10\\.77\\.0\\.1 +\\d+\\.\\d ms\n")
        .contains("2 of 2 ways between 2 hosts are good: a job can run there.\n");
    assertThat(result.exitCode()).isZero();
    assertNothingIsLeft();
  }

  private static String digest(String file) throws Exception {
    Matcher matcher = Pattern.compile("digest (-?\\d+)").matcher(slurm.text(file));
    return matcher.find() ? matcher.group(1) : "";
  }
}
