// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// Copies between contiguous parts of arrays and segments, by the kinds of [Span]. Offsets and
/// lengths are in bytes.
///
/// Arrays are usually not wrapped in segments, because this allocates. The exceptions are parts
/// that begin or end within an element, and copies between arrays of different types.
public final class Memories {
  /// The longest copy: a thread that copies cannot stop at a safepoint, and all others wait for it.
  public static final long MOST = 4L << 20;

  private Memories() {}

  /// Returns the kind of a memory.
  static int kind(Object memory) {
    // A switch over types would have to be linked at its first call, which takes milliseconds.
    if (memory instanceof MemorySegment) {
      return Span.SEGMENT;
    } else if (memory instanceof byte[]) {
      return Span.BYTES;
    } else if (memory instanceof double[]) {
      return Span.DOUBLES;
    } else if (memory instanceof long[]) {
      return Span.LONGS;
    } else if (memory instanceof int[]) {
      return Span.INTS;
    } else if (memory instanceof float[]) {
      return Span.FLOATS;
    }
    throw new IllegalArgumentException(
        "only byte[], int[], long[], float[], double[] and MemorySegment can be moved, not "
            + memory.getClass().getTypeName());
  }

  /// Returns the shift from elements to bytes.
  public static int shift(int kind) {
    return switch (kind) {
      case Span.INTS, Span.FLOATS -> 2;
      case Span.LONGS, Span.DOUBLES -> 3;
      default -> 0;
    };
  }

  /// Returns the bytes of a memory.
  static long bytes(int kind, Object memory) {
    return switch (kind) {
      case Span.SEGMENT -> ((MemorySegment) memory).byteSize();
      case Span.BYTES -> ((byte[]) memory).length;
      case Span.INTS -> 4L * ((int[]) memory).length;
      case Span.LONGS -> 8L * ((long[]) memory).length;
      case Span.FLOATS -> 4L * ((float[]) memory).length;
      case Span.DOUBLES -> 8L * ((double[]) memory).length;
      default -> 0;
    };
  }

  /// Copies `bytes` bytes from byte `fromAt` of a segment or a primitive array.
  public static void copyIn(Object from, long fromAt, MemorySegment to, long at, long bytes) {
    if (bytes > MOST) {
      copyLong(Span.SEGMENT, to, at, kind(from), from, fromAt, bytes);
    } else if (from instanceof MemorySegment segment) {
      MemorySegment.copy(segment, fromAt, to, at, bytes);
    } else {
      write(from, fromAt, to, at, bytes);
    }
  }

  /// Copies `bytes` bytes to byte `at` of a segment or a primitive array.
  public static void copyOut(MemorySegment from, long fromAt, Object to, long at, long bytes) {
    if (bytes > MOST) {
      copyLong(kind(to), to, at, Span.SEGMENT, from, fromAt, bytes);
    } else if (to instanceof MemorySegment segment) {
      MemorySegment.copy(from, fromAt, segment, at, bytes);
    } else {
      read(from, fromAt, to, at, bytes);
    }
  }

  /// Copies between memories, which may overlap.
  public static void copy(
      int toKind, Object to, long at, int fromKind, Object from, long fromAt, long bytes) {
    if (bytes <= MOST) {
      move(toKind, to, at, fromKind, from, fromAt, bytes);
    } else {
      copyLong(toKind, to, at, fromKind, from, fromAt, bytes);
    }
  }

  private static void copyLong(
      int toKind, Object to, long at, int fromKind, Object from, long fromAt, long bytes) {
    long distance = distance(toKind, to, at, fromKind, from, fromAt);
    if (distance > 0 && distance < bytes) {
      for (long left = bytes; left > 0; ) {
        long piece = Math.min(left, MOST);
        left -= piece;
        move(toKind, to, at + left, fromKind, from, fromAt + left, piece);
      }
    } else {
      for (long done = 0; done < bytes; ) {
        long piece = Math.min(bytes - done, MOST);
        move(toKind, to, at + done, fromKind, from, fromAt + done, piece);
        done += piece;
      }
    }
  }

