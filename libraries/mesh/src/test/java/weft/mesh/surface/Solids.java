// SPDX-License-Identifier: Apache-2.0
package weft.mesh.surface;

import java.util.Arrays;

/// Small surfaces for tests, and ways to break them.
final class Solids {
  private static final int[] CUBE = {
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3,
    7, 1, 7, 5
  };

  private Solids() {}

  /// A cube with 8 points and 12 triangles. Corner i has x, y, z in its bits 0, 1, 2.
  static Surface cube(double x, double y, double z, double side) {
    var points = new double[24];
    for (int i = 0; i < 8; i++) {
      points[3 * i] = x + side * (i & 1);
      points[3 * i + 1] = y + side * (i >> 1 & 1);
      points[3 * i + 2] = z + side * (i >> 2 & 1);
    }
    return Surface.of(points, CUBE.clone());
  }

  static Surface cube() {
    return cube(0, 0, 0, 1);
  }

  /// Two surfaces in one.
  static Surface both(Surface a, Surface b) {
    double[] points = Arrays.copyOf(a.points(), a.points().length + b.points().length);
    System.arraycopy(b.points(), 0, points, a.points().length, b.points().length);
    int[] triangles = Arrays.copyOf(a.triangles(), a.triangles().length + b.triangles().length);
    for (int i = 0; i < b.triangles().length; i++) {
      triangles[a.triangles().length + i] = b.triangles()[i] + a.pointCount();
    }
    return Surface.of(points, triangles);
  }

  /// With further points and triangles.
  static Surface with(Surface surface, double[] points, int... triangles) {
    double[] allPoints = Arrays.copyOf(surface.points(), surface.points().length + points.length);
    System.arraycopy(points, 0, allPoints, surface.points().length, points.length);
    int[] all = Arrays.copyOf(surface.triangles(), surface.triangles().length + triangles.length);
    System.arraycopy(triangles, 0, all, surface.triangles().length, triangles.length);
    return Surface.of(allPoints, all);
  }

  /// Without some triangles.
  static Surface without(Surface surface, int... removed) {
    int[] kept = new int[surface.triangles().length - 3 * removed.length];
    int at = 0;
    for (int t = 0; t < surface.triangleCount(); t++) {
      int number = t;
      if (Arrays.stream(removed).noneMatch(each -> each == number)) {
        System.arraycopy(surface.triangles(), 3 * t, kept, at, 3);
        at += 3;
      }
    }
    return Surface.of(surface.points(), kept);
  }

  /// With some triangles turned around.
  static Surface flipped(Surface surface, int... turned) {
    int[] triangles = surface.triangles().clone();
    for (int t : turned) {
      triangles[3 * t] = surface.triangles()[3 * t + 1];
      triangles[3 * t + 1] = surface.triangles()[3 * t];
    }
    return Surface.of(surface.points(), triangles);
  }

  static Surface inverted(Surface surface) {
    int[] all = new int[surface.triangleCount()];
    Arrays.setAll(all, t -> t);
    return flipped(surface, all);
  }

  /// Each triangle with points of its own.
  static Surface unwelded(Surface surface) {
    double[] points = new double[3 * surface.triangles().length];
    int[] triangles = new int[surface.triangles().length];
    for (int i = 0; i < triangles.length; i++) {
      System.arraycopy(surface.points(), 3 * surface.triangles()[i], points, 3 * i, 3);
      triangles[i] = i;
    }
    return Surface.of(points, triangles);
  }

  /// A box whose lid is a low roof: a ridge along x that rises by `rise` over half the width 1.
  static Surface roof(double rise) {
    double[] points = {
      0, 0, 0, 2, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0, 1, 2, 0, 1, 0, 1, 1, 2, 1, 1, 0, 0.5, 1 + rise, 2,
      0.5, 1 + rise
    };
    int[] triangles = {
      0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 8, 0, 8, 2, 2, 8, 6, 1, 3, 9, 3,
      7, 9, 1, 9, 5, 4, 5, 9, 4, 9, 8, 8, 9, 7, 8, 7, 6
    };
    return Surface.of(points, triangles);
  }

  /// Two facets that leave a common edge at an angle, and nothing else.
  static Surface hinge(double degrees) {
    double angle = Math.toRadians(degrees);
    return Surface.of(
        new double[] {0, 0, 0, 0, 1, 0, 1, 0.5, 0, Math.cos(angle), 0.5, Math.sin(angle)},
        new int[] {0, 2, 1, 0, 1, 3});
  }

  static Surface moebius() {
    int n = 12;
    double[] points = new double[6 * n];
    for (int i = 0; i < n; i++) {
      double u = 2 * Math.PI * i / n;
      for (int end = 0; end < 2; end++) {
        double width = end == 0 ? -0.3 : 0.3;
        double r = 1 + width * Math.cos(u / 2);
        points[6 * i + 3 * end] = r * Math.cos(u);
        points[6 * i + 3 * end + 1] = r * Math.sin(u);
        points[6 * i + 3 * end + 2] = width * Math.sin(u / 2);
      }
    }
    int[] triangles = new int[6 * n];
    for (int i = 0; i < n; i++) {
      int a = 2 * i;
      int b = 2 * i + 1;
      // The last pair meets the first one the other way round.
      int c = i == n - 1 ? 1 : 2 * i + 2;
      int d = i == n - 1 ? 0 : 2 * i + 3;
      int[] two = {a, c, b, b, c, d};
      System.arraycopy(two, 0, triangles, 6 * i, 6);
    }
    return Surface.of(points, triangles);
  }
}
