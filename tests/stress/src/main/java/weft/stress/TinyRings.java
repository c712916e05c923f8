// SPDX-License-Identifier: Apache-2.0
package weft.stress;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import weft.memory.ControlLayout;
import weft.memory.Lines;
import weft.memory.RingMemory;

/// Native memory for two or three ranks with rings of 512 bytes. A few records fill such a ring,
/// and a lap takes a microsecond. Only the rings to the last rank exist.
///
/// jcstress creates millions of states. Their memory is reused in turn from a pool, which is
/// several times as large as the number of states at one time.
final class TinyRings implements RingMemory {
  /// The bytes of a ring.
  static final int RING = 512;

  /// The maximum number of states at one time: strides × states in one.
  static final int MOST_STATES = 64 * 64;

  private static final long PLACE = 4096;
  private static final int PLACES = 4 * MOST_STATES;
  private static final MemorySegment POOL = Arena.global().allocate(PLACE * PLACES, Lines.LINE);
  private static final AtomicLong NEXT = new AtomicLong();

  private final int ranks;
  private final MemorySegment memory;

  TinyRings(int ranks) {
    this.ranks = ranks;
    if (ringBase(ranks - 1, ranks - 1) > PLACE) {
      throw new IllegalArgumentException(ranks + " ranks need more than " + PLACE + " bytes");
    }
    this.memory = POOL.asSlice(NEXT.getAndIncrement() % PLACES * PLACE, PLACE).fill((byte) 0);
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public long ringBytes() {
    return RING;
  }

  @Override
  public MemorySegment control() {
    return memory;
  }

  @Override
  public MemorySegment ring(int source, int target, boolean writing) {
    if (target != ranks - 1) {
      throw new IllegalArgumentException("there is no ring from " + source + " to " + target);
    }
    return memory;
  }

  @Override
  public long ringBase(int source, int target) {
    return ControlLayout.bytes(ranks) + (long) source * RING;
  }
}
