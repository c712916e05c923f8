// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;
import weft.testkit.MpiInstallations;
import weft.testkit.Sampled;

/// The suite over MPI, with both libraries: with everything carried by it, and with ranks that talk
/// to those of their host beside it.
@Sampled
final class MpiConformanceTest {
  private static final String BESIDE = "mpi:";
  private static final String ONLY = "mpi:WEFT_NETWORK_ONLY=1,";

  @TestFactory
  Stream<DynamicNode> neighbours() {
    return of(BESIDE, "openmpi", it -> it.tests(1, 2, 5));
  }

  @TestFactory
  Stream<DynamicNode> neighboursWithTinyRings() {
    return of(BESIDE, "openmpi", it -> it.withRingBytes(4096).tests(3));
  }

  @TestFactory
  Stream<DynamicNode> neighboursChecked() {
    return of(BESIDE, "mpich", it -> it.withCheck().tests(3));
  }

  @TestFactory
  Stream<DynamicNode> jobsOfNeighbours() {
    return of(BESIDE, "openmpi", it -> it.jobTests(3, 4));
  }

  @TestFactory
  Stream<DynamicNode> openMpi() {
    return of(ONLY, "openmpi", it -> it.tests(1, 2, 3, 5));
  }

  @TestFactory
  Stream<DynamicNode> openMpiWithTinyRings() {
    return of(ONLY, "openmpi", it -> it.withRingBytes(4096).tests(2, 5));
  }

  @TestFactory
  Stream<DynamicNode> openMpiJobs() {
    return of(ONLY, "openmpi", it -> it.jobTests(3, 4));
  }

  @TestFactory
  Stream<DynamicNode> mpich() {
    return of(ONLY, "mpich", it -> it.tests(1, 2, 5));
  }

  @TestFactory
  Stream<DynamicNode> mpichWithTinyRings() {
    return of(ONLY, "mpich", it -> it.withRingBytes(4096).tests(3));
  }

  @TestFactory
  Stream<DynamicNode> mpichJobs() {
    return of(ONLY, "mpich", it -> it.jobTests(3, 2));
  }

  /// The tests of `suite`, or one that is skipped where there is no such MPI.
  private static Stream<DynamicNode> of(
      String transport, String mpi, Function<Conformance, Stream<DynamicNode>> suite) {
    Optional<String> missing = MpiInstallations.missing(mpi);
    if (missing.isEmpty()) {
      return suite.apply(Conformance.of(transport + "WEFT_MPI=" + mpi));
    }
    String reason = missing.get();
    System.err.println("SKIPPED the conformance suite over MPI: " + reason);
    return Stream.of(
        DynamicTest.dynamicTest(
            mpi,
            () -> {
              throw new TestAbortedException(reason);
            }));
  }
}
