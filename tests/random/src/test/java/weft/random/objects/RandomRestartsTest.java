// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import weft.checkpoint.files.CheckpointFolder;
import weft.random.RandomTests;
import weft.random.SeedsProgram;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.MpiInstallations;
import weft.testkit.RankRecord;
import weft.testkit.TestJob;
import weft.transport.JobSetting;

/// Random programs of mobile objects that are ended at random moments, and go on from their last
/// checkpoint on another number of ranks, give what a sequential model gives.
///
/// `-Dweft.seeds=N` sets the number of programs over threads, and a tenth of it over each other
/// transport; `-Dweft.seed=N` sets the first seed.
final class RandomRestartsTest {
  /// The objects that are in memory in every second job; checkpoints see the others too.
  private static final long FEW = 25;

  /// How often a program is ended before it may finish.
  private static final int ENDS = 4;

  /// The number of programs from which rare features are required.
  private static final int MANY = 60;

  /// The programs over threads of a sample: each starts five jobs.
  private static final int SAMPLED = 3;

  private static final int[] RANKS = {1, 2, 3, 4, 5, 7};

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> threads() {
    return tests("threads", 8, false);
  }

  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm", 1, true);
  }

  @TestFactory
  Stream<DynamicTest> tcp() {
    return tests("tcp:WEFT_NETWORK_ONLY=1", 1, true);
  }

  @TestFactory
  Stream<DynamicTest> openMpi() {
    return MpiInstallations.missing("openmpi").isPresent()
        ? Stream.of()
        : tests("mpi:WEFT_MPI=openmpi", 1, true);
  }

  private Stream<DynamicTest> tests(String transport, int few, boolean kills) {
    Integer wanted = Integer.getInteger("weft.seeds");
    Effort effort = Effort.current();
    int quick = effort == Effort.SAMPLE ? Math.min(few, SAMPLED) : few;
    int usual = effort.isQuick() ? quick : 5 * few;
    // A program of processes starts five jobs.
    int seeds =
        wanted == null ? usual : transport.equals("threads") ? wanted : Math.max(1, wanted / 10);
    long first = Chaos.seed(0);
    if (!transport.equals("threads") && RandomTests.isLeftOut(transport, first)) {
      return Stream.of();
    }
    var reached = new TreeMap<String, Long>();
    var tests = new ArrayList<DynamicTest>();
    for (int i = 0; i < seeds; i++) {
      long seed = first + i;
      tests.add(
          DynamicTest.dynamicTest(
              transport + ", seed " + seed, () -> run(transport, seed, kills, reached)));
    }
    tests.add(
        DynamicTest.dynamicTest(
            "every feature was reached, " + transport, () -> check(transport, reached, seeds)));
    return tests.stream();
  }

  private static void check(String transport, Map<String, Long> reached, int seeds) {
    System.out.println(transport + ": " + reached);
    assertThat(reached).containsKeys("saved between phases");
    if (seeds >= 8) {
      assertThat(reached).containsKeys("restarted");
    }
    if (seeds >= MANY) {
      assertThat(reached)
          .containsKeys("saved while objects worked", "saved in the middle of a phase");
    }
  }

  /// Runs one program to its end.
  private void run(String transport, long seed, boolean kills, Map<String, Long> reached)
      throws IOException {
    Path saved = folder.resolve(transport.replaceAll("[^a-z]", "") + seed);
    var random = new SplittableRandom(seed);
    var steps = new ArrayList<String>();
    for (int end = 1; ; end++) {
      int ranks = RANKS[random.nextInt(RANKS.length)];
      long how = end <= ENDS ? random.nextLong(1, Long.MAX_VALUE) : 0;
      boolean killed = kills && random.nextBoolean();
      boolean restarts = !CheckpointFolder.numbers(saved).isEmpty();
      steps.add("%d ranks, end %d%s%s".formatted(ranks, how, killed ? " by a kill" : "", restarts));
      JobResult result = job(transport, ranks, saved, restarts, seed, how, killed).run();
      if (result.failure() == null && result.failures().isEmpty()) {
        digest(result, seed, steps, reached);
        left(saved);
        return;
      }
      assertThat(how != 0 && (killed || isPlanned(result)))
          .as("seed %d, runs %s: %s %s", seed, steps, result.failure(), result.failures())
          .isTrue();
    }
  }

  private static boolean isPlanned(JobResult result) {
    return String.valueOf(result.failure()).contains(RestartedProgram.PLANNED)
        || result.failures().toString().contains(RestartedProgram.PLANNED);
  }

  private static TestJob job(
      String transport,
      int ranks,
      Path saved,
      boolean restarts,
      long seed,
      long how,
      boolean killed) {
    List<String> args = List.of("" + seed, "" + how, "" + killed);
    TestJob job =
        new TestJob(RestartedProgram.class, args, ranks, transport)
            .with(JobSetting.CHECKPOINT, saved.toString())
            .with(JobSetting.EVERY, "0.00001s");
    if (seed % 2 == 0) {
      job = job.with(JobSetting.OBJECTS, Long.toString(FEW * Player.BYTES));
    }
    return restarts ? job.with(JobSetting.RESTART, saved.toString()) : job;
  }

  private static void digest(
      JobResult result, long seed, List<String> steps, Map<String, Long> reached) {
    long digest = 0;
    for (RankRecord rank : result.ranks()) {
      for (String note : rank.notes()) {
        String[] parts = note.split(" ", 3);
        if (parts.length == 3) {
          digest += Long.parseLong(parts[1]);
          SeedsProgram.Tally.parse(
              parts[2], it -> reached.merge(it.getKey(), it.getValue(), Long::sum));
        }
      }
    }
    assertThat(digest)
        .as("seed %d, runs %s", seed, steps)
        .isEqualTo(new Model(Planner.plan(seed)).digest());
  }

  /// Two checkpoints are left, and nothing that was not completed.
  private static void left(Path saved) throws IOException {
    try (Stream<Path> all = Files.list(saved)) {
      assertThat(all.map(it -> it.getFileName().toString()))
          .as("in %s", saved)
          .allMatch(it -> it.equals(".lock") || it.startsWith("checkpoint-"))
          .hasSizeLessThanOrEqualTo(3);
    }
  }
}
