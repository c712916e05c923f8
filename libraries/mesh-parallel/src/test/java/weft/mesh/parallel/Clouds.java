// SPDX-License-Identifier: Apache-2.0
package weft.mesh.parallel;

import java.util.Random;
import java.util.SplittableRandom;

/// Sets of points for tests.
final class Clouds {
  private Clouds() {}

  /// The cube of the published digests.
  static double[] cube(int points) {
    var random = new SplittableRandom(42);
    double[] xyz = new double[3 * points];
    for (int i = 0; i < xyz.length; i++) {
      xyz[i] = random.nextDouble();
    }
    return xyz;
  }

  /// A grid of side³ points.
  static double[] grid(int side) {
    double[] xyz = new double[3 * side * side * side];
    for (int i = 0; i < side * side * side; i++) {
      int layer = i / (side * side);
      int row = i / side % side;
      xyz[3 * i] = layer;
      xyz[3 * i + 1] = row;
      xyz[3 * i + 2] = i % side;
    }
    return xyz;
  }

  /// Points of a kind that the seed chooses: at random in a cube, on a lattice and given several
  /// times, crowded in a corner, on a sphere, near a plane.
  static double[] any(Random random, int points) {
    int kind = random.nextInt(5);
    double[] xyz = new double[3 * points];
    for (int i = 0; i < points; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      double z = random.nextDouble();
      double[] at =
          switch (kind) {
            case 0 -> new double[] {x, y, z};
            case 1 -> new double[] {(int) (8 * x), (int) (8 * y), (int) (8 * z)};
            case 2 -> new double[] {crowded(x), crowded(y), crowded(z)};
            case 3 -> onSphere(random);
            default -> new double[] {x, y, i % 50 == 0 ? z : 0.5};
          };
      System.arraycopy(at, 0, xyz, 3 * i, 3);
    }
    return xyz;
  }

  /// A coordinate near 0, within the range of coordinates.
  private static double crowded(double x) {
    return Math.max(1e-18, x * x * x * x);
  }

  /// One of the integer points of a sphere of radius 15, whose squares sum to 225: 5, 10, 10 and
  /// others.
  private static double[] onSphere(Random random) {
    while (true) {
      int x = random.nextInt(31) - 15;
      int y = random.nextInt(31) - 15;
      int rest = 225 - x * x - y * y;
      int z = (int) Math.round(Math.sqrt(Math.max(0, rest)));
      if (z * z == rest) {
        return new double[] {x, y, random.nextBoolean() ? z : -z};
      }
    }
  }
}
