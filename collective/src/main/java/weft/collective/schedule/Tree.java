// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The binomial tree over ranks 0 to size − 1 with root 0. The ranks below and at `v` are `v` to `v
/// + span − 1`, so that combining `v` and then its children, smallest first, is combining in order.
final class Tree {
  private Tree() {}

  /// The parent of `v`, which is not the root.
  static int parent(int v) {
    return v & (v - 1);
  }

  /// How many ranks there are at and below `v`.
  static int span(int v, int size) {
    return v == 0 ? size : Math.min(Integer.lowestOneBit(v), size - v);
  }

  /// The number of children of `v`: they are `v + 2^j` for j from 0.
  static int children(int v, int size) {
    int span = span(v, size);
    return span == 1 ? 0 : 32 - Integer.numberOfLeadingZeros(span - 1);
  }
}
