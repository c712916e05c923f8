// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import weft.collective.internal.wire.CollectiveWire;
import weft.collective.schedule.EngineLimits;

/// The buffers for eager messages that arrive early. All other ranks together have one token per
/// buffer. Buffers are allocated on demand.
final class EarlyBuffers {
  private static final int SLAB = 16;

  private final CollectiveWire wire;
  private final int bytes;
  private final long most;
  private final Arena arena = Arena.ofAuto();
  private final List<MemorySegment> slabs = new ArrayList<>();
  private int[] free = new int[SLAB];
  private int frees;
  private int made;

  EarlyBuffers(CollectiveWire wire, EngineLimits limits) {
    this.wire = wire;
    this.bytes = Math.max(1, limits.eager());
    this.most = (long) limits.tokens() * Math.max(1, wire.size() - 1);
  }

  /// Takes a buffer. There is always one for a message that took a token.
  int take() {
    if (frees == 0) {
      grow();
    }
    int buffer = free[--frees];
    return buffer;
  }

  /// Allocates another slab, of no more buffers than there may be: the budget covers these only,
  /// and a few large ones may be all.
  private void grow() {
    if (made >= most) {
      throw new IllegalStateException("more early arrivals than tokens: " + made);
    }
    int count = (int) Math.min(SLAB, most - made);
    long slab = (long) count * bytes;
    wire.takeBudget(slab);
    slabs.add(arena.allocate(slab, 64));
    free = Arrays.copyOf(free, made + count);
    for (int i = made + count - 1; i >= made; i--) {
      free[frees++] = i;
    }
    made += count;
  }

  void give(int buffer) {
    free[frees++] = buffer;
  }

  MemorySegment memory(int buffer) {
    return slabs.get(buffer / SLAB);
  }

  long at(int buffer) {
    return (long) (buffer % SLAB) * bytes;
  }

  /// The number in use.
  int taken() {
    return made - frees;
  }

  void close() {
    wire.giveBudget((long) made * bytes);
    slabs.clear();
  }
}
