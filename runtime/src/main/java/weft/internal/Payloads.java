// SPDX-License-Identifier: Apache-2.0
package weft.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies from whatever users send into a record, without wrapping an array in an object.
final class Payloads {
  private Payloads() {}

  /// Copies `bytes` that begin at byte `offset` of `source`, a [MemorySegment] or a primitive
  /// array. Array offsets and lengths are whole elements.
  static void copy(Object source, long offset, MemorySegment to, long at, long bytes) {
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
    } else {
      throw new IllegalArgumentException("cannot send a " + source.getClass().getName());
    }
  }
}
