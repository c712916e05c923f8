// SPDX-License-Identifier: Apache-2.0
package weft.collective.internal;

/// A rank of the world and an offset in its registered heap, in one word; 0 is no place.
final class Place {
  private static final int SHIFT = 44;

  private Place() {}

  static long of(int rank, long offset) {
    return (long) rank << SHIFT | offset;
  }

  static int rank(long place) {
    return (int) (place >>> SHIFT);
  }

  static long offset(long place) {
    return place & ((1L << SHIFT) - 1);
  }
}
