// SPDX-License-Identifier: Apache-2.0
package weft.mesh;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Points that tests triangulate.
final class PointSets {
  private PointSets() {}

  /// Random points of the unit cube, as the oracles of TetGen and Qhull have them.
  static double[] cube(int count, long seed) {
    var random = new SplittableRandom(seed);
    double[] xyz = new double[3 * count];
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = random.nextDouble();
    }
    return xyz;
  }

  /// Integer points, with z running fastest.
  static double[] grid(int nx, int ny, int nz) {
    double[] xyz = new double[3 * nx * ny * nz];
    for (int i = 0; i < nx * ny * nz; i++) {
      int layer = i / (ny * nz);
      xyz[3 * i] = layer;
      xyz[3 * i + 1] = i / nz % ny;
      xyz[3 * i + 2] = i % nz;
    }
    return xyz;
  }

  /// A point above a regular polygon.
  static double[] cone(int corners) {
    double[] xyz = new double[3 * corners + 3];
    for (int i = 0; i < corners; i++) {
      xyz[3 * i] = Math.cos(2 * Math.PI * i / corners);
      xyz[3 * i + 1] = Math.sin(2 * Math.PI * i / corners);
    }
    xyz[3 * corners + 2] = 1;
    return xyz;
  }

  /// An octahedron, its centre, and two points outside.
  static double[] octahedron() {
    return new double[] {
      1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 1, 1, -1, -1, -1
    };
  }

  /// The integer points of a sphere, and its centre.
  static double[] sphere(int radius) {
    List<double[]> points = new ArrayList<>();
    points.add(new double[3]);
    for (int x = -radius; x <= radius; x++) {
      for (int y = -radius; y <= radius; y++) {
        for (int z = -radius; z <= radius; z++) {
          if (x * x + y * y + z * z == radius * radius) {
            points.add(new double[] {x, y, z});
          }
        }
      }
    }
    return flat(points);
  }

  /// Points 1 apart beside few that are 500 apart.
  static double[] nearAndFar() {
    double[] near = grid(17, 17, 17);
    List<double[]> far = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      far.add(new double[] {1000 + 500 * (i % 5), 500 * (i / 5 % 5), 500 * (i / 25)});
    }
    return joined(near, flat(far));
  }

  static double[] joined(double[] first, double[] second) {
    double[] all = new double[first.length + second.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  /// The same place, this many times.
  static double[] repeated(int count, double x, double y, double z) {
    double[] xyz = new double[3 * count];
    for (int i = 0; i < count; i++) {
      xyz[3 * i] = x;
      xyz[3 * i + 1] = y;
      xyz[3 * i + 2] = z;
    }
    return xyz;
  }

  /// A random order of the numbers below `count`.
  static int[] order(int count, long seed) {
    var random = new SplittableRandom(seed);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /// The points in this order.
  static double[] inOrder(double[] xyz, int[] order) {
    double[] all = new double[xyz.length];
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(xyz, 3 * order[i], all, 3 * i, 3);
    }
    return all;
  }

  private static double[] flat(List<double[]> points) {
    double[] xyz = new double[3 * points.size()];
    for (int i = 0; i < points.size(); i++) {
      System.arraycopy(points.get(i), 0, xyz, 3 * i, 3);
    }
    return xyz;
  }
}
