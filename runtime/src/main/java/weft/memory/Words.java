// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The only place where a 64-bit word of shared memory is read or written with an ordering.
///
/// Inside one JVM the Java memory model gives these accesses their meaning. Across processes it is
/// silent: that a release in one process is seen by an acquire in another, on a segment that both
/// have mapped, is the practice of HotSpot and of the hardware on x86-64 and aarch64. The stress
/// module tests it with two real processes.
///
/// A checked access to a segment that the compiler knows nothing of takes 17 instructions. One to a
/// segment in a static final field takes five, for then its type, length, address and lifetime are
/// constants. A process has one memory that all its messages go through: [#expect] makes it that
/// constant, and each access asks first whether it is meant. All others go the longer way.
@SuppressWarnings({
  "MemorySegmentReferenceEquality",
  "ReferenceEquality"
}) // the very same segment is meant
public final class Words {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final ValueLayout.OfLong ANYWHERE = ValueLayout.JAVA_LONG_UNALIGNED;

  private static volatile @Nullable MemorySegment expected;

  /// Initialised by the first access, and constant from then on.
  private static final class Usual {
    static final MemorySegment MEMORY = memory();

    private static MemorySegment memory() {
      MemorySegment memory = expected;
      return memory == null ? MemorySegment.NULL : memory;
    }
  }

  private Words() {}

  /// Says which segment this process will use most. The first word counts, and only if no access
  /// came before it; the segment is never let go of.
  public static void expect(MemorySegment memory) {
    if (expected == null) {
      expected = memory;
    }
  }

  /// Plain read.
  public static long get(MemorySegment segment, long offset) {
    if (segment == Usual.MEMORY) {
      return (long) WORD.get(Usual.MEMORY, offset);
    }
    return (long) WORD.get(segment, offset);
  }

  /// Plain read of the eight bytes from any offset on.
  public static long getAnywhere(MemorySegment segment, long offset) {
    if (segment == Usual.MEMORY) {
      return Usual.MEMORY.get(ANYWHERE, offset);
    }
    return segment.get(ANYWHERE, offset);
  }

  /// Plain write.
  public static void set(MemorySegment segment, long offset, long value) {
    if (segment == Usual.MEMORY) {
      WORD.set(Usual.MEMORY, offset, value);
      return;
    }
    WORD.set(segment, offset, value);
  }

  /// Acquire read: what was written before the partner's release is visible after it.
  public static long getAcquire(MemorySegment segment, long offset) {
    if (segment == Usual.MEMORY) {
      return (long) WORD.getAcquire(Usual.MEMORY, offset);
    }
    return (long) WORD.getAcquire(segment, offset);
  }

  /// Release write: what was written before it is visible to who acquires it.
  public static void setRelease(MemorySegment segment, long offset, long value) {
    if (segment == Usual.MEMORY) {
      WORD.setRelease(Usual.MEMORY, offset, value);
      return;
    }
    WORD.setRelease(segment, offset, value);
  }

  /// Volatile read.
  public static long getVolatile(MemorySegment segment, long offset) {
    if (segment == Usual.MEMORY) {
      return (long) WORD.getVolatile(Usual.MEMORY, offset);
    }
    return (long) WORD.getVolatile(segment, offset);
  }

  /// Volatile write; on return it is visible to every processor.
  public static void setVolatile(MemorySegment segment, long offset, long value) {
    if (segment == Usual.MEMORY) {
      WORD.setVolatile(Usual.MEMORY, offset, value);
      return;
    }
    WORD.setVolatile(segment, offset, value);
  }

  /// Atomic swap.
  public static long getAndSet(MemorySegment segment, long offset, long value) {
    if (segment == Usual.MEMORY) {
      return (long) WORD.getAndSet(Usual.MEMORY, offset, value);
    }
    return (long) WORD.getAndSet(segment, offset, value);
  }

  /// Atomic or; a full fence.
  public static long getAndOr(MemorySegment segment, long offset, long bits) {
    if (segment == Usual.MEMORY) {
      return (long) WORD.getAndBitwiseOr(Usual.MEMORY, offset, bits);
    }
    return (long) WORD.getAndBitwiseOr(segment, offset, bits);
  }

  /// Atomic and; a full fence.
  public static long getAndAnd(MemorySegment segment, long offset, long bits) {
    if (segment == Usual.MEMORY) {
      return (long) WORD.getAndBitwiseAnd(Usual.MEMORY, offset, bits);
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

  /// Atomic compare and exchange; a full fence. Returns what was there.
  public static long compareAndExchange(MemorySegment segment, long offset, long old, long value) {
    return (long) WORD.compareAndExchange(segment, offset, old, value);
  }

  /// Atomic compare and set; a full fence.
  public static boolean compareAndSet(MemorySegment segment, long offset, long old, long value) {
    if (segment == Usual.MEMORY) {
      return WORD.compareAndSet(Usual.MEMORY, offset, old, value);
    }
    return WORD.compareAndSet(segment, offset, old, value);
  }
}
