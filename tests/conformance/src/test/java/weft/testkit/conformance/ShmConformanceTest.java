// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import weft.testkit.Sampled;

final class ShmConformanceTest {
  @TestFactory
  Stream<DynamicNode> usualRings() {
    return Conformance.of("shm").tests(1, 2, 3, 5, 8);
  }

  @Sampled
  @TestFactory
  Stream<DynamicNode> tinyRings() {
    return Conformance.of("shm").withRingBytes(4096).tests(1, 2, 3, 5, 8);
  }

  @Sampled
  @TestFactory
  Stream<DynamicNode> jobs() {
    return Conformance.of("shm").jobTests(3);
  }

  @Sampled
  @TestFactory
  Stream<DynamicNode> checked() {
    return Conformance.of("shm").withCheck().tests(1, 2, 5);
  }
}
