// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import weft.WeftException;

/// Copies messages between memory segments and arrays.
final class Copies {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /// Up to this many bytes are copied word by word: any other copy takes at least 10 to 15 ns.
  private static final int SHORT = 64;

  private Copies() {}

  /// Allocates room for `bytes` bytes.
  static long[] words(long bytes) {
    if (bytes > 8L * (Integer.MAX_VALUE - 8)) {
      throw new WeftException("a message of " + bytes + " bytes to an object is too long");
    }
    return new long[(int) (bytes + 7 >>> 3)];
  }

  /// Returns a copy of `bytes` bytes.
  static byte[] bytes(MemorySegment memory, long at, long bytes) {
    var copied = new byte[Math.toIntExact(bytes)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, copied, 0, copied.length);
    return copied;
  }

  static void copy(MemorySegment from, long at, MemorySegment to, long offset, long bytes) {
    if (bytes > SHORT) {
      MemorySegment.copy(from, at, to, offset, bytes);
      return;
    }
    long words = bytes & -8;
    for (long i = 0; i < words; i += 8) {
      to.set(WORD, offset + i, from.get(WORD, at + i));
    }
    for (long i = words; i < bytes; i++) {
      to.set(ValueLayout.JAVA_BYTE, offset + i, from.get(ValueLayout.JAVA_BYTE, at + i));
    }
  }
}
