// SPDX-License-Identifier: Apache-2.0
package weft.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Copies pieces of data that is larger than the caches, with instructions that Java has no words
/// for: stores that go past the caches, and reads ahead at two places at a time.
///
/// An ordinary store first reads the line that it is going to overwrite. Where that line is in
/// memory, a third of the traffic is for nothing. The JDK goes past the caches, too, but only in
/// single copies of 2.5 MB or more, and what travels in chunks is copied in pieces. Figures and
/// what was rejected: docs/design/0024-large-data-goes-past-the-caches.md.
///
/// Where the instructions cannot be had ([#isThere]), `MemorySegment.copy` is what there is.
///
/// No copy can be stopped, and the garbage collector waits for its end, as it does for that of
/// `MemorySegment.copy`.
@SuppressWarnings("restricted") // MachineCode asks whether it is enabled
public final class StreamingCopy {
  /// Smaller data is taken to be in its core's own caches.
  public static final long COLD = 4L << 20;

  /// What the ranks of a host have together, if less, is taken to be in the cache that they share.
  public static final long COLD_TOGETHER = 32L << 20;

  /// Shorter pieces gain nothing.
  public static final long LEAST = 4 << 10;

  private static final @Nullable MethodHandle PAST_CACHES = handle(CopyInstructions.PAST_CACHES);
  private static final @Nullable MethodHandle READING_AHEAD =
      handle(CopyInstructions.READING_AHEAD);

  private StreamingCopy() {}

  private static @Nullable MethodHandle handle(String listing) {
    MemorySegment code = MachineCode.callable(listing);
    return code == null
        ? null
        : Linker.nativeLinker()
            .downcallHandle(
                code,
                FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
                Linker.Option.critical(true));
  }

  /// Whether there are such copies in this process.
  public static boolean isThere() {
    return PAST_CACHES != null && READING_AHEAD != null;
  }

  /// Whether `memory` may be copied so. A page of a mapped file may have no storage, which would
  /// end this process, where `MemorySegment.copy` throws an error; the heaps of Weft have theirs.
  public static boolean suits(MemorySegment memory) {
    return !memory.isMapped() || Heaps.areExpected(memory);
  }

  /// Copies [#LEAST] bytes or more, past the caches: for a piece of a target that no cache holds.
  /// The two do not overlap. What this thread writes later is seen later.
  ///
  /// @throws IndexOutOfBoundsException when a piece is not within its memory
  public static void pastCaches(
      MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    copy(PAST_CACHES, from, fromAt, to, at, bytes);
  }

  /// Copies [#LEAST] bytes or more into the caches: for a piece of a source that no cache holds,
  /// which somebody will read from where it goes. The two do not overlap.
  ///
  /// @throws IndexOutOfBoundsException when a piece is not within its memory
  public static void readingAhead(
      MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    copy(READING_AHEAD, from, fromAt, to, at, bytes);
  }

  private static void copy(
      @Nullable MethodHandle instructions,
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long at,
      long bytes) {
    Objects.checkFromIndexSize(fromAt, bytes, from.byteSize());
    Objects.checkFromIndexSize(at, bytes, to.byteSize());
    if (instructions == null || bytes < LEAST || to.isReadOnly()) {
      MemorySegment.copy(from, fromAt, to, at, bytes);
      return;
    }
    try {
      instructions.invokeExact(to, at, from, fromAt, bytes);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a copy of " + bytes + " bytes has failed", e);
    }
  }
}
