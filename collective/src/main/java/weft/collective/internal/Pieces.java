// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.MemorySegment;
import weft.memory.StreamingCopy;

/// Copies a piece of data as suits its size in all: where that is too large for any cache, what is
/// written is not read into one first, and what is read is read ahead.
final class Pieces {
  /// The garbage collector waits for the end of each copy.
  private static final long MOST = 1 << 20;

  private Pieces() {}

  /// Copies between pieces of memory without gaps, which may overlap. `ofTarget` and `ofSource` are
  /// the bytes of the data that they are pieces of; 0 for what is sure to be in a cache.
  static void copy(
      int toKind,
      Object to,
      long at,
      long ofTarget,
      int fromKind,
      Object from,
      long fromAt,
      long ofSource,
      long bytes) {
    boolean past = ofTarget >= StreamingCopy.COLD;
    if (bytes < StreamingCopy.LEAST
        || (!past && ofSource < StreamingCopy.COLD)
        || !StreamingCopy.isThere()
        || !stream(toKind, to, at, fromKind, from, fromAt, bytes, past)) {
      Memories.copy(toKind, to, at, fromKind, from, fromAt, bytes);
    }
  }

  /// Does nothing and returns false where the two overlap, or cannot be copied so.
  private static boolean stream(
      int toKind,
      Object to,
      long at,
      int fromKind,
      Object from,
      long fromAt,
      long bytes,
      boolean past) {
    long distance = Memories.distance(toKind, to, at, fromKind, from, fromAt);
    if (distance != 0 && Math.abs(distance) < bytes) {
      return false;
    }
    MemorySegment source = Memories.wrap(fromKind, from);
    MemorySegment target = Memories.wrap(toKind, to);
    if (!StreamingCopy.suits(source) || !StreamingCopy.suits(target)) {
      return false;
    }
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(bytes - done, MOST);
      if (past) {
        StreamingCopy.pastCaches(source, fromAt + done, target, at + done, piece);
      } else {
        StreamingCopy.readingAhead(source, fromAt + done, target, at + done, piece);
      }
      done += piece;
    }
    return true;
  }
}
