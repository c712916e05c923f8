// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import weft.random.RandomJob;
import weft.random.RandomKind;
import weft.random.RandomTests;
import weft.random.SeedsProgram;
import weft.testkit.Chaos;

/// Random programs of mobile objects give what a sequential model gives, over every transport.
final class RandomObjectsTest {
  private static final RandomKind OBJECTS =
      new RandomKind() {
        @Override
        public String test() {
          return "RandomObjectsTest";
        }

        @Override
        public Class<? extends SeedsProgram> program() {
          return ObjectsProgram.class;
        }

        @Override
        public Set<String> features(RandomJob job) {
          return Features.of(job);
        }

        @Override
        public long digest(long seed) {
          return new Model(Planner.plan(seed)).digest();
        }

        @Override
        public String listing(long seed) {
          return Listing.of(Planner.plan(seed));
        }
      };

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
