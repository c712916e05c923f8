// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

import java.util.Arrays;
import java.util.List;

/// The pieces of a [Span] that has several, one after the other. They may be in different memories
/// and have different layouts. Lists never change, so spans share them.
final class SpanList {
  private final Span[] pieces;

  /// The position of the first byte of each piece.
  private final long[] begins;

  private final long bytes;

  SpanList(List<Span> pieces) {
    this.pieces = pieces.stream().filter(it -> it.bytes() > 0).toArray(Span[]::new);
    this.begins = new long[this.pieces.length];
    long at = 0;
    for (int i = 0; i < begins.length; i++) {
      begins[i] = at;
      at += this.pieces[i].bytes();
    }
    this.bytes = at;
  }

  /// The number of bytes of all pieces.
  long bytes() {
    return bytes;
  }

  /// Returns the index of the piece that contains `bytes` bytes from `position`, at least one. Each
  /// block of an operation is one piece, so bytes of two pieces are refused.
  int indexOf(long position, long bytes) {
    int found = Arrays.binarySearch(begins, position);
    int index = found < 0 ? -found - 2 : found;
    if (position + bytes > begins[index] + pieces[index].bytes()) {
      throw new IllegalStateException(
          bytes + " bytes from byte " + position + " on are in several pieces of one span");
    }
    return index;
  }

  /// Returns the piece at `index`.
  Span piece(int index) {
    return pieces[index];
  }

  /// The position of the first byte of the piece at `index`.
  long begin(int index) {
    return begins[index];
  }

  /// Whether a piece is known to share bytes with `other`.
  boolean meets(Span other) {
    for (Span piece : pieces) {
      if (other.meets(piece)) {
        return true;
      }
    }
    return false;
  }

  /// Whether two pieces are known to share bytes.
  boolean overlaps() {
    for (int i = 0; i < pieces.length; i++) {
      for (int j = 0; j < i; j++) {
        if (pieces[i].meets(pieces[j])) {
          return true;
        }
      }
    }
    return false;
  }
}
