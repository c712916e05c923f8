// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The layouts of the messages of one-sided memory, for ranks that cannot access each other's
/// heaps.
///
/// ```
/// PUT, of parts, each at a multiple of 8:
///   0   at: where its first byte goes in the target's heap
///   8   rows << 32 | bytes of each row
///   16  only if rows > 1: how far apart they begin
///   …   the bytes of its rows, without gaps
/// GET:
///   0   ticket
///   8   at: where the first row begins in the target's heap
///   16  bytes of each row
///   24  how far apart they begin
///   32  rows
/// GOT:
///   0   ticket
///   8   the next bytes of the rows, without gaps
/// WORD, of four words:
///   0   ordinal of its WordOperation << 56 | at, a multiple of 8 in the target's heap
///   8   operand
///   16  the word that a compare-and-swap expects
///   24  ticket, or −1 where nobody waits
/// ```
///
/// The bytes of a get arrive in the order of its rows, in as many messages as needed. Every message
/// is checked before it is used.
final class TransferLayout {
  /// No ticket, because no caller waits.
  static final long NOBODY = -1;

  // Offsets in a part of a put.

  static final int ROW = 16;
  static final int ROWS = 24;

  // Offsets in a request for bytes.

  static final int REQUEST_AT = 8;
  static final int REQUEST_ROW_BYTES = 16;
  static final int REQUEST_STRIDE = 24;
  static final int REQUEST_ROWS = 32;
  static final int REQUEST = 40;

  /// The ticket before the bytes of a get.
  static final int REPLY = 8;

  private static final int OPERATION_SHIFT = 56;
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private TransferLayout() {}

  static long word(int operation, long at) {
    return (long) operation << OPERATION_SHIFT | at;
  }

  static int operation(long word) {
    return (int) (word >>> OPERATION_SHIFT);
  }

  static long at(long word) {
    return word & (1L << OPERATION_SHIFT) - 1;
  }

  static long shape(long rows, long rowBytes) {
    return rows << 32 | rowBytes;
  }

  static long rows(long shape) {
    return shape >>> 32;
  }

  static long rowBytes(long shape) {
    return shape & 0xFFFF_FFFFL;
  }

  /// The next multiple of 8.
  static long padded(long bytes) {
    return bytes + 7 & -8;
  }

  static long get(MemorySegment memory, long at) {
    return memory.get(WORD, at);
  }

  static void set(MemorySegment memory, long at, long value) {
    memory.set(WORD, at, value);
  }
}
