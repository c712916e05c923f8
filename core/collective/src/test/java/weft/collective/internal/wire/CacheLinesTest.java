// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

final class CacheLinesTest {
  @Test
  void takesTheLinesOfAnyBlockAndLeavesWhatStandsThere() {
    try (Arena arena = Arena.ofConfined()) {
      var memory = arena.allocate(1024, 64);
      byte[] before = new byte[1024];
      for (int i = 0; i < before.length; i++) {
        before[i] = (byte) (31 * i + 7);
      }
      memory.copyFrom(MemorySegment.ofArray(before));
      for (int at = 0; at < 130; at++) {
        for (int bytes = 0; bytes < 260; bytes += 13) {
          CacheLines.take(memory, at, bytes);
        }
        CacheLines.take(memory, at, 1024 - at); // up to the end
      }
      assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(before);
    }
  }
}
