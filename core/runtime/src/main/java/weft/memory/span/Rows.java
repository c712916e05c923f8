// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Copies between spans of which at least one has gaps.
public final class Rows {
  /// Rows of an array below this length are copied to and from a segment through a small array. A
  /// copy between array and segment costs 10 to 20 ns, a copy between arrays 3. It is still one
  /// pass over memory.
  private static final long SHORT = 512;

  /// Rows up to this length are copied element by element.
  private static final long LEAST = 128;

  /// The maximum number of rows of one copy, so that no safepoint waits longer.
  private static final long MOST_ROWS = 16 << 10;

  private Rows() {}

  /// Copies rows to a contiguous segment; the memories must differ.
  static void gather(Span from, long fromAt, MemorySegment to, long at, long bytes) {
    if (from.kind() == Span.SEGMENT || from.rowBytes() >= SHORT) {
      pack(Span.SEGMENT, to, at, from, fromAt, bytes);
      return;
    }
    Object rows = Scratch.of(from.kind()).rows();
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(bytes - done, Scratch.ROWS);
      pack(from.kind(), rows, 0, from, fromAt + done, piece);
      Memories.move(Span.SEGMENT, to, at + done, from.kind(), rows, 0, piece);
      done += piece;
    }
  }

  /// Copies from a contiguous segment to rows; the memories must differ.
  static void scatter(Span to, long toAt, MemorySegment from, long at, long bytes) {
    if (to.kind() == Span.SEGMENT || to.rowBytes() >= SHORT) {
      unpack(to, toAt, Span.SEGMENT, from, at, bytes);
      return;
    }
    Object rows = Scratch.of(to.kind()).rows();
    for (long done = 0; done < bytes; ) {
      long piece = Math.min(bytes - done, Scratch.ROWS);
      Memories.move(to.kind(), rows, 0, Span.SEGMENT, from, at + done, piece);
      unpack(to, toAt + done, to.kind(), rows, 0, piece);
      done += piece;
    }
  }

  /// Copies between two spans, which may overlap.
  static void copy(Span to, long at, Span from, long fromAt, long bytes) {
    if (mayOverlap(to, at, from, fromAt, bytes)) {
      overlapping(to, at, from, fromAt, bytes);
    } else if (!to.strided()) {
      pack(to.kind(), to.memory(), to.place(at), from, fromAt, bytes);
    } else if (!from.strided()) {
      unpack(to, at, from.kind(), from.memory(), from.place(fromAt), bytes);
    } else {
      piecewise(to, at, from, fromAt, bytes);
    }
  }

  /// Whether the two may share a byte.
  private static boolean mayOverlap(Span to, long at, Span from, long fromAt, long bytes) {
    if (!to.isWith(from)) {
      return false;
    }
    long low = to.lowest(at);
    long fromLow = from.lowest(fromAt);
    long distance = Memories.distance(to, low, from, fromLow);
    return distance < from.highest(fromAt, bytes) - fromLow
        && -distance < to.highest(at, bytes) - low;
  }

  /// Copies to contiguous memory.
  public static void pack(int kind, Object to, long place, Span from, long fromAt, long bytes) {
    for (long done = 0; done < bytes; ) {
      long strip = Math.min(from.strip(fromAt + done), bytes - done);
      packStrip(kind, to, place + done, from, fromAt + done, strip);
      done += strip;
    }
  }

  private static void packStrip(
      int kind, Object to, long place, Span from, long fromAt, long bytes) {
    int fromKind = from.kind();
    Object memory = from.memory();
    long row = from.rowBytes();
    long gap = from.stride() - row;
    long at = from.place(fromAt);
    long piece = Math.min(from.run(fromAt), bytes);
    boolean isShort = areShort(kind, from);
    for (long done = 0; done < bytes; ) {
      if (isShort
          && piece == row
          && bytes - done >= 2 * row
          && Memories.whole(kind, at | (place + done))) {
        int shift = Memories.shift(kind);
        int rows = (int) Math.min((bytes - done) / row, MOST_ROWS);
        int length = (int) row >>> shift;
        int step = (int) (from.stride() >>> shift);
        ShortRows.copy(
            kind,
            to,
            (int) ((place + done) >>> shift),
            length,
            memory,
            (int) (at >>> shift),
            step,
            length,
            rows);
        done += rows * row;
        at += rows * from.stride();
      } else if (kind == Span.SEGMENT
          && fromKind == Span.SEGMENT
          && piece == row
          && row <= SHORT
          && bytes - done >= 2 * row) {
        long rows = Math.min((bytes - done) / row, MOST_ROWS);
        copyRows(to, place + done, row, memory, at, from.stride(), row, rows);
        done += rows * row;
        at += rows * from.stride();
      } else {
        Memories.copy(kind, to, place + done, fromKind, memory, at, piece);
        done += piece;
        at += piece + gap;
      }
      piece = Math.min(row, bytes - done);
    }
  }

  /// Copies rows between segments. A loop of its own lets the compiler know both, and costs half of
  /// a copy through [Memories].
  private static void copyRows(
      Object to, long at, long step, Object from, long fromAt, long fromStep, long row, long rows) {
    MemorySegment target = (MemorySegment) to;
    MemorySegment source = (MemorySegment) from;
    for (long i = 0; i < rows; i++) {
      MemorySegment.copy(source, fromAt + i * fromStep, target, at + i * step, row);
    }
  }

  /// Copies from contiguous memory.
  public static void unpack(Span to, long toAt, int kind, Object from, long place, long bytes) {
    for (long done = 0; done < bytes; ) {
      long strip = Math.min(to.strip(toAt + done), bytes - done);
      unpackStrip(to, toAt + done, kind, from, place + done, strip);
      done += strip;
    }
  }

  private static void unpackStrip(
      Span to, long toAt, int kind, Object from, long place, long bytes) {
    int toKind = to.kind();
    Object memory = to.memory();
    long row = to.rowBytes();
    long gap = to.stride() - row;
    long at = to.place(toAt);
    long piece = Math.min(to.run(toAt), bytes);
    boolean isShort = areShort(kind, to);
    for (long done = 0; done < bytes; ) {
      if (isShort
          && piece == row
          && bytes - done >= 2 * row
          && Memories.whole(kind, at | (place + done))) {
        int shift = Memories.shift(kind);
        int rows = (int) Math.min((bytes - done) / row, MOST_ROWS);
        int length = (int) row >>> shift;
        int step = (int) (to.stride() >>> shift);
        ShortRows.copy(
            kind,
            memory,
            (int) (at >>> shift),
            step,
            from,
            (int) ((place + done) >>> shift),
            length,
            length,
            rows);
        done += rows * row;
        at += rows * to.stride();
      } else if (kind == Span.SEGMENT
          && toKind == Span.SEGMENT
          && piece == row
          && row <= SHORT
          && bytes - done >= 2 * row) {
        long rows = Math.min((bytes - done) / row, MOST_ROWS);
        copyRows(memory, at, to.stride(), from, place + done, row, row, rows);
        done += rows * row;
        at += rows * to.stride();
      } else {
        Memories.copy(toKind, memory, at, kind, from, place + done, piece);
        done += piece;
        at += piece + gap;
      }
      piece = Math.min(row, bytes - done);
    }
  }

  /// Whether rows are short and of whole elements, in an array of the same kind as the other side.
  private static boolean areShort(int kind, Span rows) {
    return kind == rows.kind()
        && kind != Span.SEGMENT
        && rows.rowBytes() <= LEAST
        && Memories.whole(kind, rows.rowBytes() | rows.stride());
  }

  private static void piecewise(Span to, long at, Span from, long fromAt, long bytes) {
    for (long done = 0; done < bytes; ) {
      long piece = piece(to, at + done, from, fromAt + done, bytes - done);
      move(to, at + done, from, fromAt + done, piece);
      done += piece;
    }
  }

  /// Copies as if through other memory. It uses such memory if neither positions nor places give a
  /// safe order. That happens for part of some levels that overlaps memory in another order; no
  /// operation copies this, but a caller may.
  private static void overlapping(Span to, long at, Span from, long fromAt, long bytes) {
    if (to.order() == null && from.order() == null) {
      byPlaces(to, at, from, fromAt, bytes);
    } else if (!to.isLike(from)) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment between = arena.allocate(bytes);
        from.copyTo(fromAt, between, 0, bytes);
        to.copyFrom(at, between, 0, bytes);
      }
    } else if (to.skip() + at > from.skip() + fromAt) {
      backwards(to, at, from, fromAt, bytes);
    } else {
      piecewise(to, at, from, fromAt, bytes);
    }
  }

  /// On both sides places grow with positions. A stretch whose target is after its source
  /// throughout is copied from its end. A stretch whose target is never after its source is copied
  /// from its beginning. So no stretch overwrites bytes that another has to read.
  private static void byPlaces(Span to, long at, Span from, long fromAt, long bytes) {
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
    return Memories.distance(to, to.place(at), from, from.place(fromAt));
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
