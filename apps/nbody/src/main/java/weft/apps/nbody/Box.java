// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

/// The box around the bodies of one rank.
final class Box {
  private final double[] extents;
  private final int rank;

  /// The box of `rank`. `extents` holds the extents of all ranks, one after another.
  Box(double[] extents, int rank) {
    this.extents = extents;
    this.rank = rank;
  }

  /// Whether a body in the box may open the node at `at`. The nearest point of the box decides.
  ///
  /// The operations are those of [Gravity#pull] in the same order. Their rounding is monotonic: a
  /// smaller distance never becomes a larger one. So if the nearest point does not open a node, no
  /// body in the box opens it.
  boolean opens(double[] nodes, int at) {
    double x = distance(nodes[at + BodyTree.X], 0);
    double y = distance(nodes[at + BodyTree.Y], 1);
    double z = distance(nodes[at + BodyTree.Z], 2);
    return x * x + y * y + z * z <= nodes[at + BodyTree.OPENS];
  }

  private double distance(double place, int axis) {
    double most = extents[6 * rank + axis];
    double least = -extents[6 * rank + 3 + axis];
    return Math.max(0, Math.max(least - place, place - most));
  }
}
