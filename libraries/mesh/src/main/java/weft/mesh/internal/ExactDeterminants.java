// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// The signs of determinants that the filters of [Predicates] leave open, in two stages: with the
/// bounds of Shewchuk on the permanent (section 4 of his paper), then with exact numbers.
///
/// The exact stage subtracts coordinates exactly. Where no difference has a second term, as with
/// integer coordinates, all that follows is short.
final class ExactDeterminants {
  /// Half a last bit of 1.
  private static final double EPSILON = 0x1p-53;

  static final double PLANE_BOUND = (3 + 16 * EPSILON) * EPSILON;
  private static final double ORIENT_BOUND = (7 + 56 * EPSILON) * EPSILON;
  private static final double SPHERE_BOUND = (16 + 224 * EPSILON) * EPSILON;

  /// Differences of the coordinates of four points from those of the last one.
  private final Expansion[] x = make(4);

  private final Expansion[] y = make(4);
  private final Expansion[] z = make(4);
  private final Expansion[] minors = make(6);
  private final Expansion left = new Expansion();
  private final Expansion right = new Expansion();
  private final Expansion scratch = new Expansion();
  private final Expansion scaled = new Expansion();
  private final Expansion lift = new Expansion();
  private final Expansion volume = new Expansion();
  private final Expansion total = new Expansion();

  private static Expansion[] make(int count) {
    Expansion[] made = new Expansion[count];
    for (int i = 0; i < count; i++) {
      made[i] = new Expansion();
    }
    return made;
  }

