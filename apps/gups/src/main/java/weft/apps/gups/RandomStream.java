// SPDX-License-Identifier: Apache-2.0
package weft.apps.gups;

/// The random numbers of HPCC RandomAccess: a linear feedback shift register over x^64 + x^2 + x +
/// 1. Its n-th number can be computed without the numbers before it (HPCC 1.5, `HPCC_starts`).
final class RandomStream {
  private static final long POLY = 0x7;
  private static final long PERIOD = 1317624576693539401L;

  private RandomStream() {}

  /// The number after `random`.
  static long next(long random) {
    return random << 1 ^ (random >> 63 & POLY);
  }

  /// The number with index `n` of the stream; the number with index 0 is 1.
  static long at(long n) {
    n = Math.floorMod(n, PERIOD);
    if (n == 0) {
      return 1;
    }
    // The stream is linear: squares[i] is the image of bit i when the index doubles.
    long[] squares = new long[64];
    long step = 1;
    for (int i = 0; i < squares.length; i++) {
      squares[i] = step;
      step = next(next(step));
    }
    int bit = 63 - Long.numberOfLeadingZeros(n);
    long random = 2;
    while (--bit >= 0) {
      long doubled = 0;
      for (int i = 0; i < squares.length; i++) {
        doubled ^= -(random >>> i & 1) & squares[i];
      }
      random = (n >>> bit & 1) == 0 ? doubled : next(doubled);
    }
    return random;
  }
}
