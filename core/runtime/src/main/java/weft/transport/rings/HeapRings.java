// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import weft.memory.ControlLayout;
import weft.memory.Lines;
import weft.memory.RingMemory;

/// Rings in this process's own memory, each allocated when it is first written. The collector frees
/// them, so that a thread abandoned after a failure still finds its memory.
final class HeapRings implements RingMemory {
  private final int ranks;
  private final long ringBytes;
  private final MemorySegment control;
  private final AtomicReferenceArray<MemorySegment> rings;

  HeapRings(int ranks, long ringBytes) {
    this.ranks = ranks;
    this.ringBytes = ringBytes;
    this.control = Arena.ofAuto().allocate(ControlLayout.bytes(ranks), Lines.LINE);
    this.rings = new AtomicReferenceArray<>(ranks * ranks);
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public long ringBytes() {
    return ringBytes;
  }

  @Override
  public MemorySegment control() {
    return control;
  }

  @Override
  public MemorySegment ring(int source, int target, boolean writing) {
    int index = source * ranks + target;
    MemorySegment ring = rings.get(index);
    if (ring == null) {
      rings.compareAndSet(index, null, Arena.ofAuto().allocate(ringBytes, Lines.LINE));
      ring = rings.get(index);
    }
    return ring;
  }

  @Override
  public long ringBase(int source, int target) {
    return 0;
  }
}
