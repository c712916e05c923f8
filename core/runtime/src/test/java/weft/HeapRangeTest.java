// SPDX-License-Identifier: Apache-2.0
package weft;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// What is said of a place outside a registered heap.
final class HeapRangeTest {
  @Test
  void theErrorSaysTheSizeThatWasAskedFor() {
    try (Job job = Weft.open(WeftConfig.ofRanks(2).withHeap(1 << 20))) {
      job.run(world -> {
        world.start();
        assertThatThrownBy(() -> world.memory().putLong(new GlobalPointer(1, 1L << 30), 0, 1))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessage(
                "Memory.putLong on rank "
                    + world.rank()
                    + " was asked for 8 bytes at offset 1073741824 of rank 1, whose registered heap"
                    + " of 1048576 bytes has offsets 64 to 1048576, and up to 2097152 for what"
                    + " mallocAll returns");
      });
    }
  }
}
