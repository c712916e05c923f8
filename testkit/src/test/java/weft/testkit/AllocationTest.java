// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.transport.job.Shell;

/// Nothing is allocated per message, in a program that gives the compiler as little to prove as a
/// real one: seven handlers, every kind of message, threads and another transport in one JVM, the
/// watch for standstills on.
final class AllocationTest {
  @Test
  void noMessageAllocates() {
    check(new TestJob(AllocationProgram.class, List.of(), 3, "shm"));
  }

  @Test
  void noOneSidedCallAllocatesWhereRanksAreApart() {
    check(new TestJob(AllocationProgram.class, List.of("apart"), 3, "shm").withApart());
  }

  /// Nor does what carries it there: rings whose bytes go through MPI.
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void noMessageOverMpiAllocates(String mpi) {
    String mpirun = "mpirun." + mpi;
    assumeTrue(Shell.find(mpirun) != null, mpirun + " is not on the PATH; .ci/run installs it");
    check(
        new TestJob(
            AllocationProgram.class, List.of("apart"), 3, "mpi:WEFT_MPI_ONLY=1,WEFT_MPI=" + mpi));
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
