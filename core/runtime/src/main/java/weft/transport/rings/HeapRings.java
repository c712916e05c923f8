// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import weft.memory.ControlLayout;
import weft.memory.Lines;
import weft.memory.RingMemory;

/// Rings in this process's own memory, each allocated when it is first written. They are freed when
/// all ranks have ended. A thread that was abandoned after a failure still finds its memory, which
/// then stays until the process ends.
final class HeapRings implements RingMemory {
  private final int ranks;
  private final long ringBytes;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment control;
  private final AtomicReferenceArray<MemorySegment> rings;

  HeapRings(int ranks, long ringBytes) {
    this.ranks = ranks;
    this.ringBytes = ringBytes;
    this.control = arena.allocate(ControlLayout.bytes(ranks), Lines.LINE);
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
      ring = make(index);
    }
    return ring;
  }

  /// The other end of the ring may make it at the same time.
  private synchronized MemorySegment make(int index) {
    MemorySegment made = rings.get(index);
    if (made == null) {
      made = arena.allocate(ringBytes, Lines.LINE);
      rings.set(index, made);
    }
    return made;
  }

  /// Frees them. No thread may use them from now on.
  void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  @Override
  public long ringBase(int source, int target) {
    return 0;
  }
}
