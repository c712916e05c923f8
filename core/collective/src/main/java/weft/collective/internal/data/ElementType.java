// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.data;

import weft.memory.span.Span;

/// The types of elements as messages and operators know them; see [weft.collective.Type].
public enum ElementType {
  /// One byte.
  BYTE(1, Span.BYTES),
  /// A 32-bit integer.
  INT(4, Span.INTS),
  /// A 64-bit integer.
  LONG(8, Span.LONGS),
  /// A 32-bit floating-point number.
  FLOAT(4, Span.FLOATS),
  /// A 64-bit floating-point number.
  DOUBLE(8, Span.DOUBLES),
  /// A long and its location, a long.
  LONG_AT(16, Span.LONGS),
  /// A double and its location, a long.
  DOUBLE_AT(16, Span.LONGS);

  private final int bytes;
  private final int kind;

  ElementType(int bytes, int kind) {
    this.bytes = bytes;
    this.kind = kind;
  }

  /// The bytes of one element.
  public int bytes() {
    return bytes;
  }

  /// The kind of memory, as [Span] names it, whose elements an operator combines.
  public int kind() {
    return kind;
  }
}
