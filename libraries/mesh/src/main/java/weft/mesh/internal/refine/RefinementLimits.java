// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

/// How far tets exceed the sizes and the bound of a refinement.
public final class RefinementLimits {
  private final ConstrainedTets mesh;
  private final WishedSizes sizes;

  /// The shape of the tet that was looked at last.
  final TetShape shape = new TetShape();

  /// Makes limits for a thread.
  public RefinementLimits(ConstrainedTets mesh, WishedSizes sizes) {
    this.mesh = mesh;
    this.sizes = sizes;
  }

  /// How many times a tet exceeds what is allowed: more than 1 if it does, else 0.
  public double excess(int region, int a, int b, int c, int d) {
    shape.of(mesh.xyz, a, b, c, d);
    return Math.max(excessOfShape(), excessOfSizes(region, a, b, c, d));
  }

  /// How many times R/l exceeds its bound: more than 1 if it does, else 0.
  public double excessOfShape(int a, int b, int c, int d) {
    shape.of(mesh.xyz, a, b, c, d);
    return excessOfShape();
  }

  /// How many times a tet is larger than wished: more than 1 if it is, else 0.
  public double excessOfSize(int region, int a, int b, int c, int d) {
    shape.of(mesh.xyz, a, b, c, d);
    return excessOfSizes(region, a, b, c, d);
  }

  private double excessOfShape() {
    double ratio2 = shape.radius2 / (shape.shortest2 * sizes.bound() * sizes.bound());
    if (ratio2 <= 1) {
      return 0;
    }
    return Double.isNaN(ratio2) ? Double.POSITIVE_INFINITY : Math.sqrt(ratio2);
  }

  /// The same for the tet whose shape is in [#shape].
  double excessOfSizes(int region, int a, int b, int c, int d) {
    double excess = 0;
    double volume = sizes.volumeIn(region);
    if (shape.volume > volume) {
      excess = StrictMath.cbrt(shape.volume / volume);
    }
    WishedSizes.EdgeLength edge = sizes.edge();
    if (edge != null) {
      double wished =
          WishedSizes.RADIUS
              * edge.at(middle(a, b, c, d, 0), middle(a, b, c, d, 1), middle(a, b, c, d, 2));
      if (shape.radius2 > wished * wished) {
        excess = Math.max(excess, Math.sqrt(shape.radius2) / wished);
      }
    }
    return excess;
  }

  private double middle(int a, int b, int c, int d, int axis) {
    double[] xyz = mesh.xyz;
    return (xyz[3 * a + axis] + xyz[3 * b + axis] + xyz[3 * c + axis] + xyz[3 * d + axis]) / 4;
  }
}
