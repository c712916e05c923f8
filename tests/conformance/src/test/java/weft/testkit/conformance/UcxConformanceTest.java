// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import weft.testkit.Sampled;
import weft.testkit.UcxInstallation;

/// The suite over UCX: over its TCP, and over its own shared memory, which Weft does not use unless
/// asked. No machine of ours has a device for RDMA.
@Sampled
final class UcxConformanceTest {
  private static final String TCP = "ucx:WEFT_NETWORK_ONLY=1";
  private static final String SHARED_MEMORY = TCP + ",UCX_TLS=shm";

  @BeforeAll
  static void ucxIsThere() {
    var missing = UcxInstallation.missing();
    assumeTrue(missing.isEmpty(), missing.orElse(""));
  }

  @TestFactory
  Stream<DynamicNode> network() {
    return Conformance.of(TCP).tests(2, 3, 5);
  }

  @TestFactory
  Stream<DynamicNode> sharedMemory() {
    return Conformance.of(SHARED_MEMORY).tests(2, 3);
  }

  @TestFactory
  Stream<DynamicNode> oneHost() {
    return Conformance.of("ucx").tests(1, 3);
  }

  @TestFactory
  Stream<DynamicNode> tinyRings() {
    return Conformance.of(TCP).withRingBytes(4096).tests(3);
  }

  @TestFactory
  Stream<DynamicNode> jobs() {
    return Conformance.of(TCP).jobTests(3, 4);
  }
}
