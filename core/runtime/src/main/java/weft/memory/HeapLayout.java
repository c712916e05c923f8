// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// The parts of one rank's registered heap.
///
/// ```
/// 0          local region: what is allocated for one rank
/// bytes      symmetric region: what all ranks allocate together, at equal offsets
/// 2 × bytes  check area, only in debug mode: CheckArea
/// ```
///
/// Both regions share one budget of `bytes`. Each is as long as the whole budget, so that their
/// sizes need no planning: uncommitted memory takes no storage.
///
/// @param bytes the bytes that may be allocated, rounded up to a multiple of [#CHUNK]
/// @param checked whether there is a check area
public record HeapLayout(long bytes, boolean checked) {
  /// The unit in which storage is committed, in bytes.
  public static final long CHUNK = 1 << 16;

  /// The default size of a rank's heap: 256 MiB.
  public static final long DEFAULT_BYTES = 256L << 20;

  /// The largest heap, 4 TiB: an offset has 44 bits, and the heap's extent is more than twice this.
  public static final long MAX_BYTES = 1L << 42;

  /// Checks and rounds.
  public HeapLayout {
    if (!isPossible(bytes)) {
      throw new IllegalArgumentException("a heap of " + bytes + " bytes");
    }
    bytes = roundUp(bytes);
  }

  /// Whether a heap can have this size: from 1 to [#MAX_BYTES].
  public static boolean isPossible(long bytes) {
    return bytes >= 1 && bytes <= MAX_BYTES;
  }

  /// The offset at which the symmetric region begins.
  public long symmetric() {
    return bytes;
  }

  /// The offset at which both regions end, and the check area begins.
  public long end() {
    return 2 * bytes;
  }

  /// The bytes from the heap's beginning to its end.
  public long extent() {
    return checked ? end() + roundUp(CheckArea.bytes(end())) : end();
  }

  /// Rounds `bytes` up to whole chunks.
  public static long roundUp(long bytes) {
    return (bytes + CHUNK - 1) & -CHUNK;
  }
}
