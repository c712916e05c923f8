// SPDX-License-Identifier: Apache-2.0
package weft.internal.send;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import weft.memory.Words;

/// Copies users' payloads into records, without wrapping an array in an object.
public final class Payloads {
  /// Longer copies are cut into pieces, between which the garbage collector can stop this thread.
  private static final long PIECE = 4L << 20;

  /// Up to this size words are copied one by one, because any other copy takes at least 10 to 15
  /// ns.
  private static final long SHORT = 64;

  private Payloads() {}

  /// Refuses, before anything is counted or claimed, a segment that this thread cannot read.
  public static void check(String name, Object source) {
    if (source instanceof MemorySegment segment) {
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

  /// Copies bytes of any number into a heap, in pieces; an array was checked by its elements.
  public static void copyIn(Object from, long offset, MemorySegment heap, long at, long bytes) {
    checkPart(from, offset, bytes);
    for (long done = 0; done < bytes; done += PIECE) {
      copy(from, offset + done, heap, at + done, Math.min(PIECE, bytes - done));
    }
  }

  /// Copies bytes of any number out of a heap, in pieces.
  public static void copyOutOf(MemorySegment heap, long at, Object to, long offset, long bytes) {
    checkPart(to, offset, bytes);
    for (long done = 0; done < bytes; done += PIECE) {
      copyOut(heap, at + done, to, offset + done, Math.min(PIECE, bytes - done));
    }
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

  /// Copies as [#copy] does into a record, whose payload begins at a word.
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
      copy(source, offset, record, at, bytes);
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

  /// Copies `bytes` that begin at byte `offset` of `source`, a [MemorySegment] or a primitive
  /// array. Array offsets and lengths are whole elements.
  public static void copy(Object source, long offset, MemorySegment to, long at, long bytes) {
    if (source instanceof MemorySegment segment) {
      MemorySegment.copy(segment, offset, to, at, bytes);
    } else if (source instanceof byte[] array) {
      MemorySegment.copy(array, (int) offset, to, ValueLayout.JAVA_BYTE, at, (int) bytes);
    } else if (source instanceof double[] array) {
      MemorySegment.copy(
          array,
          (int) (offset >>> 3),
          to,
          ValueLayout.JAVA_DOUBLE_UNALIGNED,
          at,
          (int) (bytes >>> 3));
    } else if (source instanceof long[] array) {
      MemorySegment.copy(
          array,
          (int) (offset >>> 3),
          to,
          ValueLayout.JAVA_LONG_UNALIGNED,
          at,
          (int) (bytes >>> 3));
    } else if (source instanceof int[] array) {
      MemorySegment.copy(
          array, (int) (offset >>> 2), to, ValueLayout.JAVA_INT_UNALIGNED, at, (int) (bytes >>> 2));
    } else if (source instanceof float[] array) {
      MemorySegment.copy(
          array,
          (int) (offset >>> 2),
          to,
          ValueLayout.JAVA_FLOAT_UNALIGNED,
          at,
          (int) (bytes >>> 2));
    } else {
      throw new IllegalArgumentException("cannot send a " + source.getClass().getName());
    }
  }

  /// Copies `bytes` to byte `offset` of `destination`, a [MemorySegment] or a primitive array.
  public static void copyOut(
      MemorySegment from, long at, Object destination, long offset, long bytes) {
    if (destination instanceof MemorySegment segment) {
      MemorySegment.copy(from, at, segment, offset, bytes);
    } else if (destination instanceof byte[] array) {
      MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, array, (int) offset, (int) bytes);
    } else if (destination instanceof double[] array) {
      MemorySegment.copy(
          from,
          ValueLayout.JAVA_DOUBLE_UNALIGNED,
          at,
          array,
          (int) (offset >>> 3),
          (int) (bytes >>> 3));
    } else if (destination instanceof long[] array) {
      MemorySegment.copy(
          from,
          ValueLayout.JAVA_LONG_UNALIGNED,
          at,
          array,
          (int) (offset >>> 3),
          (int) (bytes >>> 3));
    } else if (destination instanceof int[] array) {
      MemorySegment.copy(
          from,
          ValueLayout.JAVA_INT_UNALIGNED,
          at,
          array,
          (int) (offset >>> 2),
          (int) (bytes >>> 2));
    } else if (destination instanceof float[] array) {
      MemorySegment.copy(
          from,
          ValueLayout.JAVA_FLOAT_UNALIGNED,
          at,
          array,
          (int) (offset >>> 2),
          (int) (bytes >>> 2));
    } else {
      throw new IllegalArgumentException("cannot fill a " + destination.getClass().getName());
    }
  }
}
