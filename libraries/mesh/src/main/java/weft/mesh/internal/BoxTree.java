// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.Arrays;

/// A tree of boxes, which finds those that meet another box. Boxes are sorted along a Morton curve
/// through their middles; every node of a complete binary tree has the box of its part.
public final class BoxTree {
  private static final int LEAF = 4;

  private final double[] boxes;
  private final int[] order;
  private final double[] nodes;
  private final int leaves;

  /// Called for each box found.
  @FunctionalInterface
  public interface Visitor {
    /// Receives a box.
    void visit(int box);
  }

  /// Builds the tree.
  ///
  /// @param boxes least x, y, z and most x, y, z of each box; all finite
  public BoxTree(double[] boxes) {
    this.boxes = boxes;
    int n = boxes.length / 6;
    order = sorted(n);
    int needed = Math.max(1, Math.ceilDiv(n, LEAF));
    leaves = needed == 1 ? 1 : Integer.highestOneBit(needed - 1) * 2;
    nodes = new double[6 * 2 * leaves];
    for (int node = 0; node < 2 * leaves; node++) {
      Arrays.fill(nodes, 6 * node, 6 * node + 3, Double.POSITIVE_INFINITY);
      Arrays.fill(nodes, 6 * node + 3, 6 * node + 6, Double.NEGATIVE_INFINITY);
    }
    for (int i = 0; i < n; i++) {
      join(6 * (leaves + i / LEAF), boxes, 6 * order[i]);
    }
    for (int node = leaves - 1; node > 0; node--) {
      join(6 * node, nodes, 12 * node);
      join(6 * node, nodes, 12 * node + 6);
    }
  }

  private void join(int at, double[] other, int from) {
    for (int k = 0; k < 3; k++) {
      nodes[at + k] = Math.min(nodes[at + k], other[from + k]);
      nodes[at + 3 + k] = Math.max(nodes[at + 3 + k], other[from + 3 + k]);
    }
  }

  private int[] sorted(int n) {
    var least = new double[3];
    var most = new double[3];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 3; k++) {
        least[k] = Math.min(least[k], boxes[6 * i + k]);
        most[k] = Math.max(most[k], boxes[6 * i + 3 + k]);
      }
    }
    int indexBits = 32 - Integer.numberOfLeadingZeros(Math.max(1, n));
    int axisBits = Math.min(20, (63 - indexBits) / 3);
    var keys = new long[n];
    for (int i = 0; i < n; i++) {
      long key = 0;
      for (int k = 0; k < 3; k++) {
        double middle = boxes[6 * i + k] / 2 + boxes[6 * i + 3 + k] / 2;
        double part = most[k] > least[k] ? (middle - least[k]) / (most[k] - least[k]) : 0;
        long cell = Math.min((1L << axisBits) - 1, (long) (part * (1 << axisBits)));
        key |= spread(cell) << k;
      }
      keys[i] = key << indexBits | i;
    }
    Arrays.sort(keys);
    var result = new int[n];
    for (int i = 0; i < n; i++) {
      result[i] = (int) (keys[i] & (1L << indexBits) - 1);
    }
    return result;
  }

  /// Moves bit i to bit 3 i.
  private static long spread(long x) {
    x = (x | x << 32) & 0x1F00000000FFFFL;
    x = (x | x << 16) & 0x1F0000FF0000FFL;
    x = (x | x << 8) & 0x100F00F00F00F00FL;
    x = (x | x << 4) & 0x10C30C30C30C30C3L;
    return (x | x << 2) & 0x1249249249249249L;
  }

  /// Called for two boxes that meet.
  @FunctionalInterface
  public interface PairVisitor {
    /// Receives two boxes.
    void visit(int box, int other);
  }

  /// Visits each pair of boxes that have a point in common, once.
  public void pairs(PairVisitor visitor) {
    for (int i = 0; i < order.length; i++) {
      pairs(1, leaves, i, visitor);
    }
  }

  /// Visits the pairs of the box at a position with later ones below a node.
  ///
  /// @param span the number of leaves below the node
  private void pairs(int node, int span, int position, PairVisitor visitor) {
    int firstLeaf = node * span - leaves;
    int box = order[position];
    if ((firstLeaf + span) * LEAF <= position + 1 || !meets(nodes, 6 * node, boxes, 6 * box)) {
      return;
    }
    if (node < leaves) {
      pairs(2 * node, span / 2, position, visitor);
      pairs(2 * node + 1, span / 2, position, visitor);
      return;
    }
    int begin = Math.max(position + 1, firstLeaf * LEAF);
    for (int i = begin; i < Math.min(order.length, (firstLeaf + 1) * LEAF); i++) {
      if (meets(boxes, 6 * order[i], boxes, 6 * box)) {
        visitor.visit(box, order[i]);
      }
    }
  }

  /// Visits all boxes that have a point in common with `box`, which begins at `from` in its array.
  public void meeting(double[] box, int from, Visitor visitor) {
    meeting(1, box, from, visitor);
  }

  private void meeting(int node, double[] box, int from, Visitor visitor) {
    if (!meets(nodes, 6 * node, box, from)) {
      return;
    }
    if (node < leaves) {
      meeting(2 * node, box, from, visitor);
      meeting(2 * node + 1, box, from, visitor);
      return;
    }
    int begin = (node - leaves) * LEAF;
    for (int i = begin; i < Math.min(order.length, begin + LEAF); i++) {
      if (meets(boxes, 6 * order[i], box, from)) {
        visitor.visit(order[i]);
      }
    }
  }

  private static boolean meets(double[] a, int i, double[] b, int j) {
    return a[i] <= b[j + 3]
        && b[j] <= a[i + 3]
        && a[i + 1] <= b[j + 4]
        && b[j + 1] <= a[i + 4]
        && a[i + 2] <= b[j + 5]
        && b[j + 2] <= a[i + 5];
  }
}
