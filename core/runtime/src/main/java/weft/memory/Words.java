// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The only place where a 64-bit word of shared memory is read or written with an ordering.
///
/// Inside one JVM the Java memory model gives these accesses their meaning. It says nothing about
/// other processes. Weft assumes that an acquire in one process sees a release in another on a
/// segment that both map. HotSpot and the hardware behave so on x86-64 and aarch64. The stress
/// module tests it with two real processes.
///
/// A checked access to an arbitrary segment takes 17 instructions. One to a segment in a static
/// final field takes five, because its type, length, address and lifetime are then constants.
/// Nearly all messages of a process use one memory: [#expect] makes it that constant, and each
/// access first tests for it. Accesses to other segments take the longer path.
@SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"}) // compared by identity
public final class Words {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final ValueLayout.OfLong ANYWHERE = ValueLayout.JAVA_LONG_UNALIGNED;

  private static volatile @Nullable MemorySegment expected;

  /// Initialised by the first access, and constant from then on.
  private static final class Expected {
    static final MemorySegment MEMORY = memory();

    private static MemorySegment memory() {
      MemorySegment memory = expected;
      return memory == null ? MemorySegment.NULL : memory;
    }
  }

  private Words() {}

  /// Declares the segment that this process will use most. Only the first call counts, and only
  /// before the first access; the segment is never released.
  public static void expect(MemorySegment memory) {
    if (expected == null) {
      expected = memory;
    }
  }

  /// Whether [#expect] was called: this process is a rank of one job.
  static boolean isExpected() {
    return expected != null;
  }

  /// Plain read.
  public static long get(MemorySegment segment, long offset) {
    if (segment == Expected.MEMORY) {
      return (long) WORD.get(Expected.MEMORY, offset);
    }
    return (long) WORD.get(segment, offset);
  }

  /// Plain read of the eight bytes from any offset on.
  public static long getAnywhere(MemorySegment segment, long offset) {
    if (segment == Expected.MEMORY) {
      return Expected.MEMORY.get(ANYWHERE, offset);
    }
    return segment.get(ANYWHERE, offset);
  }

  /// Plain write.
  public static void set(MemorySegment segment, long offset, long value) {
    if (segment == Expected.MEMORY) {
      WORD.set(Expected.MEMORY, offset, value);
      return;
    }
    WORD.set(segment, offset, value);
  }

  /// Acquire read: all writes before the partner's release are visible after it.
  public static long getAcquire(MemorySegment segment, long offset) {
    if (segment == Expected.MEMORY) {
      return (long) WORD.getAcquire(Expected.MEMORY, offset);
    }
    return (long) WORD.getAcquire(segment, offset);
  }

  /// Release write: all earlier writes are visible to a thread that acquires it.
  public static void setRelease(MemorySegment segment, long offset, long value) {
    if (segment == Expected.MEMORY) {
      WORD.setRelease(Expected.MEMORY, offset, value);
      return;
    }
    WORD.setRelease(segment, offset, value);
  }

  /// Volatile read.
  public static long getVolatile(MemorySegment segment, long offset) {
    if (segment == Expected.MEMORY) {
      return (long) WORD.getVolatile(Expected.MEMORY, offset);
    }
    return (long) WORD.getVolatile(segment, offset);
  }

  /// Volatile write; on return it is visible to every processor.
  public static void setVolatile(MemorySegment segment, long offset, long value) {
    if (segment == Expected.MEMORY) {
      WORD.setVolatile(Expected.MEMORY, offset, value);
      return;
    }
    WORD.setVolatile(segment, offset, value);
  }

  /// Atomic swap.
  public static long getAndSet(MemorySegment segment, long offset, long value) {
    if (segment == Expected.MEMORY) {
      return (long) WORD.getAndSet(Expected.MEMORY, offset, value);
    }
    return (long) WORD.getAndSet(segment, offset, value);
  }

  /// Atomic or; a full fence.
  public static long getAndOr(MemorySegment segment, long offset, long bits) {
    if (segment == Expected.MEMORY) {
      return (long) WORD.getAndBitwiseOr(Expected.MEMORY, offset, bits);
    }
    return (long) WORD.getAndBitwiseOr(segment, offset, bits);
  }

  /// Atomic and; a full fence.
  public static long getAndAnd(MemorySegment segment, long offset, long bits) {
    if (segment == Expected.MEMORY) {
      return (long) WORD.getAndBitwiseAnd(Expected.MEMORY, offset, bits);
    }
    return (long) WORD.getAndBitwiseAnd(segment, offset, bits);
  }

  /// Atomic sum; a full fence.
  public static long getAndAdd(MemorySegment segment, long offset, long value) {
    return (long) WORD.getAndAdd(segment, offset, value);
  }

  /// Atomic exclusive or; a full fence.
  public static long getAndXor(MemorySegment segment, long offset, long bits) {
    return (long) WORD.getAndBitwiseXor(segment, offset, bits);
  }

  /// Atomic compare and exchange; a full fence. Returns the previous value.
  public static long compareAndExchange(MemorySegment segment, long offset, long old, long value) {
    return (long) WORD.compareAndExchange(segment, offset, old, value);
  }

  /// Atomic compare and set; a full fence.
  public static boolean compareAndSet(MemorySegment segment, long offset, long old, long value) {
    if (segment == Expected.MEMORY) {
      return WORD.compareAndSet(Expected.MEMORY, offset, old, value);
    }
    return WORD.compareAndSet(segment, offset, old, value);
  }
}
