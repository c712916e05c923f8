// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The chunks of one rank: from its registered heap where others can read that, else from memory of
/// its own. What was given back is kept, by powers of two.
///
/// What was given back first is taken first. Others have read it longest ago: a chunk that another
/// processor has just read costs up to three times as much to write (an Intel Xeon, 128 KB: 17 µs
/// instead of 6, in C too), which is more than a larger round through the caches costs.
final class Chunks {
  private static final int SMALLEST_SHIFT = 12;

  private final Wire wire;
  private final boolean share;
  private final @Nullable Chunk[] free = new Chunk[64];
  private final @Nullable Chunk[] lastFree = new Chunk[64];
  private final List<Chunk> all = new ArrayList<>();
  private final Arena arena = Arena.ofConfined();
  private int taken;

  Chunks(Wire wire, boolean share) {
    this.wire = wire;
    this.share = share;
  }

  private static int sizeClass(long bytes) {
    return Math.max(SMALLEST_SHIFT, 64 - Long.numberOfLeadingZeros(Math.max(1, bytes) - 1));
  }

  /// A chunk of at least `bytes` bytes with one holder.
  Chunk take(long bytes, Slot taker) {
    int size = sizeClass(bytes);
    Chunk chunk = free[size];
    if (chunk == null) {
      chunk = make(1L << size);
    } else {
      free[size] = chunk.next;
      chunk.next = null;
    }
    taken++;
    chunk.holders = 1;
    chunk.taker = taker;
    chunk.takerSequence = taker.sequence;
    return chunk;
  }

  private Chunk make(long bytes) {
    MemorySegment heap = share ? wire.heap(wire.rank()) : null;
    Chunk chunk;
    if (heap != null) {
      chunk = new Chunk(heap, wire.allocate(bytes), bytes);
    } else {
      chunk = new Chunk(arena.allocate(bytes, 64), 0, bytes);
    }
    all.add(chunk);
    return chunk;
  }

  /// One holder less. Returns the operation that took the chunk, when this gives it back and that
  /// operation is still under way.
  @Nullable Slot release(Chunk chunk) {
    if (--chunk.holders > 0) {
      return null;
    }
    Slot taker = chunk.taker;
    give(chunk);
    if (taker == null || !taker.active || taker.sequence != chunk.takerSequence) {
      return null;
    }
    taker.chunks--;
    return taker;
  }

  private void give(Chunk chunk) {
    int size = sizeClass(chunk.bytes);
    chunk.taker = null;
    Chunk last = lastFree[size];
    if (free[size] == null || last == null) {
      free[size] = chunk;
    } else {
      last.next = chunk;
    }
    lastFree[size] = chunk;
    taken--;
  }

  /// Whether others can read chunks in place.
  boolean shared() {
    return share && wire.heap(wire.rank()) != null;
  }

  /// How many are in use.
  int taken() {
    return taken;
  }

  /// Gives all memory back.
  void close() {
    for (Chunk chunk : all) {
      if (chunk.memory.equals(wire.heap(wire.rank()))) {
        wire.free(chunk.at);
      }
    }
    all.clear();
    arena.close();
  }
}
