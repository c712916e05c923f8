// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.lang.foreign.MemorySegment;
import weft.memory.ControlLayout;
import weft.memory.RingMemory;

/// Weft's rings inside a part of a mapped file.
///
/// @param memory the control area, then the rings
/// @param ranks the number of ranks
/// @param ringBytes the bytes of one ring, a power of two
record BenchRings(MemorySegment memory, int ranks, long ringBytes) implements RingMemory {
  private static long first(int ranks) {
    return (ControlLayout.bytes(ranks) + 4095) & -4096;
  }

  static long bytes(int ranks, long ringBytes) {
    return first(ranks) + (long) ranks * ranks * ringBytes;
  }

  @Override
  public MemorySegment control() {
    return memory;
  }

  @Override
  public MemorySegment ring(int source, int target, boolean writing) {
    return memory;
  }

  @Override
  public long ringBase(int source, int target) {
    return first(ranks) + ((long) source * ranks + target) * ringBytes;
  }
}
