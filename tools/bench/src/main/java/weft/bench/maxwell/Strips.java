// SPDX-License-Identifier: Apache-2.0
package weft.bench.maxwell;

import weft.mesh.surface.Surface;

/// Narrow strips, which stand for wires.
final class Strips {
  private Strips() {}

  /// A strip along x, with its middle at the origin, of pairs of triangles.
  static Surface strip(double length, double width, int pairs) {
    double[] points = new double[6 * (pairs + 1)];
    int[] triangles = new int[6 * pairs];
    for (int i = 0; i <= pairs; i++) {
      points[6 * i] = length * ((double) i / pairs - 0.5);
      points[6 * i + 1] = -width / 2;
      points[6 * i + 3] = points[6 * i];
      points[6 * i + 4] = width / 2;
    }
    for (int i = 0; i < pairs; i++) {
      int a = 2 * i;
      int[] corners = {a, a + 2, a + 3, a, a + 3, a + 1};
      System.arraycopy(corners, 0, triangles, 6 * i, corners.length);
    }
    return Surface.of(points, triangles);
  }
}
