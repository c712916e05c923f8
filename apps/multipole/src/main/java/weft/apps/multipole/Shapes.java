// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import org.jspecify.annotations.Nullable;

/// Built-in surfaces. Each is a grid of u times v points, bent and closed.
final class Shapes {
  /// A point of a surface, for u and v from 0 to 1.
  private interface Surface {
    void at(double u, double v, double[] point);
  }

  private Shapes() {}

  /// The shape called `name`, with about `edges` edges, or null if there is no such shape.
  static @Nullable SurfaceMesh of(String name, long edges) {
    return switch (name) {
      case "sphere" -> grid(edges, 1, false, Shapes::sphere);
      case "torus" -> grid(edges, 2.5, true, Shapes::torus);
      case "almond" -> grid(edges, 0.6, false, Shapes::almond);
      default -> null;
    };
  }

  private static void sphere(double u, double v, double[] point) {
    double theta = Math.PI * v;
    point[0] = Math.sin(theta) * Math.cos(2 * Math.PI * u);
    point[1] = Math.sin(theta) * Math.sin(2 * Math.PI * u);
    point[2] = Math.cos(theta);
  }

  private static void torus(double u, double v, double[] point) {
    double around = 1 + 0.4 * Math.cos(2 * Math.PI * v);
    point[0] = around * Math.cos(2 * Math.PI * u);
    point[1] = around * Math.sin(2 * Math.PI * u);
    point[2] = 0.4 * Math.sin(2 * Math.PI * v);
  }

  /// The NASA almond. Its front is half an ellipsoid, and its back is tapered.
  private static void almond(double u, double v, double[] point) {
    double psi = 2 * Math.PI * u;
    double t = -0.416667 + v * (0.416667 + 0.583333);
    double y;
    double z;
    if (t < 0) {
      double s = Math.sqrt(Math.max(0, 1 - t * t / (0.416667 * 0.416667)));
      y = 0.193333 * s;
      z = 0.064444 * s;
    } else {
      double q = t / 2.08335;
      double s = Math.sqrt(Math.max(0, 1 - q * q)) - 0.96;
      y = 4.83345 * Math.max(0, s);
      z = 1.61115 * Math.max(0, s);
    }
    point[0] = t;
    point[1] = y * Math.cos(psi);
    point[2] = z * Math.sin(psi);
  }

  /// A grid with three edges for each point. `aspect` is the ratio of the numbers of points along u
  /// and along v.
  private static SurfaceMesh grid(long edges, double aspect, boolean closed, Surface surface) {
    int alongV = (int) Math.max(4, Math.sqrt(edges / 3.0 / (2 * aspect)));
    int alongU = (int) Math.max(4, edges / 3.0 / alongV);
    int rows = closed ? alongV : alongV + 1;
    var points = new double[3 * rows * alongU];
    var point = new double[3];
    for (int j = 0; j < rows; j++) {
      for (int i = 0; i < alongU; i++) {
        // The points at the poles of an open grid are kept apart, so that no triangle has the area
        // 0.
        double v = closed ? (double) j / alongV : (j + 0.02) / (alongV + 0.04);
        surface.at((double) i / alongU, v, point);
        System.arraycopy(point, 0, points, 3 * (j * alongU + i), 3);
      }
    }
    int strips = closed ? rows : rows - 1;
    var triangles = new int[6 * strips * alongU];
    int at = 0;
    for (int j = 0; j < strips; j++) {
      for (int i = 0; i < alongU; i++) {
        int a = j * alongU + i;
        int b = j * alongU + (i + 1) % alongU;
        int c = (j + 1) % rows * alongU + i;
        int d = (j + 1) % rows * alongU + (i + 1) % alongU;
        for (int corner : new int[] {a, b, c, b, d, c}) {
          triangles[at++] = corner;
        }
      }
    }
    return new SurfaceMesh(points, triangles);
  }
}
