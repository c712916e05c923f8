// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import weft.random.RandomJob;
import weft.random.RandomTests;
import weft.testkit.Chaos;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.MpiInstallations;
import weft.testkit.RankRecord;
import weft.testkit.TestJob;
import weft.transport.JobSetting;

/// Jobs whose bodies return amid moves, balancing, stealing and saves end: all messages are
/// handled, and no object is lost. The rings are tiny or not, and objects lie on disk or do not.
///
/// `-Dweft.seeds=N` sets the number of jobs over threads, and a fifth of it over each other
/// transport; `-Dweft.seed=N` sets the first seed.
final class RandomEndsTest {
  private static final int MOST_RANKS = 8;

  /// A process takes long to start.
  private static final int MOST_PROCESSES = 4;

  /// Bytes of one object, as far as the limit of `--objects` is concerned.
  private static final int USUAL_BYTES = 1500;

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> threads() {
    return tests("threads", 20);
  }

  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm", 1);
  }

  @TestFactory
  Stream<DynamicTest> tcp() {
    return tests("tcp:WEFT_NETWORK_ONLY=1", 1);
  }

  @TestFactory
  Stream<DynamicTest> openMpi() {
    return mpi("openmpi");
  }

  @TestFactory
  Stream<DynamicTest> mpich() {
    return mpi("mpich");
  }

  private Stream<DynamicTest> mpi(String mpi) {
    return MpiInstallations.missing(mpi).isPresent()
        ? Stream.of()
        : tests("mpi:WEFT_NETWORK_ONLY=1,WEFT_MPI=" + mpi, 1);
  }

  private Stream<DynamicTest> tests(String transport, int few) {
    Integer wanted = Integer.getInteger("weft.seeds");
    boolean threads = transport.equals("threads");
    int usual = Effort.current().isQuick() ? few : 5 * few;
    int seeds = wanted == null ? usual : threads ? wanted : Math.max(1, wanted / 5);
    long first = Chaos.seed(0);
    if (!threads && RandomTests.isLeftOut(transport, first)) {
      return Stream.of();
    }
    var tests = new ArrayList<DynamicTest>();
    for (int i = 0; i < seeds; i++) {
      TestJob job = job(transport, first + i);
      tests.add(DynamicTest.dynamicTest(describe(job), () -> run(job)));
    }
    return tests.stream();
  }

  private TestJob job(String transport, long seed) {
    var random = new SplittableRandom(Numbers.mix(seed));
    int ranks = 1 + random.nextInt(transport.equals("threads") ? MOST_RANKS : MOST_PROCESSES);
    TestJob job =
        new TestJob(EndingProgram.class, List.of("" + seed), ranks, transport)
            .withTimeout(RandomJob.PATIENCE);
    if (random.nextInt(3) > 0) {
      job = job.withRingBytes(RandomJob.TINY_RING);
    }
    if (random.nextBoolean()) {
      long whole = (long) EndingProgram.elements(seed) * USUAL_BYTES;
      long limit = 1 + whole / ranks / (1 + random.nextInt(6));
      job = job.with(JobSetting.OBJECTS, "" + Math.max(limit, EndingProgram.LARGEST));
    }
    if (random.nextInt(3) == 0) {
      String saved = folder.resolve(transport.replaceAll("[^a-z]", "") + seed).toString();
      job = job.with(JobSetting.CHECKPOINT, saved).with(JobSetting.EVERY, "0.00001s");
    }
    return job;
  }

  private static String describe(TestJob job) {
    return job.transport() + " × " + job.ranks() + ", seed " + job.args() + ", " + job.settings();
  }

  private static void run(TestJob job) {
    JobResult result = job.run();
    result.check();
    List<List<String>> notes = result.ranks().stream().map(RankRecord::notes).toList();
    long[] sums = EndingProgram.sums(notes);
    if (sums == null) {
      throw new AssertionError("a rank of " + describe(job) + " has noted nothing: " + notes);
    }
    long seed = Long.parseLong(job.args().getFirst());
    assertThat(sums)
        .as("caused, handled, objects: %s", describe(job))
        .containsExactly(sums[0], sums[0], EndingProgram.elements(seed));
  }
}
