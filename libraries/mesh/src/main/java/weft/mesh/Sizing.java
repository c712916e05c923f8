// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

/// The edge length wished for at a place.
@FunctionalInterface
public interface Sizing {
  /// Returns a positive length; infinity where any is good.
  double at(double x, double y, double z);

  /// The lengths of a background mesh: given at its vertices, and linear in its tets. Where the
  /// mesh does not reach, the length of its nearest vertex counts, and [MeshingOutcome#remarks]
  /// says so.
  ///
  /// @param lengths one for each vertex, all positive
  /// @throws IllegalArgumentException if one is missing or not positive
  static Sizing of(TetMesh background, double[] lengths) {
    return new BackgroundSizing(background, lengths);
  }
}
