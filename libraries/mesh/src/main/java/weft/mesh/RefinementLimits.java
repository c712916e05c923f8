// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.Sizes;
import weft.mesh.internal.refine.TetShape;

/// How far tets exceed the sizes and the bound of a refinement.
final class RefinementLimits {
  private final ConstrainedTets mesh;
  private final Sizes sizes;
  private final TetShape shape = new TetShape();

  RefinementLimits(ConstrainedTets mesh, Sizes sizes) {
    this.mesh = mesh;
    this.sizes = sizes;
  }

  /// How many times a tet exceeds what is allowed; at most 1 if it does not.
  double excess(int region, int a, int b, int c, int d) {
    return Math.max(ratio(a, b, c, d), sizeOfShape(region, a, b, c, d));
  }

  double ratio(int a, int b, int c, int d) {
    shape.of(mesh.xyz, a, b, c, d);
    double ratio = Math.sqrt(shape.radius2 / shape.shortest2) / sizes.bound();
    return Double.isNaN(ratio) ? Double.POSITIVE_INFINITY : ratio;
  }

  double size(int region, int a, int b, int c, int d) {
    shape.of(mesh.xyz, a, b, c, d);
    return sizeOfShape(region, a, b, c, d);
  }

  private double sizeOfShape(int region, int a, int b, int c, int d) {
    double excess = Math.cbrt(shape.volume / sizes.volumeIn(region));
    Sizes.EdgeLength edge = sizes.edge();
    if (edge != null) {
      double wished =
          Sizes.RADIUS
              * edge.at(middle(a, b, c, d, 0), middle(a, b, c, d, 1), middle(a, b, c, d, 2));
      excess = Math.max(excess, Math.sqrt(shape.radius2) / wished);
    }
    return excess;
  }

  private double middle(int a, int b, int c, int d, int axis) {
    double[] xyz = mesh.xyz;
    return (xyz[3 * a + axis] + xyz[3 * b + axis] + xyz[3 * c + axis] + xyz[3 * d + axis]) / 4;
  }
}
