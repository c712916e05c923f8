// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import weft.testkit.Sampled;

/// The suite over a transport of which only tests know: the proof that the SPI is open.
@Sampled
final class SocketsConformanceTest {
  @TestFactory
  Stream<DynamicNode> usualRings() {
    return Conformance.of("sockets").tests(1, 2, 3, 5);
  }

  @TestFactory
  Stream<DynamicNode> tinyRings() {
    return Conformance.of("sockets").withRingBytes(4096).tests(3);
  }

  @TestFactory
  Stream<DynamicNode> jobs() {
    return Conformance.of("sockets").jobTests(3, 4);
  }
}
