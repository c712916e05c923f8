// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

/// The box around the bodies of one rank.
final class Box {
  private final double[] extents;
  private final int rank;

  /// Takes the box of `rank` from the extents of all ranks, one after the other.
  Box(double[] extents, int rank) {
    this.extents = extents;
    this.rank = rank;
  }

  /// Whether a body in the box may open the node at `at`. The nearest place of the box decides,
  /// with the operations of [Gravity#pull] in the same order; each rounds so that a smaller
  /// distance never becomes a larger one. So what no place of the box opens here, none opens there.
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