  /// Returns the distance in bytes of the first place from the second if both are in the same
  /// memory; 0 if they are not.
  @SuppressWarnings("ReferenceEquality") // the same array is the same memory
  static long distance(int toKind, Object to, long at, int fromKind, Object from, long fromAt) {
    if (toKind != Span.SEGMENT && fromKind != Span.SEGMENT) {
      return to == from ? at - fromAt : 0;
    }
    Object toBase = base(toKind, to);
    Object fromBase = base(fromKind, from);
    return toBase == fromBase ? address(toKind, to, at) - address(fromKind, from, fromAt) : 0;
  }

  /// Returns the distance of places in two spans.
  public static long distance(Span to, long place, Span from, long fromPlace) {
    return to.isWith(from)
        ? address(to.kind(), to.memory(), place) - address(from.kind(), from.memory(), fromPlace)
        : 0;
  }

  /// Returns the array of a memory, or one object for all memory outside the Java heap.
  static Object base(int kind, Object memory) {
    if (kind != Span.SEGMENT) {
      return memory;
    }
    MemorySegment segment = (MemorySegment) memory;
    return segment.isNative() ? Memories.class : segment.heapBase().orElse(segment);
  }

  private static long address(int kind, Object memory, long at) {
    return kind == Span.SEGMENT ? ((MemorySegment) memory).address() + at : at;
  }

  /// Whether a write to one may change a byte read from the other.
  @SuppressWarnings("ReferenceEquality") // the same array is the same memory
  public static boolean mayShare(int kind, Object memory, int otherKind, Object other) {
    if (kind != Span.SEGMENT && otherKind != Span.SEGMENT) {
      return memory == other;
    }
    return isNative(kind, memory) == isNative(otherKind, other);
  }

  private static boolean isNative(int kind, Object memory) {
    return kind == Span.SEGMENT && ((MemorySegment) memory).isNative();
  }

  /// Copies at most [#MOST] bytes between memories, which may overlap.
  static void move(
      int toKind, Object to, long at, int fromKind, Object from, long fromAt, long bytes) {
    if (fromKind == Span.SEGMENT) {
      if (toKind == Span.SEGMENT) {
        move((MemorySegment) from, fromAt, (MemorySegment) to, at, bytes);
      } else {
        read((MemorySegment) from, fromAt, to, at, bytes);
      }
    } else if (toKind == Span.SEGMENT) {
      write(from, fromAt, (MemorySegment) to, at, bytes);
    } else if (toKind == fromKind && whole(toKind, at | fromAt | bytes)) {
      int shift = shift(toKind);
      int index = (int) (at >>> shift);
      int fromIndex = (int) (fromAt >>> shift);
      int count = (int) (bytes >>> shift);
      // With static types these calls are intrinsics.
      switch (toKind) {
        case Span.INTS -> System.arraycopy((int[]) from, fromIndex, (int[]) to, index, count);
        case Span.LONGS -> System.arraycopy((long[]) from, fromIndex, (long[]) to, index, count);
        case Span.FLOATS -> System.arraycopy((float[]) from, fromIndex, (float[]) to, index, count);
        case Span.DOUBLES ->
            System.arraycopy((double[]) from, fromIndex, (double[]) to, index, count);
        default -> System.arraycopy((byte[]) from, fromIndex, (byte[]) to, index, count);
      }
    } else {
      MemorySegment.copy(wrap(fromKind, from), fromAt, wrap(toKind, to), at, bytes);
    }
  }

  private static void move(MemorySegment from, long fromAt, MemorySegment to, long at, long bytes) {
    if (bytes == Long.BYTES) {
      to.set(JAVA_LONG_UNALIGNED, at, from.get(JAVA_LONG_UNALIGNED, fromAt));
    } else {
      MemorySegment.copy(from, fromAt, to, at, bytes);
    }
  }

