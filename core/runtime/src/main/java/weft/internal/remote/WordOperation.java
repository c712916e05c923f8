// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.lang.foreign.MemorySegment;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import weft.memory.Words;

/// The operations on one word of a registered heap. Messages name them by their ordinals, so their
/// order is part of the wire format.
///
/// Operations that processors have are methods of their constants, so a call with a constant
/// operation is compiled to the instruction. The others are given by a function of two words.
public enum WordOperation {
  /// Writes; the result is undefined.
  PUT {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      Words.setRelease(heap, at, value);
      return 0;
    }
  },

  /// Reads.
  GET {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      return Words.getAcquire(heap, at);
    }
  },

  /// Sum.
  ADD {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      return Words.getAndAdd(heap, at, value);
    }
  },

  /// And.
  AND {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      return Words.getAndAnd(heap, at, value);
    }
  },

  /// Or.
  OR {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      return Words.getAndOr(heap, at, value);
    }
  },

  /// Exclusive or.
  XOR {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      return Words.getAndXor(heap, at, value);
    }
  },

  /// Exchange.
  SWAP {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      return Words.getAndSet(heap, at, value);
    }
  },

  /// Exchange where the word is `expected`.
  COMPARE_AND_SWAP {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      return Words.compareAndExchange(heap, at, expected, value);
    }
  },

  /// Sum of doubles.
  ADD_DOUBLE {
    @Override
    public long apply(MemorySegment heap, long at, long value, long expected) {
      double addend = Double.longBitsToDouble(value);
      long before = Words.get(heap, at);
      for (; ; ) {
        long sum = Double.doubleToRawLongBits(Double.longBitsToDouble(before) + addend);
        long found = Words.compareAndExchange(heap, at, before, sum);
        if (found == before) {
          return before;
        }
        before = found;
      }
    }
  },

  /// The smaller one.
  MIN(Math::min),

  /// The greater one.
  MAX(Math::max);

  private static final WordOperation[] ALL = values();

  private final @Nullable LongBinaryOperator combination;

  WordOperation() {
    this.combination = null;
  }

  WordOperation(LongBinaryOperator combination) {
    this.combination = combination;
  }

  /// The operation with this ordinal, or null.
  static @Nullable WordOperation of(int ordinal) {
    return ordinal >= 0 && ordinal < ALL.length ? ALL[ordinal] : null;
  }

  /// Applies the operation atomically to the word at `at` of `heap`, and returns the word as it was
  /// before.
  public long apply(MemorySegment heap, long at, long value, long expected) {
    LongBinaryOperator combination = this.combination;
    if (combination == null) {
      throw new IllegalStateException(this + " is neither a method nor a combination");
    }
    long before = Words.get(heap, at);
    for (; ; ) {
      long after = combination.applyAsLong(before, value);
      long found = Words.compareAndExchange(heap, at, before, after);
      if (found == before) {
        return before;
      }
      before = found;
    }
  }
}
