// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The heaps of one job of this process, as one constant for the compiler. So a copy of a few words
/// between registered memories takes the time of a few checked stores. The general path, which must
/// test the kind of each segment, takes five times that.
///
/// Places are offsets in the mapping of all heaps. Of several jobs in one JVM at the same time, one
/// has this path. After its end the next job that asks has it: the compiler then compiles the
/// accesses again. It is a record because the compiler trusts the fields of a record to be
/// constants.
///
/// @param memory the mapping
/// @param address its address in this process
/// @param extent the distance between the heaps in it
/// @param ranks the number of heaps
/// @param kind the class of all segments in it
/// @param scope the scope of all segments in it
@SuppressWarnings("ReferenceEquality") // compared by identity
public record ConstantHeaps(
    MemorySegment memory,
    long address,
    long extent,
    int ranks,
    Class<?> kind,
    MemorySegment.Scope scope) {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  /// The heaps of a process that has one job, which needs no call site for them: a call site takes
  /// milliseconds to prepare. The first question about a mapped heap initialises it.
  private static final @Nullable ConstantHeaps ONLY = Words.isExpected() ? candidate() : null;

  /// The heaps that may become those of [#now()]; guarded by the class. They remain until they are
  /// closed and no rank uses them.
  private static @Nullable ConstantHeaps candidate;

  private static int users;
  private static boolean closed;

  /// The heaps of a JVM that runs several jobs, one after the other.
  private static final class Several {
    static final MutableCallSite SITE = new MutableCallSite(constant(of(MemorySegment.NULL, 0, 1)));
    static final MethodHandle NOW = SITE.dynamicInvoker();

    private static MethodHandle constant(ConstantHeaps heaps) {
      return MethodHandles.constant(ConstantHeaps.class, heaps);
    }

    static ConstantHeaps now() {
      try {
        return (ConstantHeaps) NOW.invokeExact();
      } catch (Throwable e) {
        throw new IllegalStateException("a constant has thrown", e);
      }
    }

    static void set(ConstantHeaps heaps) {
      SITE.setTarget(constant(heaps));
    }
  }

  /// The heaps of `ranks` ranks in `memory`.
  static ConstantHeaps of(MemorySegment memory, int ranks, long extent) {
    return new ConstantHeaps(
        memory, memory.address(), extent, ranks, memory.getClass(), memory.scope());
  }

  /// Declares the heaps of a job. They become those of [#now()] when a rank first uses them, unless
  /// another job has that path.
  static synchronized void expect(ConstantHeaps heaps) {
    if (candidate == null) {
      candidate = heaps;
      closed = false;
    }
  }

  /// Ends [#expect] for the job whose heaps are `memory`: they are unmapped.
  static synchronized void close(MemorySegment memory) {
    if (isOf(memory)) {
      closed = true;
      release();
    }
  }

  /// Whether `memory` is of the heaps that were declared.
  static synchronized boolean areOf(MemorySegment memory) {
    return isOf(memory);
  }

  private static boolean isOf(MemorySegment memory) {
    ConstantHeaps heaps = candidate;
    return heaps != null && memory.scope() == heaps.scope;
  }

  private static synchronized @Nullable ConstantHeaps candidate() {
    return candidate;
  }

  /// A rank that used the heaps must not touch those of the next job: it has left first.
  private static void release() {
    if (closed && users == 0) {
      candidate = null;
    }
  }

  /// Begins the use of the heaps by a rank, if `heap` is the heap of `rank` in them. If so, the
  /// rank calls [#leave] at its end.
  public static synchronized boolean use(MemorySegment heap, int rank) {
    ConstantHeaps heaps = candidate;
    if (heaps == null || !heaps.isHeap(heap, rank)) {
      return false;
    }
    if (now() != heaps) {
      if (ONLY != null) {
        return false;
      }
      Several.set(heaps);
    }
    users++;
    return true;
  }

  /// Ends the use by a rank.
  public static synchronized void leave() {
    users--;
    release();
  }

  /// The heaps, which are constant for the compiler. Only a rank that [uses][#use] them may access
  /// them.
  public static ConstantHeaps now() {
    ConstantHeaps only = ONLY;
    return only != null ? only : Several.now();
  }

  private boolean isHeap(MemorySegment heap, int rank) {
    return hold(heap) && heap.byteSize() == extent && place(heap, 0) == place(rank, 0);
  }

  /// Whether `rank` exists.
  public boolean has(int rank) {
    return Integer.compareUnsigned(rank, ranks) < 0;
  }

  /// Whether `local` is in this mapping.
  public boolean hold(MemorySegment local) {
    // Equal classes save other calls their dispatch. Equal scopes distinguish a slice of this
    // mapping from one of a closed mapping at the same address.
    return local.getClass() == kind && local.scope() == scope;
  }

  /// The place of byte `offset` of `local`, which is in this mapping.
  public long place(MemorySegment local, long offset) {
    return local.address() - address + offset;
  }

  /// The place of byte `at` of the heap of `rank`.
  public long place(int rank, long at) {
    return rank * extent + at;
  }

  /// Copies `bytes` bytes between places of this mapping.
  public void copy(long from, long to, long bytes) {
    MemorySegment.copy(memory, from, memory, to, bytes);
  }

  /// Writes an aligned word as [Words#setRelease] does.
  public void setRelease(long at, long value) {
    WORD.setRelease(memory, at, value);
  }

  /// Reads an aligned word as [Words#getAcquire] does.
  public long getAcquire(long at) {
    return (long) WORD.getAcquire(memory, at);
  }
}
