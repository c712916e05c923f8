// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Private memory that grows and is used again.
final class Workspace {
  private Arena arena = Arena.ofConfined();
  private MemorySegment memory = MemorySegment.NULL;
  @Nullable Workspace next;

  /// The same memory each time, at least `bytes` bytes.
  MemorySegment atLeast(long bytes) {
    if (memory.byteSize() < bytes) {
      arena.close();
      arena = Arena.ofConfined();
      memory = arena.allocate(Math.max(4096, Long.highestOneBit(bytes - 1) << 1), 64);
    }
    return memory;
  }

  void close() {
    arena.close();
  }
}
