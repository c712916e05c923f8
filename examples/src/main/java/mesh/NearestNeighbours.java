// SPDX-License-Identifier: Apache-2.0
package mesh;

import java.util.SplittableRandom;
import weft.Weft;
import weft.World;
import weft.mesh.Delaunay;

/// Which point is nearest to a place, and which tet contains it? The mesh needs no ranks; each rank
/// here has one of its own, and asks about other places.
final class NearestNeighbours {
  private static final int POINTS = 5000;
  private static final int PLACES = 1000;

  private NearestNeighbours() {}

  static void main(String[] args) {
    Weft.launch(args, NearestNeighbours::run);
  }

  private static void run(World world) {
    world.start();
    double[] xyz = new SplittableRandom(1).doubles(3 * POINTS).toArray();
    Delaunay mesh = Delaunay.of(xyz);

    var random = new SplittableRandom(2 + world.rank());
    int agree = 0;
    int tet = 0;
    for (int i = 0; i < PLACES; i++) {
      double x = random.nextDouble(0.2, 0.8);
      double y = random.nextDouble(0.2, 0.8);
      double z = random.nextDouble(0.2, 0.8);
      tet = mesh.locate(x, y, z, tet); // walks from the tet before
      int nearest = mesh.nearest(x, y, z, tet);
      agree += nearest == searchAll(xyz, x, y, z) ? 1 : 0;
    }
    IO.println("%d of %d nearest points are right".formatted(agree, PLACES));
  }

  private static int searchAll(double[] xyz, double x, double y, double z) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < xyz.length; i += 3) {
      double square =
          (xyz[i] - x) * (xyz[i] - x)
              + (xyz[i + 1] - y) * (xyz[i + 1] - y)
              + (xyz[i + 2] - z) * (xyz[i + 2] - z);
      if (square < least) {
        least = square;
        best = i / 3;
      }
    }
    return best;
  }
}
