// SPDX-License-Identifier: Apache-2.0
package weft.random.objects;

/// The arithmetic that the model and the ranks share: what keys determine.
final class Numbers {
  private Numbers() {}

  /// A mixing function.
  static long mix(long a) {
    a ^= a >>> 32;
    a *= 0xd6e8feb86659fd93L;
    a ^= a >>> 32;
    a *= 0xd6e8feb86659fd93L;
    return a ^ a >>> 32;
  }

  /// What contribution number `k` of an object adds to sums of doubles: of very different sizes, so
  /// that the order of additions shows.
  static double real(int thing, int k) {
    long bits = mix(31L * thing + 1_000_003L * k);
    return (bits >> 20) * Math.pow(2, (int) (bits & 31) - 16);
  }

  /// What contribution number `k` of an object adds to results of `long` values.
  static long whole(int thing, int k) {
    return mix(77L * thing + 7919L * k);
  }

  /// A fold whose result depends on the order.
  static long fold(long a, long b) {
    return 31 * a + b;
  }

  /// The byte at `i` of the payload of `key`.
  static byte at(long key, int i) {
    return (byte) (key + 7L * i + (key >>> (i & 31)));
  }

  /// What the answer of the call `key` holds.
  static long answer(long key) {
    return mix(key ^ 4711);
  }
}
