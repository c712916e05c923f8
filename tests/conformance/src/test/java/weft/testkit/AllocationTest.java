// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Nothing is allocated per message, in a program that gives the compiler as little to prove as a
/// real one: seven handlers, every kind of message, threads and another transport in one JVM, the
/// watch for standstills on.
@Sampled
final class AllocationTest {
  private static final TestJob SHARED = new TestJob(AllocationProgram.class, List.of(), 3, "shm");
  private static final TestJob APART =
      new TestJob(AllocationProgram.class, List.of("apart"), 3, "shm").withApart();

  /// Messages, then one-sided calls where ranks are apart, then what carries both there: rings
  /// whose bytes go through MPI. That has ranks apart too, so a quick run leaves out the second,
  /// and the other MPI.
  @TestFactory
  Stream<DynamicTest> nothingIsAllocated() {
    boolean quick = Effort.current().isQuick();
    var jobs = new LinkedHashMap<String, TestJob>();
    jobs.put("shm", SHARED);
    for (String mpi : MpiInstallations.names()) {
      Optional<String> missing = MpiInstallations.missing(mpi);
      if (missing.isPresent()) {
        System.err.println("SKIPPED allocations over MPI: " + missing.get());
      } else if (!quick || jobs.size() < 2) {
        jobs.put(mpi, over("mpi:WEFT_NETWORK_ONLY=1,WEFT_MPI=" + mpi));
      }
    }
    if (!quick || jobs.size() < 2) {
      jobs.put("shm, apart", APART);
    }
    if (!quick) {
      jobs.put("tcp", over("tcp:WEFT_NETWORK_ONLY=1"));
    }
    if (UcxInstallation.missing().isEmpty()) {
      jobs.put("ucx", over("ucx:WEFT_NETWORK_ONLY=1"));
    }
    return jobs.entrySet().stream()
        .map(it -> DynamicTest.dynamicTest(it.getKey(), () -> check(it.getValue())));
  }

  private static TestJob over(String transport) {
    return new TestJob(AllocationProgram.class, List.of("apart"), 3, transport);
  }

  private static void check(TestJob template) {
    TestJob job = template.withJvm(List.of("-Xmx128m", "-XX:+UseSerialGC", "-ea"));
    JobResult result = job.run();
    for (RankRecord rank : result.ranks()) {
      System.out.println("rank " + rank.rank() + ": " + rank.notes());
    }
    result.check();
  }
}
