// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

/// The word that names an object, and says nothing about its place.
///
/// ```
///  63    62            43 42                               0
/// +------+---------------+----------------------------------+
/// | kind | creator/array | serial (from 1) / index          |
/// +------+---------------+----------------------------------+
/// ```
///
/// A rank that sends is named by a word too: kind 0, its number, serial 0.
public final class ObjectWord {
  /// The largest serial or index.
  public static final long MOST = (1L << 43) - 1;

  private static final int SHIFT = 43;
  private static final long OWNER = (1L << 20) - 1;

  private ObjectWord() {}

  /// The object that rank `creator` made as its `serial`th.
  public static long created(int creator, long serial) {
    return (long) creator << SHIFT | serial;
  }

  /// Element `index` of an array.
  public static long element(int array, long index) {
    return Long.MIN_VALUE | (long) array << SHIFT | index;
  }

  /// Rank `rank`, as a sender.
  public static long rank(int rank) {
    return (long) rank << SHIFT;
  }

  /// Whether the word names a rank.
  public static boolean isRank(long word) {
    return word >= 0 && (word & MOST) == 0;
  }

  /// Whether the word names an element of an array.
  public static boolean isElement(long word) {
    return word < 0;
  }

  /// The creator, the sending rank, or the array.
  public static int owner(long word) {
    return (int) (word >>> SHIFT & OWNER);
  }

  /// The serial or the index.
  public static long serial(long word) {
    return word & MOST;
  }
}
