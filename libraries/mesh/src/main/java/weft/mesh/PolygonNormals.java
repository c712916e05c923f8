// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

/// Computes normals of polygons.
final class PolygonNormals {
  private PolygonNormals() {}

  /// Twice the area vector of the polygon that has the largest.
  static double[] largest(double[] xyz, int[][] polygons) {
    double[] best = new double[3];
    double most = 0;
    for (int[] polygon : polygons) {
      double[] sum = new double[3];
      for (int i = 1; i + 1 < polygon.length; i++) {
        int o = 3 * polygon[0];
        int p = 3 * polygon[i];
        int q = 3 * polygon[i + 1];
        for (int k = 0; k < 3; k++) {
          int u = (k + 1) % 3;
          int v = (k + 2) % 3;
          sum[k] +=
              (xyz[p + u] - xyz[o + u]) * (xyz[q + v] - xyz[o + v])
                  - (xyz[p + v] - xyz[o + v]) * (xyz[q + u] - xyz[o + u]);
        }
      }
      double size = sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2];
      if (size > most) {
        most = size;
        best = sum;
      }
    }
    return best;
  }
}
