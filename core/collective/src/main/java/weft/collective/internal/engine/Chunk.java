// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A part of memory that other ranks may read while its owner continues.
final class Chunk {
  final MemorySegment memory;
  final long at;
  final long bytes;

  /// The number of holders: the stage to which it is bound, and each announcement that is not
  /// served yet.
  int holders;

  /// The operation that took it, until the chunk is released.
  @Nullable Slot taker;

  int takerSequence;

  @Nullable Chunk next;

  Chunk(MemorySegment memory, long at, long bytes) {
    this.memory = memory;
    this.at = at;
    this.bytes = bytes;
  }
}
