// SPDX-License-Identifier: Apache-2.0
package weft.testkit.collective;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.testkit.Effort;
import weft.testkit.JobResult;
import weft.testkit.RankRecord;
import weft.testkit.Sampled;
import weft.testkit.TestJob;

/// Nothing is allocated per collective in steady state, in a program that gives the compiler as
/// little to prove as a real one: eleven operations, small and large, of arrays and registered
/// memory, waited for and begun, threads and shm in one JVM.
@Sampled
final class CollectiveAllocationTest {
  @Test
  void noCollectiveAllocates() {
    check(new TestJob(CollectiveAllocationProgram.class, List.of(), 3, "shm"));
  }

  @Test
  void noLargeAllreduceAmongManyRanksAllocates() {
    // More than the processors of most machines that run tests; in a quick run more than two.
    int many = Effort.current().isQuick() ? 4 : 8;
    check(new TestJob(LargeAllocationProgram.class, List.of(), many, "shm"));
  }

  private static void check(TestJob template) {
    TestJob job =
        template
            .withTimeout(Duration.ofMinutes(5))
            .withJvm(List.of("-Xmx256m", "-XX:+UseSerialGC", "-ea"));
    JobResult result = job.run();
    for (RankRecord rank : result.ranks()) {
      System.out.println("rank " + rank.rank() + ": " + rank.notes());
    }
    result.check();
  }
}
