// SPDX-License-Identifier: Apache-2.0
package weft.collective.schedule;

/// The binomial tree over ranks 0 to size − 1 with root 0. The subtree of `v` is `v` to `v + span −
/// 1`, so combining `v` and then its children, smallest first, keeps the order of ranks.
final class Tree {
  private Tree() {}

  /// The parent of `v`, which is not the root.
  static int parent(int v) {
    return v & (v - 1);
  }

  /// The number of ranks in the subtree of `v`.
  static int span(int v, int size) {
    return v == 0 ? size : Math.min(Integer.lowestOneBit(v), size - v);
  }

  /// The number of children of `v`, which are `v + 2^j` for j from 0.
  static int children(int v, int size) {
    int span = span(v, size);
    return span == 1 ? 0 : 32 - Integer.numberOfLeadingZeros(span - 1);
  }
}
