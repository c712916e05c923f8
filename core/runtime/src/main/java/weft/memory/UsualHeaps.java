// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The heaps of the first job of this process, as one constant for the compiler. So a copy of a few
/// words between registered memories takes the time of a few checked stores. The general path,
/// which must test the kind of each segment, takes five times that.
///
/// Places are offsets in the mapping of all heaps. A process of shm has one job; of several jobs in
/// one JVM, all but the first use the general path. The first question about a mapped heap
/// initialises this class; from then on it is constant.
@SuppressWarnings("ReferenceEquality") // compared by identity
public final class UsualHeaps {
  private static final Heaps.Mapping MAPPING = Heaps.expected();

  /// The mapping.
  public static final MemorySegment MEMORY = MAPPING.memory();

  /// Its address in this process.
  public static final long ADDRESS = MEMORY.address();

  /// The distance between the heaps in it.
  public static final long EXTENT = MAPPING.layout().extent();

  /// The number of heaps.
  public static final int RANKS = MAPPING.ranks();

  private static final Class<?> KIND = MEMORY.getClass();
  private static final MemorySegment.Scope SCOPE = MEMORY.scope();
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private UsualHeaps() {}

  /// Whether `heap` is the heap of `rank` in this mapping.
  public static boolean isHeap(MemorySegment heap, int rank) {
    return hold(heap) && heap.byteSize() == EXTENT && place(heap, 0) == place(rank, 0);
  }

  /// Whether `rank` exists.
  public static boolean has(int rank) {
    return Integer.compareUnsigned(rank, RANKS) < 0;
  }

  /// Whether `local` is in this mapping.
  public static boolean hold(MemorySegment local) {
    // Equal classes save other calls their dispatch. Equal scopes distinguish a slice of this
    // mapping from one of a closed mapping at the same address.
    return local.getClass() == KIND && local.scope() == SCOPE;
  }

  /// The place of byte `offset` of `local`, which is in this mapping.
  public static long place(MemorySegment local, long offset) {
    return local.address() - ADDRESS + offset;
  }

  /// The place of byte `at` of the heap of `rank`.
  public static long place(int rank, long at) {
    return rank * EXTENT + at;
  }

  /// Copies `bytes` bytes between places of this mapping.
  public static void copy(long from, long to, long bytes) {
    MemorySegment.copy(MEMORY, from, MEMORY, to, bytes);
  }

  /// Writes an aligned word as [Words#setRelease] does.
  public static void setRelease(long at, long value) {
    WORD.setRelease(MEMORY, at, value);
  }

  /// Reads an aligned word as [Words#getAcquire] does.
  public static long getAcquire(long at) {
    return (long) WORD.getAcquire(MEMORY, at);
  }
}
