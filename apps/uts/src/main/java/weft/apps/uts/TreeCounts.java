// SPDX-License-Identifier: Apache-2.0
package weft.apps.uts;

/// The counts of one rank.
final class TreeCounts {
  private long nodes;
  private long leaves;
  private int depth;

  /// Counts a node.
  void count(int height, boolean isLeaf) {
    nodes++;
    leaves += isLeaf ? 1 : 0;
    depth = Math.max(depth, height);
  }

  /// Adds the counts of an earlier run.
  void add(long moreNodes, long moreLeaves, long height) {
    nodes += moreNodes;
    leaves += moreLeaves;
    depth = Math.max(depth, (int) height);
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
