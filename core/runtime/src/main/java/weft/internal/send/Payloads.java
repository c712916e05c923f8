// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import weft.memory.Words;
import weft.memory.span.Memories;
import weft.memory.span.Span;

/// Copies users' payloads into records, without wrapping an array in an object. A payload is a
/// segment, a primitive array, or a [Span].
public final class Payloads {
  /// Up to this size words are copied one by one, because any other copy takes at least 10 to 15
  /// ns.
  private static final long SHORT = 64;

  private Payloads() {}

  /// Refuses, before anything is counted or claimed, a segment that this thread cannot read.
  public static void check(String name, Object source) {
    Object memory = source instanceof Span span && span.bytes() > 0 ? span.memory() : source;
    if (memory instanceof MemorySegment segment) {
      if (!segment.scope().isAlive()) {
        throw new IllegalStateException(
            "the segment sent to \"" + name + "\" is closed; send it while its arena is open");
      }
      if (!segment.isAccessibleBy(Thread.currentThread())) {
        throw new WrongThreadException(
            "the segment sent to \""
                + name
                + "\" belongs to another thread; allocate it in a shared arena");
      }
    }
  }

  /// Copies bytes of any number into a heap; an array was checked by its elements.
  public static void copyIn(Object from, long offset, MemorySegment heap, long at, long bytes) {
    checkPart(from, offset, bytes);
    copyLong(from, offset, heap, at, bytes);
  }

  /// Copies bytes of any number out of a heap.
  public static void copyOutOf(MemorySegment heap, long at, Object to, long offset, long bytes) {
    checkPart(to, offset, bytes);
    Memories.copyOut(heap, at, to, offset, bytes);
  }

  /// Checks before the first piece moves.
  private static void checkPart(Object local, long offset, long bytes) {
    if (local instanceof MemorySegment segment) {
      Objects.checkFromIndexSize(offset, bytes, segment.byteSize());
    }
  }

  /// Refuses mistakes now that would otherwise be found when the transfer of `call` is carried out
  /// later.
  public static void checkLocal(
      String call, int rank, Object local, long offset, long bytes, boolean written) {
    if (local instanceof MemorySegment segment) {
      check(call, segment);
      Objects.checkFromIndexSize(offset, bytes, segment.byteSize());
      if (written && segment.isReadOnly()) {
        throw new IllegalArgumentException(
            call + " on rank " + rank + " cannot write to a read-only segment");
      }
    }
  }

  /// Copies into a record, whose payload begins at a word.
  public static void copyInto(
      MemorySegment record, long at, Object source, long offset, long bytes) {
    if (bytes <= SHORT && source instanceof MemorySegment segment) {
      copyShort(record, at, segment, offset, bytes);
    } else if (bytes <= SHORT && source instanceof long[] array) {
      int first = (int) (offset >>> 3);
      for (int i = 0; i < bytes >>> 3; i++) {
        Words.set(record, at + 8L * i, array[first + i]);
      }
    } else if (bytes <= SHORT && source instanceof double[] array) {
      int first = (int) (offset >>> 3);
      for (int i = 0; i < bytes >>> 3; i++) {
        Words.set(record, at + 8L * i, Double.doubleToRawLongBits(array[first + i]));
      }
    } else {
      copyLong(source, offset, record, at, bytes);
    }
  }

  /// Copies out of a span, whose gaps are left out, or out of a segment or a primitive array.
  private static void copyLong(Object source, long offset, MemorySegment to, long at, long bytes) {
    if (source instanceof Span span) {
      span.copyTo(offset, to, at, bytes);
    } else {
      Memories.copyIn(source, offset, to, at, bytes);
    }
  }

  private static void copyShort(
      MemorySegment record, long at, MemorySegment source, long offset, long bytes) {
    long words = bytes & -8;
    for (long i = 0; i < words; i += 8) {
      Words.set(record, at + i, source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + i));
    }
    for (long i = words; i < bytes; i++) {
      record.set(ValueLayout.JAVA_BYTE, at + i, source.get(ValueLayout.JAVA_BYTE, offset + i));
    }
  }
}
