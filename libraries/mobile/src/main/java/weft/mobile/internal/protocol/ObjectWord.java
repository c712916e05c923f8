// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal.protocol;

/// The word that names an object. It does not tell where the object is.
///
/// ```
///  63    62            43 42                               0
/// +------+---------------+----------------------------------+
/// | kind | creator/array | serial (from 1) / index          |
/// +------+---------------+----------------------------------+
/// ```
///
/// A rank as a sender also has a word: its kind is 0, its owner the rank, and its serial 0.
public final class ObjectWord {
  /// The greatest serial or index.
  public static final long MOST = (1L << 43) - 1;

  private static final int SHIFT = 43;
  private static final long OWNER = (1L << 20) - 1;

  private ObjectWord() {}

  /// Names the `serial`th object that rank `creator` made.
  public static long created(int creator, long serial) {
    return (long) creator << SHIFT | serial;
  }

  /// Names element `index` of an array.
  public static long element(int array, long index) {
    return Long.MIN_VALUE | (long) array << SHIFT | index;
  }

  /// Names rank `rank` as a sender.
  public static long rank(int rank) {
    return (long) rank << SHIFT;
  }

  /// Returns whether the word names a rank.
  public static boolean isRank(long word) {
    return word >= 0 && (word & MOST) == 0;
  }

  /// Returns whether the word names an element of an array.
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
