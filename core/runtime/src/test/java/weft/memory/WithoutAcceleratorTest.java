// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The runtime alone: its class path holds no [Accelerator], and this JVM has native access.
final class WithoutAcceleratorTest {
  @Test
  void thereIsNone() {
    assertThat(Accelerators.isProvided()).isFalse();
    assertThat(StreamingCopy.isThere()).isFalse();
    assertThat(SegmentSum.isThere()).isFalse();
  }

  @Test
  void copiesAreTheJdks() {
    var from = new byte[(int) StreamingCopy.LEAST + 100];
    long seed = System.nanoTime();
    new Random(seed).nextBytes(from);
    MemorySegment source = MemorySegment.ofArray(from);
    var past = new byte[from.length];
    StreamingCopy.pastCaches(source, 0, MemorySegment.ofArray(past), 0, from.length);
    assertThat(past).as("seed %d", seed).isEqualTo(from);
    var ahead = new byte[from.length];
    StreamingCopy.readingAhead(source, 0, MemorySegment.ofArray(ahead), 0, from.length);
    assertThat(ahead).as("seed %d", seed).isEqualTo(from);
    assertThatThrownBy(
            () -> StreamingCopy.pastCaches(source, 1, MemorySegment.ofArray(past), 0, from.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void sumsAreRefusedWithAReason() {
    MemorySegment memory = MemorySegment.ofArray(new long[8]);
    assertThatThrownBy(() -> SegmentSum.LONGS.add(memory, 0, memory, 0, memory, 0, 64))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call isThere first");
  }
}
