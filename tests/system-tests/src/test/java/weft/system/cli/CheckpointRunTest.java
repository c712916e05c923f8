// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.system.Alike;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.Sampled;

/// `weft run --checkpoint`, `--restart` and `--retries`, and `weft checkpoint`: jobs that are
/// killed go on.
@Sampled
final class CheckpointRunTest {
  private static final String[] SWARM = {"swarm", "--particles", "3000", "--steps", "80"};

  /// Rank 1 kills its process 40 steps after it has begun, until 100 steps are done.
  private static final String HALTS =
      """
      import weft.Weft;
      import weft.checkpoint.Checkpoints;
      import weft.codec.Codecs;

      void main(String[] args) {
        Weft.launch(args, world -> {
          var checkpoints = Checkpoints.of(world, Codecs.of(Integer.class));
          world.start();
          var restored = checkpoints.restored();
          int first = restored == null ? 0 : restored.record();
          for (int step = first; step < 100; step++) {
            if (world.rank() == 1 && step == first + 40) {
              Runtime.getRuntime().halt(137);
            }
            int next = step + 1;
            checkpoints.save(() -> next);
          }
          if (world.rank() == 0) {
            IO.println("from " + first + " to 100");
          }
        });
      }
      """;

  @TempDir Path folder;
  private Weft weft;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder).file("Halts.java", HALTS);
  }

  private static String digest(Weft.Result result) {
    return result.outLines().stream()
        .filter(it -> it.contains("digest"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(result.out() + result.err()));
  }

  private static String[] run(List<String> options, String... program) {
    return Stream.of(Stream.of("run"), options.stream(), Stream.of(program))
        .flatMap(it -> it)
        .toArray(String[]::new);
  }

  private List<Path> checkpoints() throws IOException {
    Path saved = folder.resolve("saved");
    if (!Files.isDirectory(saved)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(saved)) {
      return all.filter(it -> it.getFileName().toString().startsWith("checkpoint-"))
          .sorted()
          .toList();
    }
  }

  /// A user who wants checkpoints learns at once that there will be none.
  @Test
  void whatAProgramDoesNotUseIsSaid() throws Exception {
    Weft.Result unused =
        weft.run("run", "-n", "2", "--checkpoint", "saved", "--objects", "4m", "hello");
    assertThat(unused.exitCode()).isZero();
    assertThat(unused.err())
        .containsOnlyOnce(
            "weft: --checkpoint, --objects have no effect: the program has nothing before"
                + " World.start that uses them");
  }

  /// A loop that waits by `World.quiesce` saves nothing, and one by `Checkpoints.quiesce` does.
  @Test
  void aJobThatMakesNoCallIsTold() throws Exception {
    weft.file(
        "Never.java",
        HALTS
            .replace("checkpoints.save(() -> next);", "world.quiesce();")
            .replace(
                "Runtime.getRuntime().halt(137)",
                "java.util.concurrent.locks.LockSupport.parkNanos(3_000_000_000L)"));
    Weft.Result never =
        weft.run("run", "-n", "2", "--checkpoint", "saved", "--every", "0.1s", "Never.java");
    assertThat(never.exitCode()).as(never.err()).isZero();
    assertThat(never.err())
        .containsOnlyOnce("weft: No checkpoint was saved for ")
        .contains("and one is due every 0.10 s")
        .contains("Call saveIfDue in each step of a loop");
    assertThat(checkpoints()).isEmpty();
  }

  @Alike({"shm", "tcp"})
  void aKilledLauncherCostsLittle(String transport) throws Exception {
    String expected = digest(weft.run(run(List.of("-n", "2"), SWARM)));
    int[] ranks = {3, 2, 4};
    for (int round = 0; round < ranks.length; round++) {
      var options = new ArrayList<>(List.of("-n", "" + ranks[round], "--transport", transport));
      options.addAll(List.of("--checkpoint", "saved", "--every", "0.02s"));
      if (round > 0) {
        options.addAll(List.of("--restart", "saved"));
      }
      int before = checkpoints().hashCode();
      Weft.Running running = weft.begin(run(options, SWARM));
      Weft.await(
          "another checkpoint",
          () -> checkpoints().hashCode() != before || !running.process().isAlive());
      running.signal("KILL");
      running.end();
      awaitFree();
    }
    Weft.Result last =
        weft.run(run(List.of("-n", "5", "--transport", transport, "--restart", "saved"), SWARM));
    assertThat(digest(last)).isEqualTo(expected);
    assertThat(last.err()).contains("weft: Goes on from ");
    assertThat(checkpoints()).hasSizeLessThanOrEqualTo(2);
  }

  /// Waits until the ranks of a killed launcher have ended too, so that the folder is free.
  private void awaitFree() throws Exception {
    Weft.await(
        "the end of all ranks",
        () -> {
          try (var channel =
                  java.nio.channels.FileChannel.open(
                      folder.resolve("saved/.lock"), java.nio.file.StandardOpenOption.WRITE);
              var lock = channel.tryLock()) {
            return lock != null;
          }
        });
  }

  @Alike({"shm", "threads", "tcp"})
  void aJobThatIsEndedSavesOneMore(String transport) throws Exception {
    var programs = List.of(SWARM, new String[] {"netsort", "--mobile"});
    for (String[] program : Effort.current().some(programs, transport, Chaos.seed(0))) {
      String expected = digest(weft.run(run(List.of("-n", "2"), program)));
      String saved = program[0];
      Weft.Running running =
          weft.begin(
              run(List.of("-n", "3", "--transport", transport, "--checkpoint", saved), program));
      Weft.await(
          "the folder",
          () ->
              Files.exists(folder.resolve(saved).resolve(".lock")) || !running.process().isAlive());
      running.signal("TERM");
      Weft.Result ended = running.end();
      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(143);
      assertThat(ended.err()).contains("A checkpoint is saved before the job ends");
      try (Stream<Path> left = Files.list(folder.resolve(saved))) {
        assertThat(left.map(it -> it.getFileName().toString()))
            .containsExactlyInAnyOrder(".lock", "checkpoint-000001");
      }

      Weft.Result last = weft.run(run(List.of("-n", "4", "--restart", saved), program));
      assertThat(digest(last)).isEqualTo(expected);
    }
  }

  @Alike({"shm", "threads"})
  void retriesGoOnFromTheLastCheckpoint(String transport) throws Exception {
    var result =
        weft.run(
            "run",
            "-n",
            "2",
            "--transport",
            transport,
            "--checkpoint",
            "saved",
            "--retries",
            "4",
            "Halts.java");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains("from 80 to 100");
    assertThat(result.err())
        .contains("it goes on from checkpoint-000040 (retry 1 of 4)")
        .contains("it goes on from checkpoint-000080 (retry 2 of 4)")
        .doesNotContain("retry 3");
  }

  /// `--restart` alone names the folder in which the job saves, also for `--retries`.
  @Test
  void retriesGoOnFromTheFolderOfARestart() throws Exception {
    assertThat(weft.run("run", "-n", "2", "--checkpoint", "saved", "Halts.java").exitCode())
        .isNotZero();
    var result = weft.run("run", "-n", "2", "--restart", "saved", "--retries", "1", "Halts.java");

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains("from 80 to 100");
    assertThat(result.err()).contains("it goes on from checkpoint-000080 (retry 1 of 1)");
  }

  @Test
  void tooFewRetriesEndWithTheExitCodeOfTheJob() throws Exception {
    var result =
        weft.run("run", "-n", "2", "--checkpoint", "saved", "--retries", "1", "Halts.java");

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err()).contains("retry 1 of 1");
    assertThat(checkpoints())
        .extracting(it -> it.getFileName().toString())
        .containsExactly("checkpoint-000079", "checkpoint-000080");
  }

  @Test
  void wrongOptionsAreRefused() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"--retries", "2"},
          {"--every", "0s"},
          {"--every", "ten"},
          {"--keep", "0"},
          {"--every", "10s"}, // without a folder
          {"--keep", "3"}
        }) {
      var result = weft.run("run", "-n", "2", wrong[0], wrong[1], "hello");
      assertThat(result.exitCode()).as(wrong[0] + result.err()).isEqualTo(2);
      assertThat(result.err()).contains(wrong[0]).doesNotContain("WEFT_");
    }
    var none = weft.run("run", "-n", "2", "--restart", "nowhere", SWARM[0], SWARM[3], SWARM[4]);
    assertThat(none.exitCode()).isNotZero();
    assertThat(none.err()).contains("there is no checkpoint in ");
    // This program would never ask for its state.
    none = weft.run("run", "-n", "2", "--restart", "nowhere/000003", "hello");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("there is no checkpoint in ");
  }

  @Test
  void theCommandShowsWhatIsThere() throws Exception {
    assertThat(weft.run("checkpoint", "saved").exitCode()).isEqualTo(2);
    weft.run(run(List.of("-n", "2", "--checkpoint", "saved", "--every", "0.02s"), SWARM));

    var whole = weft.run("checkpoint", "--verify", "saved");
    assertThat(whole.exitCode()).isZero();
    assertThat(whole.out())
        .contains("2 ranks")
        .contains("swarm --particles 3000")
        .containsPattern("type cell +256")
        .contains("whole: all checksums are right");

    Path file = checkpoints().getLast().resolve("rank-0");
    byte[] bytes = Files.readAllBytes(file);
    bytes[1000] ^= 4;
    Files.write(file, bytes);
    assertThat(weft.run("checkpoint", "saved").exitCode()).isZero();
    var damaged = weft.run("checkpoint", "saved", "--verify");
    assertThat(damaged.exitCode()).isEqualTo(1);
    assertThat(damaged.out()).contains("damaged: \"rank-0\" is damaged in entry ");
  }
}
