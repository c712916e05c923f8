// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.concurrent.atomic.LongAdder;

/// Lengths at the vertices of a background mesh, and linear in its tets.
final class BackgroundSizing implements Sizing {
  private final TetMesh mesh;
  private final double[] lengths;

  /// Places at which the mesh did not reach.
  private final LongAdder outside = new LongAdder();

  BackgroundSizing(TetMesh mesh, double[] lengths) {
    if (lengths.length != mesh.vertexCount()) {
      throw new IllegalArgumentException(
          "the background mesh has %d vertices, but there are %d lengths; give one for each"
              .formatted(mesh.vertexCount(), lengths.length));
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
    if (!mesh.reaches(x, y, z)) {
      outside.increment();
    }
    return mesh.interpolate(lengths, x, y, z);
  }

  /// How often it was asked for a place that the mesh does not contain.
  long outside() {
    return outside.sum();
  }
}
