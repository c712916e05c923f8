// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import weft.random.RandomKind;
import weft.random.RandomTests;

/// Random programs of mobile objects give the same when a few objects of each rank are in memory,
/// and the others on disk.
final class RandomStoredObjectsTest {
  private static final RandomKind STORED = new ObjectsKind(true);

  @TestFactory
  Stream<DynamicNode> threads() {
    return RandomTests.of(STORED, "threads");
  }

  @TestFactory
  Stream<DynamicNode> shm() {
    return RandomTests.of(STORED, "shm");
  }

  @TestFactory
  Stream<DynamicNode> openMpi() {
    return RandomTests.ofMpi(STORED, "openmpi", true);
  }

  @TestFactory
  Stream<DynamicNode> repetition() {
    return RandomTests.repetition(STORED);
  }
}
