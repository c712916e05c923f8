// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;

/// A registered heap that keeps books: what is allocated begins as garbage, what is freed becomes
/// garbage, and freeing something else is an error.
final class SimHeap {
  static final byte FRESH = (byte) 0xA5;
  static final byte FREED = (byte) 0xDD;
  private static final long LINE = 64;

  private final MemorySegment memory;
  private final TreeMap<Long, Long> taken = new TreeMap<>();

  SimHeap(long bytes) {
    memory = Arena.ofAuto().allocate(bytes, LINE);
  }

  MemorySegment memory() {
    return memory;
  }

  long allocate(long bytes) {
    long at = 0;
    for (Map.Entry<Long, Long> block : taken.entrySet()) {
      if (block.getKey() - at >= bytes) {
        break;
      }
      at = (block.getKey() + block.getValue() + LINE - 1) & -LINE;
    }
    memory.asSlice(at, bytes).fill(FRESH);
    // One byte at least, so that no two blocks are at one place.
    taken.put(at, Math.max(bytes, 1));
    return at;
  }

  void free(long offset) {
    Long bytes = taken.remove(offset);
    if (bytes == null) {
      throw new AssertionError("nothing is allocated at " + offset);
    }
    memory.asSlice(offset, bytes).fill(FREED);
  }

  long offsetOf(MemorySegment segment) {
    long offset = segment.isNative() ? segment.address() - memory.address() : -1;
    return offset >= 0 && offset + segment.byteSize() <= memory.byteSize() ? offset : -1;
  }

  int blocks() {
    return taken.size();
  }
}
