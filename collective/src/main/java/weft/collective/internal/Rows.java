// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

import java.lang.foreign.MemorySegment;

/// Copies where at least one side has rows with gaps between them.
final class Rows {
  private Rows() {}

  /// Copies rows to a segment, one after the other.
  static void gather(Span from, long fromAt, MemorySegment to, long at, long bytes) {
    int kind = from.kind();
    Object memory = from.memory();
    long place = from.place(fromAt);
    long run = from.run(fromAt);
    long gap = from.stride() - from.rowBytes();
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(run, bytes - done);
      Memories.copy(Span.SEGMENT, to, at + done, kind, memory, place, piece);
      done += piece;
      place += piece + gap;
      run = from.rowBytes();
    }
  }

  /// Copies from a segment to rows, one after the other.
  static void scatter(Span to, long toAt, MemorySegment from, long at, long bytes) {
    int kind = to.kind();
    Object memory = to.memory();
    long place = to.place(toAt);
    long run = to.run(toAt);
    long gap = to.stride() - to.rowBytes();
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(run, bytes - done);
      Memories.copy(kind, memory, place, Span.SEGMENT, from, at + done, piece);
      done += piece;
      place += piece + gap;
      run = to.rowBytes();
    }
  }

  /// Copies between two spans, which may overlap.
  ///
  /// Places grow with positions on both sides. So a stretch over which the target lies nowhere
  /// before its source may be copied from its end, one over which it lies nowhere after it from its
  /// beginning, and no stretch writes what another has to read.
  static void copy(Span to, long at, Span from, long fromAt, long bytes) {
    for (long done = 0; done < bytes; ) {
      long piece = piece(to, at + done, from, fromAt + done, bytes - done);
      if (distance(to, at + done, from, fromAt + done) <= 0) {
        move(to, at + done, from, fromAt + done, piece);
        done += piece;
        continue;
      }
      long end = done + piece;
      while (end < bytes && distance(to, at + end, from, fromAt + end) > 0) {
        end += piece(to, at + end, from, fromAt + end, bytes - end);
      }
      backwards(to, at + done, from, fromAt + done, end - done);
      done = end;
    }
  }

  private static void backwards(Span to, long at, Span from, long fromAt, long bytes) {
    for (long left = bytes; left > 0; ) {
      long piece = Math.min(left, Math.min(to.runBefore(at + left), from.runBefore(fromAt + left)));
      left -= piece;
      move(to, at + left, from, fromAt + left, piece);
    }
  }

  private static long piece(Span to, long at, Span from, long fromAt, long bytes) {
    return Math.min(bytes, Math.min(to.run(at), from.run(fromAt)));
  }

  private static long distance(Span to, long at, Span from, long fromAt) {
    return Memories.distance(
        to.kind(), to.memory(), to.place(at), from.kind(), from.memory(), from.place(fromAt));
  }

  private static void move(Span to, long at, Span from, long fromAt, long bytes) {
    Memories.copy(
        to.kind(),
        to.memory(),
        to.place(at),
        from.kind(),
        from.memory(),
        from.place(fromAt),
        bytes);
  }
}
