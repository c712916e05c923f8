// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import weft.mesh.internal.refine.ConstrainedTets;
import weft.mesh.internal.refine.TetAngles;
import weft.mesh.internal.refine.TetShape;

/// Computes the extremes of shapes.
final class Shapes {
  private int tets;
  private double ratio2;
  private double smallest = 180;
  private double largest;
  private double largestVolume;
  private double volume;
  private final TetShape shape = new TetShape();
  private final double[] range = new double[2];

  private Shapes() {}

  static MeshShape of(ConstrainedTets mesh) {
    var shapes = new Shapes();
    int[] v = mesh.tets.vertex;
    for (int t = 0; t < mesh.tets.slots; t++) {
      if (mesh.isReal(t)) {
        shapes.add(mesh.xyz, v[4 * t], v[4 * t + 1], v[4 * t + 2], v[4 * t + 3]);
      }
    }
    return shapes.result();
  }

  static MeshShape of(double[] xyz, int[] corners) {
    var shapes = new Shapes();
    for (int o = 0; o < corners.length; o += 4) {
      shapes.add(xyz, corners[o], corners[o + 1], corners[o + 2], corners[o + 3]);
    }
    return shapes.result();
  }

  private void add(double[] xyz, int a, int b, int c, int d) {
    tets++;
    shape.of(xyz, a, b, c, d);
    ratio2 = Math.max(ratio2, shape.radius2 / shape.shortest2);
    largestVolume = Math.max(largestVolume, shape.volume);
    volume += shape.volume;
    // Angles themselves take arc tangents, so only those that may be extreme are computed.
    double nearest = Math.min(90, Math.max(smallest, 180 - largest));
    if (TetAngles.sine(xyz, a, b, c, d) < Math.sin(Math.toRadians(nearest)) * (1 + 1e-9)) {
      TetAngles.range(xyz, a, b, c, d, range);
      smallest = Math.min(smallest, range[0]);
      largest = Math.max(largest, range[1]);
    }
  }

  private MeshShape result() {
    return new MeshShape(tets, Math.sqrt(ratio2), smallest, largest, largestVolume, volume);
  }
}
