// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.memory.StreamingCopy;

/// Copies a part of data with regard to the size of the whole. If no cache holds the whole, a write
/// bypasses the caches, and a read prefetches.
final class Pieces {
  /// The longest copy; the garbage collector waits for its end.
  private static final long MOST = 1 << 20;

  private Pieces() {}

  /// Whether no cache holds data of `bytes` bytes if each of `ranks` ranks has as much. Ranks on
  /// other hosts count too.
  static boolean isCold(long bytes, int ranks) {
    return bytes >= StreamingCopy.COLD && bytes >= StreamingCopy.COLD_TOGETHER / ranks;
  }

  /// Whether no cache may hold data of `bytes` bytes, and there are copies for that.
  static boolean isCold(long bytes) {
    return bytes >= StreamingCopy.COLD && StreamingCopy.isThere();
  }

  /// Copies between contiguous memories, which may overlap. `coldTo` and `coldFrom` are the same
  /// memories if no cache holds their data.
  static void copy(
      int toKind,
      Object to,
      long at,
      @Nullable MemorySegment coldTo,
      int fromKind,
      Object from,
      long fromAt,
      @Nullable MemorySegment coldFrom,
      long bytes) {
    if (bytes >= StreamingCopy.LEAST && (coldTo != null || coldFrom != null)) {
      MemorySegment target = coldTo != null ? coldTo : segment(toKind, to);
      MemorySegment source = coldFrom != null ? coldFrom : segment(fromKind, from);
      long distance = Memories.distance(toKind, to, at, fromKind, from, fromAt);
      boolean overlap = distance != 0 && Math.abs(distance) < bytes;
      if (target != null && source != null && !overlap) {
        stream(target, at, source, fromAt, bytes, coldTo != null);
        return;
      }
    }
    Memories.copy(toKind, to, at, fromKind, from, fromAt, bytes);
  }

  private static @Nullable MemorySegment segment(int kind, Object memory) {
    return kind == Span.SEGMENT
            && memory instanceof MemorySegment segment
            && StreamingCopy.suits(segment)
        ? segment
        : null;
  }

  private static void stream(
      MemorySegment to, long at, MemorySegment from, long fromAt, long bytes, boolean past) {
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(bytes - done, MOST);
      if (past) {
        StreamingCopy.pastCaches(from, fromAt + done, to, at + done, piece);
      } else {
        StreamingCopy.readingAhead(from, fromAt + done, to, at + done, piece);
      }
      done += piece;
    }
  }
}
