// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import weft.random.RandomKind;
import weft.random.RandomTests;
import weft.testkit.Chaos;

/// Random programs of mobile objects give what a sequential model gives, over every transport.
final class RandomObjectsTest {
  private static final RandomKind OBJECTS = new ObjectsKind(false);

  @TestFactory
  Stream<DynamicNode> threads() {
    return RandomTests.of(OBJECTS, "threads");
  }

  @TestFactory
  Stream<DynamicNode> shm() {
    return RandomTests.of(OBJECTS, "shm");
  }

  @TestFactory
  Stream<DynamicNode> tcp() {
    return RandomTests.of(OBJECTS, "tcp:WEFT_NETWORK_ONLY=1");
  }

  @TestFactory
  Stream<DynamicNode> ucx() {
    return RandomTests.ofUcx(OBJECTS);
  }

  @TestFactory
  Stream<DynamicNode> openMpi() {
    return RandomTests.ofMpi(OBJECTS, "openmpi", true);
  }

  @TestFactory
  Stream<DynamicNode> mpich() {
    return RandomTests.ofMpi(OBJECTS, "mpich", true);
  }

  @TestFactory
  Stream<DynamicNode> besideOpenMpi() {
    return RandomTests.ofMpi(OBJECTS, "openmpi", false);
  }

  @TestFactory
  Stream<DynamicNode> besideMpich() {
    return RandomTests.ofMpi(OBJECTS, "mpich", false);
  }

  @TestFactory
  Stream<DynamicNode> repetition() {
    return RandomTests.repetition(OBJECTS);
  }

  @Test
  void aPlanDependsOnItsSeedAlone() {
    long seed = Chaos.seed(0);
    assertThat(OBJECTS.listing(seed)).as("seed %d", seed).isEqualTo(OBJECTS.listing(seed));
    assertThat(OBJECTS.digest(seed)).isNotEqualTo(OBJECTS.digest(seed + 1));
  }
}
