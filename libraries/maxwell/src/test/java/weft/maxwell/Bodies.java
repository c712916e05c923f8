// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

import java.util.Random;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;

/// Surfaces for tests.
final class Bodies {
  private Bodies() {}

  static CurrentBasis sphere(int triangles) {
    return CurrentBasis.of(SurfaceShapes.icosphereOfEqualVolume(1, Fineness.triangles(triangles)));
  }

  static CurrentBasis tetrahedron() {
    return CurrentBasis.of(
        Surface.of(
            new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
            new int[] {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}));
  }

  /// A strip along x with its middle at (0, y, z), of pairs of triangles.
  static Surface strip(double length, double width, int pairs, double y, double z) {
    double[] points = new double[6 * (pairs + 1)];
    int[] triangles = new int[6 * pairs];
    for (int i = 0; i <= pairs; i++) {
      for (int side = 0; side < 2; side++) {
        points[6 * i + 3 * side] = length * ((double) i / pairs - 0.5);
        points[6 * i + 3 * side + 1] = y + width * (side - 0.5);
        points[6 * i + 3 * side + 2] = z;
      }
    }
    for (int i = 0; i < pairs; i++) {
      int a = 2 * i;
      int[] corners = {a, a + 2, a + 3, a, a + 3, a + 1};
      System.arraycopy(corners, 0, triangles, 6 * i, corners.length);
    }
    return Surface.of(points, triangles);
  }

  /// Two surfaces as one, without common points.
  static Surface both(Surface a, Surface b) {
    double[] points = new double[a.points().length + b.points().length];
    System.arraycopy(a.points(), 0, points, 0, a.points().length);
    System.arraycopy(b.points(), 0, points, a.points().length, b.points().length);
    int[] triangles = new int[a.triangles().length + b.triangles().length];
    System.arraycopy(a.triangles(), 0, triangles, 0, a.triangles().length);
    for (int i = 0; i < b.triangles().length; i++) {
      triangles[a.triangles().length + i] = b.triangles()[i] + a.pointCount();
    }
    return Surface.of(points, triangles);
  }

  /// A plate in the xy plane of `n` × `n` squares.
  static Surface plate(double size, int n) {
    double[] points = new double[3 * (n + 1) * (n + 1)];
    int[] triangles = new int[6 * n * n];
    for (int i = 0; i <= n; i++) {
      for (int j = 0; j <= n; j++) {
        int at = 3 * (i * (n + 1) + j);
        points[at] = size * ((double) i / n - 0.5);
        points[at + 1] = size * ((double) j / n - 0.5);
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int a = i * (n + 1) + j;
        int[] corners = {a, a + n + 1, a + n + 2, a, a + n + 2, a + 1};
        System.arraycopy(corners, 0, triangles, 6 * (i * n + j), corners.length);
      }
    }
    return Surface.of(points, triangles);
  }

  /// The same surface turned, moved and scaled.
  static Surface moved(Surface surface, double[][] turn, double[] by, double scale) {
    double[] points = new double[surface.points().length];
    for (int i = 0; i < points.length; i += 3) {
      for (int axis = 0; axis < 3; axis++) {
        points[i + axis] = by[axis];
        for (int from = 0; from < 3; from++) {
          points[i + axis] += scale * turn[axis][from] * surface.points()[i + from];
        }
      }
    }
    return Surface.of(points, surface.triangles());
  }

  /// The same surface with triangles and their corners in another order.
  static Surface renumbered(Surface surface, Random random) {
    int count = surface.triangleCount();
    int[] order = random.ints(0, count).distinct().limit(count).toArray();
    int[] triangles = new int[3 * count];
    for (int t = 0; t < count; t++) {
      int first = random.nextInt(3);
      for (int c = 0; c < 3; c++) {
        triangles[3 * t + c] = surface.triangles()[3 * order[t] + (c + first) % 3];
      }
    }
    return Surface.of(surface.points(), triangles);
  }

  /// A random rotation, from a random quaternion.
  static double[][] rotation(Random random) {
    double[] q = new double[4];
    double square = 0;
    for (int i = 0; i < 4; i++) {
      q[i] = random.nextGaussian();
      square += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++) {
      q[i] /= Math.sqrt(square);
    }
    double w = q[0];
    double x = q[1];
    double y = q[2];
    double z = q[3];
    return new double[][] {
      {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
      {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
      {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}
    };
  }

  static double[] times(double[][] turn, double[] vector) {
    double[] result = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      for (int from = 0; from < 3; from++) {
        result[axis] += turn[axis][from] * vector[from];
      }
    }
    return result;
  }

  /// The direction of a vector.
  static Direction direction(double[] vector) {
    return new Direction(
        Math.toDegrees(Math.atan2(Math.hypot(vector[0], vector[1]), vector[2])),
        Math.toDegrees(Math.atan2(vector[1], vector[0])));
  }
}
