// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// The heaps of the first job of this process, as one constant of the compiler's: a few words are
/// moved from registered memory to registered memory in the time of a few checked stores, while the
/// general way, which must ask what kind of memory each segment is, takes five times that.
///
/// Places are offsets in the mapping of all heaps. A process of shm has one job; of several jobs in
/// one JVM all but the first go the general way.
@SuppressWarnings("ReferenceEquality") // the very same scope is meant
public final class UsualHeaps {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private static volatile @Nullable MemorySegment expected;

  /// Initialised by the first question about a heap that is mapped, and constant from then on.
  private static final class Known {
    static final MemorySegment MEMORY = memory();
    static final Class<?> KIND = MEMORY.getClass();
    static final MemorySegment.Scope SCOPE = MEMORY.scope();
    static final long ADDRESS = MEMORY.address();

    private static MemorySegment memory() {
      MemorySegment memory = expected;
      return memory == null ? MemorySegment.NULL : memory;
    }
  }

  private UsualHeaps() {}

  /// Says where all heaps of a job are mapped. The first word counts.
  static void expect(MemorySegment memory) {
    if (expected == null) {
      expected = memory;
    }
  }

  /// Where `bytes` bytes from `offset` of `local` on are, if they are in these heaps, else −1.
  public static long find(MemorySegment local, long offset, long bytes) {
    // Equal classes spare the calls below their dispatch; equal scopes tell a slice of this mapping
    // from one of another, closed by now, whose place it took.
    if (local.getClass() != Known.KIND
        || local.scope() != Known.SCOPE
        || offset < 0
        || offset > local.byteSize() - bytes) {
      return -1;
    }
    // Not negative: what has this scope is a slice of the one mapping that was made with it.
    return local.address() - Known.ADDRESS + offset;
  }

  /// Copies `bytes` bytes.
  public static void copy(long from, long to, long bytes) {
    if (bytes == 8) {
      Known.MEMORY.set(WORD, to, Known.MEMORY.get(WORD, from));
    } else {
      MemorySegment.copy(Known.MEMORY, from, Known.MEMORY, to, bytes);
    }
  }
}
