// SPDX-License-Identifier: Apache-2.0
package weft.collective;

import weft.collective.internal.data.ElementType;

/// The types of the elements that collective operations move and combine.
public enum Type {
  /// One byte.
  BYTE(ElementType.BYTE),
  /// A 32-bit integer.
  INT(ElementType.INT),
  /// A 64-bit integer.
  LONG(ElementType.LONG),
  /// A 32-bit floating-point number.
  FLOAT(ElementType.FLOAT),
  /// A 64-bit floating-point number.
  DOUBLE(ElementType.DOUBLE),
  /// A long and, in a second word, its location.
  LONG_AT(ElementType.LONG_AT),
  /// A double and, in a second word, its location, a long.
  DOUBLE_AT(ElementType.DOUBLE_AT);

  private final ElementType element;

  Type(ElementType element) {
    this.element = element;
  }

  /// The bytes of one element.
  public int bytes() {
    return element.bytes();
  }

  /// The same type, as the engine knows it.
  ElementType element() {
    return element;
  }
}
