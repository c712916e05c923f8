// SPDX-License-Identifier: Apache-2.0
package weft.random.channels;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import weft.random.RandomTests;

/// Random programs of channels over every transport.
final class RandomChannelsTest {
  private final ChannelsKind kind = new ChannelsKind();

  @TestFactory
  Stream<DynamicNode> threads() {
    return RandomTests.of(kind, "threads");
  }

  @TestFactory
  Stream<DynamicNode> shm() {
    return RandomTests.of(kind, "shm");
  }

  @TestFactory
  Stream<DynamicNode> tcp() {
    return RandomTests.of(kind, "tcp:WEFT_NETWORK_ONLY=1");
  }

  @TestFactory
  Stream<DynamicNode> ucx() {
    return RandomTests.ofUcx(kind);
  }

  @TestFactory
  Stream<DynamicNode> openMpi() {
    return RandomTests.ofMpi(kind, "openmpi", true);
  }

  @TestFactory
  Stream<DynamicNode> openMpiBeside() {
    return RandomTests.ofMpi(kind, "openmpi", false);
  }

  @TestFactory
  Stream<DynamicNode> mpich() {
    return RandomTests.ofMpi(kind, "mpich", true);
  }

  @TestFactory
  Stream<DynamicNode> repetition() {
    return RandomTests.repetition(kind);
  }
}
