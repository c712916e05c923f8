// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Private memory that grows and is used again. It goes when nobody has it any more: a rank's body
/// may have returned while others still want what is in it.
final class Workspace {
  private MemorySegment memory = MemorySegment.NULL;
  @Nullable Workspace next;

  /// The same memory each time, at least `bytes` bytes.
  MemorySegment atLeast(long bytes) {
    if (memory.byteSize() < bytes) {
      memory = Arena.ofAuto().allocate(Math.max(4096, Long.highestOneBit(bytes - 1) << 1), 64);
    }
    return memory;
  }
}
