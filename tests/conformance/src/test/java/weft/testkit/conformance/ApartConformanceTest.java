// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import weft.testkit.Sampled;

/// Ranks that do not reach each other's memory behave like those that do.
@Sampled
final class ApartConformanceTest {
  @TestFactory
  Stream<DynamicNode> threads() {
    return Conformance.of("threads").withApart().tests(2, 5);
  }

  @TestFactory
  Stream<DynamicNode> threadsWithTinyRings() {
    return Conformance.of("threads").withApart().withRingBytes(4096).tests(2, 5);
  }

  @TestFactory
  Stream<DynamicNode> shm() {
    return Conformance.of("shm").withApart().tests(3);
  }

  @TestFactory
  Stream<DynamicNode> jobs() {
    return Conformance.of("threads").withApart().jobTests(3);
  }
}
