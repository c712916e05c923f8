// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// A piece of what a rank sends in a product, small enough for a message.
///
/// @param kind what it is a piece of
/// @param box the number of the box, or the leaf of values
/// @param from the place of the first number: imaginary parts of fields follow all real parts
/// @param count how many numbers
record ProductRecord(Kind kind, int box, int from, int count) {
  private static final int KIND_BITS = 2;
  private static final int FROM_BITS = 31;

  /// What is sent.
  enum Kind {
    /// The values of a leaf, for leaves nearby: doubles.
    VALUES,
    /// The field of a box as far as its children on this rank make it, for its owner.
    PARTIAL,
    /// The field that a box radiates, for boxes far away.
    FIELD,
    /// The field that a box receives, for the owners of its children.
    RECEIVED
  }

  private static final Kind[] KINDS = Kind.values();

  /// The tag of the vector.
  long tag() {
    return ((long) box << FROM_BITS | from) << KIND_BITS | kind.ordinal();
  }

  static Kind kind(long tag) {
    return KINDS[(int) tag & (1 << KIND_BITS) - 1];
  }

  static int box(long tag) {
    return (int) (tag >>> FROM_BITS + KIND_BITS);
  }

  static int from(long tag) {
    return (int) (tag >>> KIND_BITS & (1L << FROM_BITS) - 1);
  }
}
