// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// Finds the tet of a mesh at a place, and a vertex near it, by trees of boxes: the mesh may have
/// holes and parts. It does not change, so any thread may use it.
public final class TetLocator {
  private static final double ROUNDING = 1e-9;

  private final double[] xyz;
  private final int[] corners;
  private final BoxTree tets;
  private final BoxTree points;
  private final double size;

  /// Prepares for these tets.
  ///
  /// @param corners four points for each tet, in positive order
  public TetLocator(double[] xyz, int[] corners) {
    this.xyz = xyz;
    this.corners = corners;
    double[] boxes = new double[6 * (corners.length / 4)];
    double[] places = new double[2 * xyz.length];
    double most = 0;
    for (int p = 0; p < xyz.length / 3; p++) {
      for (int k = 0; k < 3; k++) {
        places[6 * p + k] = xyz[3 * p + k];
        places[6 * p + 3 + k] = xyz[3 * p + k];
        most = Math.max(most, Math.abs(xyz[3 * p + k] - xyz[k]));
      }
    }
    size = most;
    for (int t = 0; t < corners.length / 4; t++) {
      for (int k = 0; k < 3; k++) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < 4; i++) {
          double x = xyz[3 * corners[4 * t + i] + k];
          low = Math.min(low, x);
          high = Math.max(high, x);
        }
        boxes[6 * t + k] = low;
        boxes[6 * t + 3 + k] = high;
      }
    }
    tets = new BoxTree(boxes);
    points = new BoxTree(places);
  }

  /// The tet with the lowest number that contains a place, inside or on its border; −1 if none
  /// does.
  public int locate(double x, double y, double z) {
    var exact = new Predicates();
    int[] found = {Integer.MAX_VALUE};
    tets.meeting(
        new double[] {x, y, z, x, y, z},
        0,
        t -> {
          if (t < found[0] && contains(exact, t, x, y, z)) {
            found[0] = t;
          }
        });
    return found[0] == Integer.MAX_VALUE ? -1 : found[0];
  }

  private boolean contains(Predicates exact, int t, double x, double y, double z) {
    for (int f = 0; f < 4; f++) {
      int a = 3 * corners[4 * t + Tets.faceCorner(3 * f)];
      int b = 3 * corners[4 * t + Tets.faceCorner(3 * f + 1)];
      int c = 3 * corners[4 * t + Tets.faceCorner(3 * f + 2)];
      if (exact.orient3d(
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
          < 0) {
        return false;
      }
    }
    return true;
  }

  /// As [#locate], but a place that is outside by rounding alone is in the tet beside it.
  public int locateNear(double x, double y, double z) {
    int t = locate(x, y, z);
    if (t >= 0) {
      return t;
    }
    double reach = ROUNDING * size;
    int[] found = {-1};
    double[] most = {-ROUNDING};
    tets.meeting(
        new double[] {x - reach, y - reach, z - reach, x + reach, y + reach, z + reach},
        0,
        each -> {
          double sum = 0;
          double least = Double.POSITIVE_INFINITY;
          for (int f = 0; f < 4; f++) {
            double weight = weight(each, f, x, y, z);
            sum += Math.abs(weight);
            least = Math.min(least, weight);
          }
          if (least / sum > most[0]) {
            most[0] = least / sum;
            found[0] = each;
          }
        });
    return found[0];
  }

  /// Six times the volume of a tet whose corner f is moved to a place.
  private double weight(int t, int f, double x, double y, double z) {
    return volume(
        corners[4 * t + Tets.faceCorner(3 * f)],
        corners[4 * t + Tets.faceCorner(3 * f + 1)],
        corners[4 * t + Tets.faceCorner(3 * f + 2)],
        x,
        y,
        z);
  }

  /// The nearest point to a place.
  public int nearest(double x, double y, double z) {
    int[] found = {-1};
    double[] least = {Double.POSITIVE_INFINITY};
    for (double reach = size / 64; found[0] < 0 || least[0] > reach * reach; reach *= 2) {
      double[] box = {x - reach, y - reach, z - reach, x + reach, y + reach, z + reach};
      points.meeting(
          box,
          0,
          p -> {
            double u = xyz[3 * p] - x;
            double v = xyz[3 * p + 1] - y;
            double w = xyz[3 * p + 2] - z;
            double distance = u * u + v * v + w * w;
            if (distance < least[0] || (distance == least[0] && p < found[0])) {
              least[0] = distance;
              found[0] = p;
            }
          });
      if (!(reach < Double.MAX_VALUE)) {
        break;
      }
    }
    return found[0];
  }

  /// The value at a place of a function that is linear in each tet; outside, that of the nearest
  /// point.
  ///
  /// @param values one for each point
  public double value(double[] values, double x, double y, double z) {
    int t = locateNear(x, y, z);
    if (t < 0) {
      return values[nearest(x, y, z)];
    }
    double[] weight = new double[4];
    double sum = 0;
    for (int f = 0; f < 4; f++) {
      weight[f] = Math.max(0, weight(t, f, x, y, z));
      sum += weight[f];
    }
    double value = 0;
    for (int f = 0; f < 4; f++) {
      double share = sum > 0 ? weight[f] / sum : 0.25;
      // An infinite value counts only where it has a share.
      value += share > 0 ? share * values[corners[4 * t + f]] : 0;
    }
    return value;
  }

  private double volume(int a, int b, int c, double x, double y, double z) {
    double ax = xyz[3 * a] - x;
    double ay = xyz[3 * a + 1] - y;
    double az = xyz[3 * a + 2] - z;
    double bx = xyz[3 * b] - x;
    double by = xyz[3 * b + 1] - y;
    double bz = xyz[3 * b + 2] - z;
    double cx = xyz[3 * c] - x;
    double cy = xyz[3 * c + 1] - y;
    double cz = xyz[3 * c + 2] - z;
    return -(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
  }
}
