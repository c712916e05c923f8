// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal.refine;

import java.util.Arrays;

/// How near to others new vertices on sharp segments and facets may be. Where features meet at
/// sharp angles, vertices on one may encroach upon the other however short the pieces become. So
/// there a new vertex keeps a part of the distances that the domain has at that place, or of the
/// size that is wished for there if that is less.
final class LocalFloor {
  /// The part of the distance of a vertex from the nearest other one.
  private static final double PART = 1.0 / 3;

  /// The part of distances in a mesh that was refined before.
  private static final double PART_AGAIN = 1.0 / 2;

  /// The part of the edge length wished for.
  private static final double PART_OF_SIZE = 1.0 / 10;

  /// By how much it may grow over a distance.
  private static final double GROWTH = 1.0 / 100;

  /// Sweeps over all tets that spread the floors of vertices; vertices far from each other need no
  /// more, as new ones are between them.
  private static final int SWEEPS = 2;

  private final ConstrainedTets mesh;
  private double[] least;

  LocalFloor(ConstrainedTets mesh) {
    this.mesh = mesh;
    least = new double[mesh.vertices + 16];
  }

  /// Starts from the distances of the vertices that are there.
  ///
  /// @param again whether the mesh was refined before
  void begin(boolean again) {
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    spread(false, again ? PART_AGAIN : PART);
    for (int i = 0; i < SWEEPS; i++) {
      spread(true, GROWTH);
    }
  }

  /// Lowers the floor of each vertex to a part of its distance from each one beside it, or to that
  /// more than the floor of that one.
  private void spread(boolean from, double part) {
    int[] vertex = mesh.tets.vertex;
    for (int t = 0; t < mesh.tets.slots; t++) {
      for (int i = 0; i < 16 && mesh.isReal(t); i++) {
        int a = vertex[4 * t + i / 4];
        int b = vertex[4 * t + i % 4];
        if (a != b && isOnFeature(a) && isOnFeature(b)) {
          double distance = part * Math.sqrt(mesh.distance2(a, b));
          least[a] = Math.min(least[a], (from ? least[b] : 0) + distance);
        }
      }
    }
  }

  private boolean isOnFeature(int v) {
    return mesh.dimension[v] < ConstrainedTets.FREE;
  }

  /// Returns the least distance of a new vertex on a feature from others, and keeps it for those
  /// that will be beside it.
  ///
  /// @param size the edge length that is wished for there
  double at(Cavity cavity, int p, double size) {
    if (p >= least.length) {
      int old = least.length;
      least = Arrays.copyOf(least, p + p / 2);
      Arrays.fill(least, old, least.length, Double.POSITIVE_INFINITY);
    }
    double here = PART_OF_SIZE * size;
    for (int i = 0; i < 3 * cavity.borderSize; i++) {
      int v = cavity.borderVertex(i / 3, i % 3);
      if (v != 0 && isOnFeature(v)) {
        here = Math.min(here, least[v] + GROWTH * Math.sqrt(mesh.distance2(p, v)));
      }
    }
    least[p] = here;
    return here;
  }
}
