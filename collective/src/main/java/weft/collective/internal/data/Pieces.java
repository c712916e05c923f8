// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.data;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.memory.StreamingCopy;

/// Copies a piece of data as suits its size in all: where that is too large for any cache, what is
/// written is not read into one first, and what is read is read ahead.
final class Pieces {
  /// The garbage collector waits for the end of each copy.
  private static final long MOST = 1 << 20;

  private Pieces() {}

  /// Whether data of `bytes` bytes is in no cache when each of `ranks` ranks has as much. Ranks on
  /// other hosts are counted with those of this one.
  static boolean isCold(long bytes, int ranks) {
    return bytes >= StreamingCopy.COLD && bytes >= StreamingCopy.COLD_TOGETHER / ranks;
  }

  /// Whether data of `bytes` bytes may be in no cache, and there are copies that gain by that.
  static boolean isCold(long bytes) {
    return bytes >= StreamingCopy.COLD && StreamingCopy.isThere();
  }

  /// Copies between pieces of memory without gaps, which may overlap. `coldTo` and `coldFrom` are
  /// the same memories, where they are of data that no cache holds.
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
