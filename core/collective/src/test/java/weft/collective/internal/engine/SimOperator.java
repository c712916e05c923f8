// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Operators whose results show every mistake: both are associative, one does not commute.
enum SimOperator {
  /// Adds longs.
  SUM(8, true) {
    @Override
    void combine(MemorySegment left, MemorySegment right, MemorySegment to) {
      to.set(WORD, 0, left.get(WORD, 0) + right.get(WORD, 0));
    }
  },
  /// Composes functions `x → p x + q`: the right one is applied to what the left one gives.
  COMPOSE(16, false) {
    @Override
    void combine(MemorySegment left, MemorySegment right, MemorySegment to) {
      long p = left.get(WORD, 0);
      long q = left.get(WORD, 8);
      long r = right.get(WORD, 0);
      long s = right.get(WORD, 8);
      to.set(WORD, 0, p * r);
      to.set(WORD, 8, q * r + s);
    }
  };

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final int element;
  private final boolean commutes;

  SimOperator(int element, boolean commutes) {
    this.element = element;
    this.commutes = commutes;
  }

  int element() {
    return element;
  }

  boolean commutes() {
    return commutes;
  }

  /// `to` = `left` ∘ `right`, one element; `to` may be one of the two.
  abstract void combine(MemorySegment left, MemorySegment right, MemorySegment to);

  /// `to` = `left` ∘ `right` for all elements of `bytes` bytes.
  void combine(byte[] left, int leftAt, byte[] right, int rightAt, byte[] to, int at, int bytes) {
    MemorySegment a = MemorySegment.ofArray(left).asSlice(leftAt, bytes);
    MemorySegment b = MemorySegment.ofArray(right).asSlice(rightAt, bytes);
    MemorySegment c = MemorySegment.ofArray(to).asSlice(at, bytes);
    for (int i = 0; i < bytes; i += element) {
      combine(a.asSlice(i, element), b.asSlice(i, element), c.asSlice(i, element));
    }
  }
}
