// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

final class ThreadsConformanceTest {
  @TestFactory
  Stream<DynamicNode> usualRings() {
    return Conformance.of("threads").tests(1, 2, 3, 5, 8);
  }

  @TestFactory
  Stream<DynamicNode> tinyRings() {
    return Conformance.of("threads").withRingBytes(4096).tests(1, 2, 3, 5, 8);
  }

  @TestFactory
  Stream<DynamicNode> jobs() {
    return Conformance.of("threads").jobTests(1);
  }

  @TestFactory
  Stream<DynamicNode> jobsWithTinyRings() {
    return Conformance.of("threads").withRingBytes(4096).jobTests(3);
  }

  @TestFactory
  Stream<DynamicNode> checked() {
    return Conformance.of("threads").withCheck().tests(1, 2, 5);
  }
}
