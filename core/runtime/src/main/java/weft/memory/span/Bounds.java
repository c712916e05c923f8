// SPDX-License-Identifier: Apache-2.0
package weft.memory.span;

/// Checks that places are within their memory.
final class Bounds {
  private Bounds() {}

  /// Throws if no memory can hold the rows.
  static void checkRows(long rows, long rowBytes, long stride, long offset) {
    if ((offset | rows | rowBytes) < 0) {
      throw new IllegalArgumentException(
          "rows need an offset, a number and a length of at least 0; these are "
              + offset
              + ", "
              + rows
              + " and "
              + rowBytes);
    }
    if (rows > 1 && rowBytes > 0 && stride < rowBytes) {
      throw new IllegalArgumentException(
          "rows of "
              + rowBytes
              + " bytes cannot begin every "
              + stride
              + " bytes; the leading dimension must be at least a row's length");
    }
  }

  /// Throws if the rows do not fit in `there` bytes. There is at least one row of at least one
  /// byte.
  static void checkRowsWithin(long there, long rows, long rowBytes, long stride, long offset) {
    // In this order nothing overflows.
    if (rowBytes > there
        || offset > there - rowBytes
        || (rows > 1 && rows - 1 > (there - offset - rowBytes) / stride)) {
      throw new IndexOutOfBoundsException(
          rows
              + " rows of "
              + rowBytes
              + " bytes, one every "
              + stride
              + " bytes from byte "
              + offset
              + " on, do not fit in "
              + there
              + " bytes");
    }
  }

  /// Returns the exception for `bytes` bytes from byte `offset` that are not within `what`.
  static IndexOutOfBoundsException outside(String what, long there, long offset, long bytes) {
    return new IndexOutOfBoundsException(
        bytes
            + " bytes from byte "
            + offset
            + " on are not within "
            + what
            + " of "
            + there
            + " bytes");
  }
}
