// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A piece of memory that other ranks may read while its rank goes on.
final class Chunk {
  final MemorySegment memory;
  final long at;
  final long bytes;

  /// Who holds it: the stage that it is bound to, and each send that is not served.
  int holders;

  /// Whose schedule took it, while that one is under way.
  @Nullable Slot taker;

  int takerSequence;

  @Nullable Chunk next;

  Chunk(MemorySegment memory, long at, long bytes) {
    this.memory = memory;
    this.at = at;
    this.bytes = bytes;
  }
}
