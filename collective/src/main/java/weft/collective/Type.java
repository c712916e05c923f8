// SPDX-License-Identifier: Apache-2.0
package weft.collective;

/// The types of the elements that collective operations move and combine.
public enum Type {
  /// One byte.
  BYTE(1),
  /// A 32-bit integer.
  INT(4),
  /// A 64-bit integer.
  LONG(8),
  /// A 32-bit floating-point number.
  FLOAT(4),
  /// A 64-bit floating-point number.
  DOUBLE(8),
  /// A long and, in a second word, where it was found.
  LONG_AT(16),
  /// A double and, in a second word, where it was found (a long).
  DOUBLE_AT(16);

  private final int bytes;

  Type(int bytes) {
    this.bytes = bytes;
  }

  /// The bytes of one element.
  public int bytes() {
    return bytes;
  }
}
