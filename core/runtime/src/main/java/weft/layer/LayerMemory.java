// SPDX-License-Identifier: Apache-2.0
package weft.layer;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.internal.remote.RemoteMemory;

/// Registered memory that one of Weft's own libraries reads and writes directly.
public final class LayerMemory {
  private final int rank;
  private final RemoteMemory memory;

  LayerMemory(int rank, RemoteMemory memory) {
    this.rank = rank;
    this.memory = memory;
  }

  /// Whether all ranks can access each other's registered memory, so [#heap] never returns null.
  public boolean isShared() {
    return memory.isShared();
  }

  /// The registered heap of `rank`, to be read and written directly; or null if that is not
  /// possible.
  public @Nullable MemorySegment heap(int rank) {
    return memory.mapped(rank);
  }

  /// Allocates in this rank's own heap; the contents are undefined.
  ///
  /// @throws weft.HeapExhaustedException when there is no room
  public long allocate(long bytes) {
    return memory.heap().allocate(bytes);
  }

  /// Frees memory that [#allocate] returned.
  public void free(long offset) {
    memory.heap().free(rank, offset);
  }

  /// The offset of a segment in this rank's own heap, or −1 if it is not there.
  public long offsetOf(MemorySegment segment) {
    return memory.heap().find(segment);
  }
}
