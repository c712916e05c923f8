// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal.board;

import weft.collective.internal.wire.Signature;

/// The last operations that one rank has called over a [SharedBoard], and a hash of all of them.
/// One comparison of hashes tells whether two ranks have made the same calls so far.
///
/// ```
/// mark       number of the operation 48 | hash of the calls up to it 16
/// agreement  signature 44 | bytes or hash of lengths 16
/// ```
///
/// The hash leaves out the type of the elements: a rank without elements agrees with any type.
final class History {
  /// The number of operations kept.
  static final int LENGTH = 16;

  private static final long NUMBER = (1L << 48) - 1;

  /// An odd multiplier without a pattern; multiplication by it is invertible.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final int[] sequences = new int[LENGTH];
  private final long[] agreements = new long[LENGTH];
  private final long[] marks = new long[LENGTH];
  private long hash;
  private long last;

  private static int at(long operation) {
    return (int) operation & (LENGTH - 1);
  }

  /// Packs the values on which ranks must agree into one word.
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

  /// The operation number of a mark.
  static long number(long mark) {
    return mark & NUMBER;
  }

  /// Adds the next operation and returns its mark.
  long add(long operation, long agreement) {
    last = operation;
    agreements[at(operation)] = agreement;
    long next = (hash ^ agreement & ~Signature.TYPE << 16) * SPREAD;
    hash = next << 23 | next >>> 41;
    long mark = hash & ~NUMBER | operation;
    marks[at(operation)] = mark;
    return mark;
  }

  /// Sets the sequence number of the last operation.
  void sequence(int sequence) {
    sequences[at(last)] = sequence;
  }

  /// The number of the last operation.
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
