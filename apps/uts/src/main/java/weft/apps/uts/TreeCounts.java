// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

/// What one rank has counted of a tree.
final class TreeCounts {
  private long nodes;
  private long leaves;
  private int depth;

  /// A node at this height.
  void count(int height, boolean isLeaf) {
    nodes++;
    leaves += isLeaf ? 1 : 0;
    depth = Math.max(depth, height);
  }

  long nodes() {
    return nodes;
  }

  long leaves() {
    return leaves;
  }

  /// The greatest height.
  int depth() {
    return depth;
  }
}
