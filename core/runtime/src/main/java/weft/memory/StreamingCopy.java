// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Copies pieces of data that is larger than the caches, by the [Accelerator] if there is one. Its
/// stores bypass the caches, and it reads ahead at two places at a time.
///
/// An ordinary store first reads the line that it overwrites. If that line is in memory, a third of
/// the traffic is wasted. The JDK also bypasses the caches, but only in single copies of 2.5 MB or
/// more. Data that travels in chunks is copied in pieces. Figures and rejected alternatives:
/// docs/design/0024-large-data.md.
///
/// Where this is impossible ([#isThere]), `MemorySegment.copy` copies. A copy cannot be
/// interrupted, and the garbage collector waits for its end, as with `MemorySegment.copy`.
public final class StreamingCopy {
  /// Smaller data is assumed to be in its core's own caches.
  public static final long COLD = 4L << 20;

  /// If the ranks of a host together have less, their data is assumed to be in their shared cache.
  public static final long COLD_TOGETHER = 32L << 20;

  /// The minimum size, in bytes; shorter pieces gain nothing.
  public static final long LEAST = 4 << 10;

  private static final @Nullable Accelerator ACCELERATOR = usable();

  private StreamingCopy() {}

  private static @Nullable Accelerator usable() {
    Accelerator chosen = Accelerators.chosen();
    return chosen != null && chosen.canCopy() ? chosen : null;
  }

  /// Whether such copies are available in this process.
  public static boolean isThere() {
    return ACCELERATOR != null;
  }

  /// Whether `memory` may be copied this way. A page of a mapped file may have no storage. Then
  /// this copy would crash the process, while `MemorySegment.copy` throws an error. Weft's heaps
  /// always have storage. Arrays suit if [Accelerators#takesArrays()].
  public static boolean suits(MemorySegment memory) {
    return memory.isNative()
        ? !memory.isMapped() || ConstantHeaps.areOf(memory)
        : Accelerators.takesArrays();
  }

  /// Copies [#LEAST] bytes or more, bypassing the caches: for a piece of a target that is in no
  /// cache. Both must suit ([#suits]), and do not overlap. Later writes of this thread become
  /// visible later.
  ///
  /// @throws IndexOutOfBoundsException when a piece is not within its memory
  public static void pastCaches(
      MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    check(from, fromAt, to, at, bytes);
    Accelerator accelerator = ACCELERATOR;
    if (accelerator != null && bytes >= LEAST && !to.isReadOnly()) {
      accelerator.copyPastCaches(from, fromAt, to, at, bytes);
    } else {
      MemorySegment.copy(from, fromAt, to, at, bytes);
    }
  }

  /// Copies [#LEAST] bytes or more into the caches: for a piece of a source that is in no cache,
  /// when the target is read soon. Both must suit ([#suits]), and do not overlap.
  ///
  /// @throws IndexOutOfBoundsException when a piece is not within its memory
  public static void readingAhead(
      MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    check(from, fromAt, to, at, bytes);
    Accelerator accelerator = ACCELERATOR;
    if (accelerator != null && bytes >= LEAST && !to.isReadOnly()) {
      accelerator.copyReadingAhead(from, fromAt, to, at, bytes);
    } else {
      MemorySegment.copy(from, fromAt, to, at, bytes);
    }
  }

  private static void check(
      MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    Objects.checkFromIndexSize(fromAt, bytes, from.byteSize());
    Objects.checkFromIndexSize(at, bytes, to.byteSize());
  }
}
