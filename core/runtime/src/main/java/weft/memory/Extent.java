// SPDX-License-Identifier: Apache-2.0
package weft.memory;

/// The bytes of one access: rows of equal length at equal distances.
///
/// @param begin the offset of the first row
/// @param rowBytes the bytes of each row
/// @param stride from the begin of one row to that of the next, positive if there are several
/// @param rows the number of rows
public record Extent(long begin, long rowBytes, long stride, long rows) {
  /// Normalises rows that all begin at one place to one row.
  public Extent {
    rows = stride == 0 ? Math.min(rows, 1) : rows;
  }

  /// One row.
  public static Extent of(long begin, long bytes) {
    return new Extent(begin, bytes, bytes, 1);
  }

  /// The bytes from the begin of the first row to the end of the last. The result is −1 if no
  /// memory is that large or the arguments describe no rows.
  public static long length(long rowBytes, long stride, long rows) {
    if (rowBytes <= 0 || rows <= 0 || stride < 0) {
      return -1;
    }
    if (rows == 1) {
      return rowBytes;
    }
    if (Math.multiplyHigh(stride, rows - 1) != 0) {
      return -1;
    }
    long last = stride * (rows - 1);
    return last < 0 || last > Long.MAX_VALUE - rowBytes ? -1 : last + rowBytes;
  }

  /// The end of the last row.
  public long end() {
    return begin + (rows - 1) * stride + rowBytes;
  }

  /// The bytes in all rows.
  public long bytes() {
    return rows * rowBytes;
  }

  /// Whether the two have a common byte.
  public boolean overlaps(Extent other) {
    if (bytes() <= 0 || other.bytes() <= 0 || begin >= other.end() || other.begin >= end()) {
      return false;
    }
    return rows <= other.rows ? meets(other) : other.meets(this);
  }

  private boolean meets(Extent other) {
    for (long row = 0; row < rows; row++) {
      long from = begin + row * stride;
      if (other.contains(from, from + rowBytes)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a row has a byte between `from` and `to`.
  private boolean contains(long from, long to) {
    if (rows == 1) {
      return begin < to && from < begin + rowBytes;
    }
    long row = Math.max(0, Math.floorDiv(from - begin - rowBytes, stride) + 1);
    return row < rows && begin + row * stride < to;
  }

  @Override
  public String toString() {
    return rows == 1
        ? rowBytes + " bytes at offset " + begin
        : rows + " × " + rowBytes + " bytes, " + stride + " apart, at offset " + begin;
  }
}
