// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A sorted set of indexes of an array. It takes memory for the indexes in it, and for nothing
/// between them: a few bits where they are dense, about 200 bytes for one that is alone.
public final class IndexSet {
  private static final int SHIFT = 9;
  private static final int MASK = (1 << SHIFT) - 1;

  /// Bits, by the index of the first one shifted by [#SHIFT]. No page is empty.
  private final TreeMap<Long, long[]> pages = new TreeMap<>();

  private int count;

  /// The page of the last access, and its bits; null if it has none.
  private long lastPage = -1;

  private long @Nullable [] last;

  /// Creates an empty set.
  public IndexSet() {}

  /// Creates a set of these indexes.
  public IndexSet(long... indexes) {
    for (long index : indexes) {
      set(index, true);
    }
  }

  private long @Nullable [] page(long page) {
    if (page != lastPage) {
      last = pages.get(page);
      lastPage = page;
    }
    return last;
  }

  /// Whether `index` is in the set.
  public boolean contains(long index) {
    long[] bits = page(index >> SHIFT);
    int bit = (int) index & MASK;
    return bits != null && (bits[bit >> 6] >>> bit & 1) != 0;
  }

  /// Adds `index`, or removes it.
  public void set(long index, boolean contained) {
    if (contains(index) == contained) {
      return;
    }
    long page = index >> SHIFT;
    long[] bits = last;
    if (bits == null) {
      bits = new long[MASK + 1 >> 6];
      pages.put(page, bits);
      last = bits;
    }
    int bit = (int) index & MASK;
    bits[bit >> 6] ^= 1L << bit;
    count += contained ? 1 : -1;
    if (!contained && isEmpty(bits)) {
      pages.remove(page);
      last = null;
    }
  }

  private static boolean isEmpty(long[] bits) {
    for (long it : bits) {
      if (it != 0) {
        return false;
      }
    }
    return true;
  }

  /// The least index from `from` on that is in the set; −1 if there is none. The set may change
  /// between two calls.
  public long next(long from) {
    long[] bits = page(from >> SHIFT);
    long page = from >> SHIFT;
    int bit = (int) from & MASK;
    while (true) {
      if (bits != null) {
        for (int word = bit >> 6; word < bits.length; word++, bit = word << 6) {
          long left = bits[word] & -1L << bit;
          if (left != 0) {
            return page << SHIFT | word << 6 | Long.numberOfTrailingZeros(left);
          }
        }
      }
      Map.Entry<Long, long[]> next = pages.higherEntry(page);
      if (next == null) {
        return -1;
      }
      page = next.getKey();
      bits = next.getValue();
      bit = 0;
      lastPage = page;
      last = bits;
    }
  }

  /// Passes all indexes to `action`, in order.
  public void forEach(LongConsumer action) {
    for (long index = next(0); index >= 0; index = next(index + 1)) {
      action.accept(index);
    }
  }

  /// The number of indexes.
  public int count() {
    return count;
  }

  /// The number of indexes below `end`.
  public int countBelow(long end) {
    int below = 0;
    for (long index = next(0); index >= 0 && index < end; index = next(index + 1)) {
      below++;
    }
    return below;
  }

  /// A set of those indexes of this one that are also in `other`; null is the set of all.
  public IndexSet and(@Nullable IndexSet other) {
    var both = new IndexSet();
    forEach(index -> {
      if (other == null || other.contains(index)) {
        both.set(index, true);
      }
    });
    return both;
  }

  /// Removes all indexes.
  public void clear() {
    pages.clear();
    count = 0;
    last = null;
  }

  /// Takes the indexes of `other` instead of its own.
  public void replace(IndexSet other) {
    clear();
    other.forEach(index -> set(index, true));
  }
}