  int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
    x[0].setDifference(ax, cx);
    y[0].setDifference(ay, cy);
    x[1].setDifference(bx, cx);
    y[1].setDifference(by, cy);
    minor(total, 0, 1);
    return total.signum();
  }

  /// The sign of det(a − d, b − d, c − d).
  int orient3d(
      double ax,
      double ay,
      double az,
      double bx,
      double by,
      double bz,
      double cx,
      double cy,
      double cz,
      double dx,
      double dy,
      double dz) {
    int sign =
        orientByPermanent(
            ax - dx, ay - dy, az - dz, bx - dx, by - dy, bz - dz, cx - dx, cy - dy, cz - dz);
    if (sign != 0) {
      return sign;
    }
    difference(0, ax, ay, az, dx, dy, dz);
    difference(1, bx, by, bz, dx, dy, dz);
    difference(2, cx, cy, cz, dx, dy, dz);
    return orientOfRows();
  }

  private int orientOfRows() {
    minor(minors[0], 1, 2);
    minor(minors[1], 2, 0);
    minor(minors[2], 0, 1);
    combine(total, 0, minors[0], 1, 1, minors[1], 1, 2, minors[2], 1);
    return total.signum();
  }

  /// As the other one, of points whose coordinates are exact numbers: three for each of a to d, in
  /// turn.
  int orient3d(Expansion[] points) {
    for (int i = 0; i < 3; i++) {
      x[i].setSum(points[3 * i], points[9], -1);
      y[i].setSum(points[3 * i + 1], points[10], -1);
      z[i].setSum(points[3 * i + 2], points[11], -1);
    }
    return orientOfRows();
  }

  /// The value of the last determinant of four points.
  Expansion value() {
    return total;
  }

  /// As the other one, of points whose coordinates are exact numbers: three for each of a to d and
  /// p, in turn.
  int insphere(Expansion[] points) {
    for (int i = 0; i < 4; i++) {
      x[i].setSum(points[3 * i], points[12], -1);
      y[i].setSum(points[3 * i + 1], points[13], -1);
      z[i].setSum(points[3 * i + 2], points[14], -1);
    }
    return sphereOfRows();
  }

  private static int orientByPermanent(
      double ax,
      double ay,
      double az,
      double bx,
      double by,
      double bz,
      double cx,
      double cy,
      double cz) {
    double det = az * (bx * cy - by * cx) + bz * (cx * ay - cy * ax) + cz * (ax * by - ay * bx);
    double permanent =
        (Math.abs(bx * cy) + Math.abs(by * cx)) * Math.abs(az)
            + (Math.abs(cx * ay) + Math.abs(cy * ax)) * Math.abs(bz)
            + (Math.abs(ax * by) + Math.abs(ay * bx)) * Math.abs(cz);
    double bound = ORIENT_BOUND * permanent;
    return det > bound ? 1 : det < -bound ? -1 : 0;
  }

  /// The sign of the determinant of the rows (a − p, |a − p|²) to (d − p, |d − p|²).
  int insphere(double[] xyz, int a, int b, int c, int d, double px, double py, double pz) {
    difference(0, xyz[3 * a], xyz[3 * a + 1], xyz[3 * a + 2], px, py, pz);
    difference(1, xyz[3 * b], xyz[3 * b + 1], xyz[3 * b + 2], px, py, pz);
    difference(2, xyz[3 * c], xyz[3 * c + 1], xyz[3 * c + 2], px, py, pz);
    difference(3, xyz[3 * d], xyz[3 * d + 1], xyz[3 * d + 2], px, py, pz);
    int sign = sphereByPermanent();
    return sign != 0 ? sign : sphereOfRows();
  }

  private int sphereOfRows() {
    minor(minors[0], 0, 1);
    minor(minors[1], 1, 2);
    minor(minors[2], 2, 3);
    minor(minors[3], 3, 0);
    minor(minors[4], 0, 2);
    minor(minors[5], 1, 3);
    total.size = 0;
    combine(volume, 0, minors[1], 1, 1, minors[4], -1, 2, minors[0], 1);
    addLifted(3, 1);
    combine(volume, 3, minors[0], 1, 0, minors[5], 1, 1, minors[3], 1);
    addLifted(2, -1);
    combine(volume, 2, minors[3], 1, 3, minors[4], 1, 0, minors[2], 1);
    addLifted(1, 1);
    combine(volume, 1, minors[2], 1, 2, minors[5], -1, 3, minors[1], 1);
    addLifted(0, -1);
    return total.signum();
  }

  private int sphereByPermanent() {
    // Sums of rows 0 and 2, and of rows 1 and 3: as few additions one after the other as the bound
    // allows.
    double even = 0;
    double odd = 0;
    double permanent = 0;
    for (int i = 0; i < 4; i++) {
      // The other three rows, in the order of the even permutation that begins with i.
      int j = (i + 1) & 3;
      int k = (i + 2) & 3;
      int l = (i + 3) & 3;
      double lifted =
          x[i].estimate() * x[i].estimate()
              + y[i].estimate() * y[i].estimate()
              + z[i].estimate() * z[i].estimate();
      double sum = 0;
      double sizes = 0;
      for (int turn = 0; turn < 3; turn++) {
        double p = x[k].estimate() * y[l].estimate();
        double q = x[l].estimate() * y[k].estimate();
        sum += z[j].estimate() * (p - q);
        sizes += Math.abs(z[j].estimate()) * (Math.abs(p) + Math.abs(q));
        int first = j;
        j = k;
        k = l;
        l = first;
      }
      if ((i & 1) == 0) {
        even += lifted * sum;
      } else {
        odd += lifted * sum;
      }
      permanent += lifted * sizes;
    }
    double det = odd - even;
    double bound = SPHERE_BOUND * permanent;
    return det > bound ? 1 : det < -bound ? -1 : 0;
  }

  private void difference(int i, double ax, double ay, double az, double bx, double by, double bz) {
    x[i].setDifference(ax, bx);
    y[i].setDifference(ay, by);
    z[i].setDifference(az, bz);
  }

  /// `out` becomes x of `i` times y of `j`, minus x of `j` times y of `i`.
  private void minor(Expansion out, int i, int j) {
    left.setProduct(x[i], y[j], scratch, scaled);
    right.setProduct(x[j], y[i], scratch, scaled);
    out.setSum(left, right, -1);
  }

  /// `out` becomes the sum of three products of a z and a minor, with their signs.
  private void combine(
      Expansion out,
      int i,
      Expansion first,
      double signI,
      int j,
      Expansion second,
      double signJ,
      int k,
      Expansion third,
      double signK) {
    out.size = 0;
    addProduct(out, z[i], first, signI);
    addProduct(out, z[j], second, signJ);
    addProduct(out, z[k], third, signK);
  }

  private void addLifted(int i, double sign) {
    lift.size = 0;
    addProduct(lift, x[i], x[i], 1);
    addProduct(lift, y[i], y[i], 1);
    addProduct(lift, z[i], z[i], 1);
    addProduct(total, volume, lift, sign);
  }

  private void addProduct(Expansion sum, Expansion a, Expansion b, double sign) {
    left.setProduct(a, b, scratch, scaled);
    right.setSum(sum, left, sign);
    sum.swap(right);
  }
}
