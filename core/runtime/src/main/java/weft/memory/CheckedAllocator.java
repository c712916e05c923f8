// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/// The allocator of the debug mode. It writes the [LiveMap] and overwrites freed memory. It reuses
/// that memory as late as it can, so that an access through a stale pointer finds a freed block.
public final class CheckedAllocator extends HeapAllocator {
  /// The byte that fills freed blocks: an int of it is -555819298, a double -1.2e148.
  public static final byte FREED = (byte) 0xDE;

  private final MemorySegment memory;
  private final LiveMap map;
  private final ArrayDeque<Long> quarantine = new ArrayDeque<>();
  private final long most;
  private long held;

  /// An allocator of the offsets from `begin` to `end` of the heap `memory`.
  public CheckedAllocator(long begin, long end, MemorySegment memory, LiveMap map) {
    super(begin, end);
    this.memory = memory;
    this.map = map;
    this.most = (end - begin) / 4;
  }

  @Override
  public long allocate(long bytes, long alignment) {
    long offset = super.allocate(bytes, alignment);
    while (offset < 0 && release()) {
      offset = super.allocate(bytes, alignment);
    }
    if (offset >= 0) {
      map.allocated(offset, Math.max(bytes, 1));
    }
    return offset;
  }

  @Override
  public long free(long offset) {
    long bytes = size(offset);
    if (bytes < 0) {
      return -1;
    }
    map.freed(offset, bytes);
    memory.asSlice(offset, bytes).fill(FREED);
    quarantine.add(offset);
    held += bytes;
    while (held > most && release()) {}
    return bytes;
  }

  @Override
  public long takeBack(long offset) {
    map.freed(offset, size(offset));
    return super.free(offset);
  }

  /// Releases the block that was freed first for reuse.
  private boolean release() {
    Long offset = quarantine.poll();
    if (offset == null) {
      return false;
    }
    held -= super.free(offset);
    return true;
  }

  @Override
  public long size(long offset) {
    return map.find(offset, 1) == LiveMap.Finding.LIVE ? super.size(offset) : -1;
  }

  @Override
  public long used() {
    return super.used() - held;
  }

  @Override
  public int blocks() {
    return super.blocks() - quarantine.size();
  }
}
