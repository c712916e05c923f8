// SPDX-License-Identifier: Apache-2.0
package weft.apps.netsort;

/// The keys and their checksums. Key i depends only on the seed and on i, so any number of ranks
/// sorts the same keys.
final class Keys {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private Keys() {}

  /// Writes the keys `first` to `first + length`, unsorted, to the beginning of `keys`.
  static void fill(long[] keys, SortOptions options, long first, int length) {
    for (int i = 0; i < length; i++) {
      long random = mix(options.seed() + (first + i) * GOLDEN);
      keys[i] = options.values() == 0 ? random : Long.remainderUnsigned(random, options.values());
    }
  }

  /// The checksum of a multiset. It does not depend on the order, and checksums of parts can be
  /// added.
  static long contents(long[] keys, int length) {
    long sum = 0;
    for (int i = 0; i < length; i++) {
      sum += mix(keys[i]);
    }
    return sum;
  }

  /// The checksum of keys and their places, the first of which is `first`. Checksums of parts can
  /// be added, so the total does not depend on the division into blocks.
  static long order(long[] keys, int length, long first) {
    long sum = 0;
    for (int i = 0; i < length; i++) {
      sum += mix(keys[i] + (first + i) * GOLDEN);
    }
    return sum;
  }

  /// The index of the first key that is less than the one before it, or −1 if all keys ascend.
  static int descent(long[] keys, int length) {
    for (int i = 1; i < length; i++) {
      if (keys[i] < keys[i - 1]) {
        return i;
      }
    }
    return -1;
  }

  /// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
  private static long mix(long value) {
    value = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    value = (value ^ value >>> 27) * 0x94d049bb133111ebL;
    return value ^ value >>> 31;
  }
}
