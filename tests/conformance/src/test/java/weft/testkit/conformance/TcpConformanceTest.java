// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import weft.testkit.Sampled;

/// The suite over TCP, with and without memory that ranks of a host share.
@Sampled
final class TcpConformanceTest {
  private static final String ONLY = "tcp:WEFT_NETWORK_ONLY=1";

  @TestFactory
  Stream<DynamicNode> oneHost() {
    return Conformance.of("tcp").tests(1, 2, 5);
  }

  @TestFactory
  Stream<DynamicNode> network() {
    return Conformance.of(ONLY).tests(2, 3, 5);
  }

  @TestFactory
  Stream<DynamicNode> tinyRings() {
    return Conformance.of(ONLY).withRingBytes(4096).tests(3);
  }

  @TestFactory
  Stream<DynamicNode> checked() {
    return Conformance.of("tcp").withCheck().tests(3);
  }

  @TestFactory
  Stream<DynamicNode> jobs() {
    return Conformance.of(ONLY).jobTests(3, 2);
  }

  @TestFactory
  Stream<DynamicNode> jobsOfOneHost() {
    return Conformance.of("tcp").jobTests(3, 4);
  }
}
