// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.concurrent.atomic.LongAdder;
import weft.mesh.internal.TetLocator;

/// Lengths at the vertices of a background mesh, and linear in its tets.
final class BackgroundSizing implements Sizing {
  private final TetLocator mesh;
  private final double[] lengths;

  /// Places at which the mesh did not reach.
  private final LongAdder outside = new LongAdder();

  /// @param vertices the number of vertices of the mesh
  BackgroundSizing(TetLocator mesh, int vertices, double[] lengths) {
    if (lengths.length != vertices) {
      throw new IllegalArgumentException(
          "the background mesh has %d vertices, but there are %d lengths; give one for each"
              .formatted(vertices, lengths.length));
    }
    for (int v = 0; v < lengths.length; v++) {
      if (!(lengths[v] > 0)) {
        throw new IllegalArgumentException(
            "vertex %d of the background mesh wishes for edges of length %s; give a positive number"
                .formatted(v, lengths[v]));
      }
    }
    this.mesh = mesh;
    this.lengths = lengths.clone();
  }

  @Override
  public double at(double x, double y, double z) {
    // On the border rounding alone may put a place outside.
    if (mesh.locateNear(x, y, z) < 0) {
      outside.increment();
    }
    return mesh.value(lengths, x, y, z);
  }

  /// How often it was asked for a place that the mesh does not contain.
  long outside() {
    return outside.sum();
  }
}
