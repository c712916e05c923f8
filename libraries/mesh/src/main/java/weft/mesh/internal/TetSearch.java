// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.math.BigDecimal;

/// Finds tets and points by place, in finished tets. One instance belongs to one call.
public final class TetSearch {
  /// Points whose distance is compared to choose where a walk begins.
  private static final int SAMPLES = 64;

  /// Twice what rounding changes of a square of a distance, at most, as a share.
  private static final double ROUNDING = 2e-15;

  private final double[] xyz;
  private final PointTets tets;
  private final Predicates predicates = new Predicates();
  private int random = 1;

  /// Searches these tets of points with these coordinates.
  public TetSearch(double[] xyz, PointTets tets) {
    this.xyz = xyz;
    this.tets = tets;
  }

  /// Returns a tet near the place: that of the nearest of a few points, which are more the more
  /// points there are.
  public int startNear(double x, double y, double z) {
    int points = tets.tetOf().length;
    int samples = Math.min(SAMPLES, 1 + (int) Math.cbrt(points));
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < samples; i++) {
      int point = (int) ((long) i * points / samples);
      double distance = distance(point, x, y, z);
      if (tets.tetOf()[point] >= 0 && distance < least) {
        least = distance;
        best = tets.tetOf()[point];
      }
    }
    return best;
  }

  /// Returns the tet that contains the place, on its border or inside, or `−1 − tet` for a place
  /// outside, with a tet at a face of the hull that sees it.
  ///
  /// @param start the tet from which to walk
  public int locate(double x, double y, double z, int start) {
    int[] corners = tets.corners();
    int t = start;
    int entered = -1;
    for (long steps = 0; ; steps++) {
      Tets.checkWalk(steps, corners.length / 4, x, y, z);
      random = random * 1664525 + 1013904223;
      int first = random >>> 30;
      int crossed = -1;
      for (int k = 0; k < 4 && crossed < 0; k++) {
        int f = (first + k) & 3;
        if (f != entered && isBehind(corners, t, f, x, y, z)) {
          crossed = f;
        }
      }
      if (crossed < 0) {
        return t;
      }
      int beyond = tets.links()[4 * t + crossed];
      if (beyond < 0) {
        return -1 - t;
      }
      t = beyond >> 2;
      entered = beyond & 3;
    }
  }

  private boolean isBehind(int[] corners, int t, int f, double x, double y, double z) {
    int a = 3 * corners[4 * t + Tets.faceCorner(3 * f)];
    int b = 3 * corners[4 * t + Tets.faceCorner(3 * f + 1)];
    int c = 3 * corners[4 * t + Tets.faceCorner(3 * f + 2)];
    return predicates.orient3d(
            xyz[a],
            xyz[a + 1],
            xyz[a + 2],
            xyz[b],
            xyz[b + 1],
            xyz[b + 2],
            xyz[c],
            xyz[c + 1],
            xyz[c + 2],
            x,
            y,
            z)
        < 0;
  }

  /// Returns a point that is nearest to the place: from a corner of a tet nearby to ever nearer
  /// neighbours. In Delaunay tets each point but the nearest has a neighbour that is nearer.
  ///
  /// @param start the tet from which to walk
  public int nearest(double x, double y, double z, int start) {
    int found = locate(x, y, z, start);
    int t = found < 0 ? -1 - found : found;
    int best = tets.corners()[4 * t];
    double least = distance(best, x, y, z);
    for (int i = 1; i < 4; i++) {
      int point = tets.corners()[4 * t + i];
      double distance = distance(point, x, y, z);
      if (isNearer(point, distance, best, least, x, y, z)) {
        least = distance;
        best = point;
      }
    }
    while (true) {
      int before = best;
      IntSet neighbours = new TetStar(tets, before).neighbours();
      for (int i = 0; i < neighbours.size(); i++) {
        double distance = distance(neighbours.get(i), x, y, z);
        if (isNearer(neighbours.get(i), distance, best, least, x, y, z)) {
          least = distance;
          best = neighbours.get(i);
        }
      }
      if (best == before) {
        return best;
      }
    }
  }

  /// Returns a point that is nearest to the place, by a look at all.
  public int nearestOfAll(double x, double y, double z) {
    int best = 0;
    double least = distance(0, x, y, z);
    for (int i = 1; i < tets.tetOf().length; i++) {
      double distance = distance(i, x, y, z);
      if (isNearer(i, distance, best, least, x, y, z)) {
        best = i;
        least = distance;
      }
    }
    return best;
  }

  /// Whether a point is nearer than another one, exactly: else a walk would end among points that
  /// are an ulp apart, all as far as rounding knows.
  private boolean isNearer(
      int point, double distance, int other, double than, double x, double y, double z) {
    double rounding = ROUNDING * than;
    if (Math.abs(distance - than) > rounding) {
      return distance < than;
    }
    return point != other && exact(point, x, y, z).compareTo(exact(other, x, y, z)) < 0;
  }

  private BigDecimal exact(int point, double x, double y, double z) {
    double[] place = {x, y, z};
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k < 3; k++) {
      BigDecimal step = new BigDecimal(xyz[3 * point + k]).subtract(new BigDecimal(place[k]));
      sum = sum.add(step.multiply(step));
    }
    return sum;
  }

  /// The square of a distance. Its range is far within that of doubles.
  private double distance(int point, double x, double y, double z) {
    double dx = xyz[3 * point] - x;
    double dy = xyz[3 * point + 1] - y;
    double dz = xyz[3 * point + 2] - z;
    return dx * dx + dy * dy + dz * dz;
  }
}
