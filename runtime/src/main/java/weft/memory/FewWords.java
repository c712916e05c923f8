// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Copies of up to 64 bytes between mapped segments: a call of the general copy, which must ask
/// every segment what it is, costs more than the bytes.
///
/// Where a program uses segments of several kinds, each question to one is an indirect call. That
/// the local side is of the same kind as the heaps is one comparison, after which the compiler
/// knows the answers.
public final class FewWords {
  private static final long MOST = 64;

  private static volatile @Nullable Class<?> kind;

  /// Initialised by the first copy, and constant from then on.
  private static final class Mapped {
    static final Class<?> KIND = kind();

    private static Class<?> kind() {
      Class<?> known = kind;
      return known == null ? Void.class : known;
    }
  }

  private FewWords() {}

  /// Says what kind of segment heaps are; before the first copy.
  public static void expect(MemorySegment heap) {
    kind = heap.getClass();
  }

  /// Whether [#copy] may be used for the `bytes` at `offset` of `local`, and lies in it.
  public static boolean fits(MemorySegment local, long offset, long bytes) {
    return bytes <= MOST
        && (bytes & 7) == 0
        && local.getClass() == Mapped.KIND
        && offset >= 0
        && offset <= local.byteSize() - bytes;
  }

  /// Copies; between places that overlap, it may copy what it has written.
  public static void copy(MemorySegment from, long offset, MemorySegment to, long at, long bytes) {
    if (bytes == 8) {
      set(to, at, get(from, offset));
      return;
    }
    long done = 0;
    // Reads before writes: after a write the compiler asks again what it knew.
    for (; done <= bytes - 32; done += 32) {
      long a = get(from, offset + done);
      long b = get(from, offset + done + 8);
      long c = get(from, offset + done + 16);
      long d = get(from, offset + done + 24);
      set(to, at + done, a);
      set(to, at + done + 8, b);
      set(to, at + done + 16, c);
      set(to, at + done + 24, d);
    }
    for (; done < bytes; done += 8) {
      set(to, at + done, get(from, offset + done));
    }
  }

  private static long get(MemorySegment segment, long offset) {
    return segment.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  private static void set(MemorySegment segment, long offset, long value) {
    segment.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
  }
}