  private static void write(Object array, long from, MemorySegment to, long at, long bytes) {
    long ends = from | bytes;
    if (array instanceof byte[] a) {
      MemorySegment.copy(a, (int) from, to, JAVA_BYTE, at, (int) bytes);
    } else if (array instanceof double[] a && (ends & 7) == 0) {
      if (bytes == Double.BYTES) {
        to.set(JAVA_DOUBLE_UNALIGNED, at, a[(int) (from >>> 3)]);
      } else {
        int count = (int) (bytes >>> 3);
        MemorySegment.copy(a, (int) (from >>> 3), to, JAVA_DOUBLE_UNALIGNED, at, count);
      }
    } else if (array instanceof long[] a && (ends & 7) == 0) {
      if (bytes == Long.BYTES) {
        to.set(JAVA_LONG_UNALIGNED, at, a[(int) (from >>> 3)]);
      } else {
        int count = (int) (bytes >>> 3);
        MemorySegment.copy(a, (int) (from >>> 3), to, JAVA_LONG_UNALIGNED, at, count);
      }
    } else if (array instanceof int[] a && (ends & 3) == 0) {
      int count = (int) (bytes >>> 2);
      MemorySegment.copy(a, (int) (from >>> 2), to, JAVA_INT_UNALIGNED, at, count);
    } else if (array instanceof float[] a && (ends & 3) == 0) {
      int count = (int) (bytes >>> 2);
      MemorySegment.copy(a, (int) (from >>> 2), to, JAVA_FLOAT_UNALIGNED, at, count);
    } else {
      MemorySegment.copy(wrap(kind(array), array), from, to, at, bytes);
    }
  }

  private static void read(MemorySegment from, long fromAt, Object array, long at, long bytes) {
    long ends = at | bytes;
    if (array instanceof byte[] a) {
      MemorySegment.copy(from, JAVA_BYTE, fromAt, a, (int) at, (int) bytes);
    } else if (array instanceof double[] a && (ends & 7) == 0) {
      if (bytes == Double.BYTES) {
        a[(int) (at >>> 3)] = from.get(JAVA_DOUBLE_UNALIGNED, fromAt);
      } else {
        int count = (int) (bytes >>> 3);
        MemorySegment.copy(from, JAVA_DOUBLE_UNALIGNED, fromAt, a, (int) (at >>> 3), count);
      }
    } else if (array instanceof long[] a && (ends & 7) == 0) {
      if (bytes == Long.BYTES) {
        a[(int) (at >>> 3)] = from.get(JAVA_LONG_UNALIGNED, fromAt);
      } else {
        int count = (int) (bytes >>> 3);
        MemorySegment.copy(from, JAVA_LONG_UNALIGNED, fromAt, a, (int) (at >>> 3), count);
      }
    } else if (array instanceof int[] a && (ends & 3) == 0) {
      int count = (int) (bytes >>> 2);
      MemorySegment.copy(from, JAVA_INT_UNALIGNED, fromAt, a, (int) (at >>> 2), count);
    } else if (array instanceof float[] a && (ends & 3) == 0) {
      int count = (int) (bytes >>> 2);
      MemorySegment.copy(from, JAVA_FLOAT_UNALIGNED, fromAt, a, (int) (at >>> 2), count);
    } else {
      MemorySegment.copy(from, fromAt, wrap(kind(array), array), at, bytes);
    }
  }

  /// Whether all of `places`, combined with or, are at element boundaries.
  static boolean whole(int kind, long places) {
    return (places & ((1L << shift(kind)) - 1)) == 0;
  }

  /// Returns a segment over an array.
  static MemorySegment wrap(int kind, Object memory) {
    return switch (kind) {
      case Span.SEGMENT -> (MemorySegment) memory;
      case Span.BYTES -> MemorySegment.ofArray((byte[]) memory);
      case Span.INTS -> MemorySegment.ofArray((int[]) memory);
      case Span.LONGS -> MemorySegment.ofArray((long[]) memory);
      case Span.FLOATS -> MemorySegment.ofArray((float[]) memory);
      case Span.DOUBLES -> MemorySegment.ofArray((double[]) memory);
      default -> throw new IllegalStateException("there is no memory to copy");
    };
  }
}
