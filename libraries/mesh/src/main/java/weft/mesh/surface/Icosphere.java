// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.HashMap;
import java.util.Map;

/// An icosahedron whose faces are cut into f² triangles, moved onto the sphere. Points on its edges
/// are made once, so the surface is closed.
final class Icosphere {
  private static final int[] FACES = {
    0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1,
    8, 3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1
  };

  private final double radius;
  private final int f;
  private final double[] points;
  private int count;
  private final double[] corners = corners();

  /// The first point inside each edge, counted from the corner with the lower number.
  private final Map<Integer, Integer> edges = new HashMap<>();

  private Icosphere(double radius, int f) {
    this.radius = radius;
    this.f = f;
    this.points = new double[3 * (10 * f * f + 2)];
  }

  static Surface of(double radius, int f) {
    if (!(radius > 0 && radius < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("A sphere cannot have the radius " + radius + ".");
    }
    return new Icosphere(radius, f).surface();
  }

  private static double[] corners() {
    double g = (1 + Math.sqrt(5)) / 2;
    return new double[] {
      -1, g, 0, 1, g, 0, -1, -g, 0, 1, -g, 0, 0, -1, g, 0, 1, g, 0, -1, -g, 0, 1, -g, g, 0, -1, g,
      0, 1, -g, 0, -1, -g, 0, 1
    };
  }

  private Surface surface() {
    for (int corner = 0; corner < 12; corner++) {
      add(corner, corner, corner, f, 0, 0);
    }
    var triangles = new int[60 * f * f];
    int at = 0;
    for (int face = 0; face < FACES.length; face += 3) {
      int[][] grid = grid(FACES[face], FACES[face + 1], FACES[face + 2]);
      for (int i = 0; i < f; i++) {
        for (int j = 0; j < f - i; j++) {
          at = put(triangles, at, grid[i][j], grid[i + 1][j], grid[i][j + 1]);
          if (j < f - i - 1) {
            at = put(triangles, at, grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]);
          }
        }
      }
    }
    return Surface.of(points, triangles);
  }

  private static int put(int[] triangles, int at, int a, int b, int c) {
    triangles[at] = a;
    triangles[at + 1] = b;
    triangles[at + 2] = c;
    return at + 3;
  }

  /// The points of a face: `grid[i][j]` is i steps from `a` towards `b`, and j towards `c`.
  private int[][] grid(int a, int b, int c) {
    var grid = new int[f + 1][];
    for (int i = 0; i <= f; i++) {
      grid[i] = new int[f - i + 1];
      for (int j = 0; j <= f - i; j++) {
        int k = f - i - j;
        if (i == f || j == f || k == f) {
          grid[i][j] = i == f ? b : j == f ? c : a;
        } else if (j == 0) {
          grid[i][j] = onEdge(a, b, i);
        } else if (i == 0) {
          grid[i][j] = onEdge(a, c, j);
        } else if (k == 0) {
          grid[i][j] = onEdge(b, c, j);
        } else {
          grid[i][j] = add(a, b, c, k, i, j);
        }
      }
    }
    return grid;
  }

  private int onEdge(int from, int to, int step) {
    int low = Math.min(from, to);
    int high = Math.max(from, to);
    Integer first = edges.get(12 * low + high);
    if (first == null) {
      first = count;
      edges.put(12 * low + high, first);
      for (int s = 1; s < f; s++) {
        add(low, high, low, f - s, s, 0);
      }
    }
    return first + (from == low ? step : f - step) - 1;
  }

  /// Adds the point with these weights, pushed out to the sphere.
  private int add(int a, int b, int c, int inA, int inB, int inC) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      double x = corners[3 * a + k] * inA + corners[3 * b + k] * inB + corners[3 * c + k] * inC;
      points[3 * count + k] = x;
      square += x * x;
    }
    for (int k = 0; k < 3; k++) {
      points[3 * count + k] *= radius / Math.sqrt(square);
    }
    return count++;
  }
}
