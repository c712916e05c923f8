// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Private memory that grows and is reused. The garbage collector frees it, because others may
/// still read it after the rank's body has returned.
final class Workspace {
  private MemorySegment memory = MemorySegment.NULL;
  @Nullable Workspace next;

  /// Returns the same memory each time, at least `bytes` bytes.
  MemorySegment atLeast(long bytes) {
    if (memory.byteSize() < bytes) {
      memory = Arena.ofAuto().allocate(Math.max(4096, Long.highestOneBit(bytes - 1) << 1), 64);
    }
    return memory;
  }
}
