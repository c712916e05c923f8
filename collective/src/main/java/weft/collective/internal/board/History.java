// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.board;

import weft.collective.internal.wire.Signature;

/// What one rank has called over a [SharedBoard]: its last operations, and a digest of all of them,
/// so that one look at another's tells whether the two have called the same so far.
///
/// ```
/// mark       number of the operation 48 | digest of what was called up to it 16
/// agreement  signature 44 | what is agreed on besides 16
/// ```
///
/// The type of the elements is not in the digest: who has none agrees with any.
final class History {
  /// How many operations are kept.
  static final int LENGTH = 16;

  private static final long NUMBER = (1L << 48) - 1;

  /// Any odd number without a pattern: to multiply by it loses nothing.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final int[] sequences = new int[LENGTH];
  private final long[] agreements = new long[LENGTH];
  private final long[] marks = new long[LENGTH];
  private long digest;
  private long last;

  private static int at(long operation) {
    return (int) operation & (LENGTH - 1);
  }

  /// What ranks must agree on, in one word: a board takes few bytes.
  static long agreement(long signature, long agreed) {
    return signature << 16 | agreed;
  }

  static long signature(long agreement) {
    return agreement >>> 16;
  }

  static long agreed(long agreement) {
    return agreement & 0xFFFF;
  }

  static boolean agree(long one, long other) {
    return one == other
        || (Signature.agree(signature(one), signature(other)) && agreed(one) == agreed(other));
  }

  /// The number of the operation of a mark.
  static long number(long mark) {
    return mark & NUMBER;
  }

  /// The mark of the next operation.
  long add(long operation, long agreement) {
    last = operation;
    agreements[at(operation)] = agreement;
    long next = (digest ^ agreement & ~Signature.TYPE << 16) * SPREAD;
    digest = next << 23 | next >>> 41;
    long mark = digest & ~NUMBER | operation;
    marks[at(operation)] = mark;
    return mark;
  }

  /// Which call of the group the last operation is.
  void sequence(int sequence) {
    sequences[at(last)] = sequence;
  }

  /// The last operation.
  long last() {
    return last;
  }

  int sequence(long operation) {
    return sequences[at(operation)];
  }

  long agreement(long operation) {
    return agreements[at(operation)];
  }

  long mark(long operation) {
    return marks[at(operation)];
  }
}
