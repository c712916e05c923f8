// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

/// Centres of the spheres through the corners of tets: for b, c, d relative to corner a, a + (|b|²
/// c × d + |c|² d × b + |d|² b × c) / (2 b · c × d).
///
/// Where rounding may spoil the volume of a flat tet, all is computed exactly and rounded at the
/// end.
public final class Circumcentre {
  /// Below this share of the sum of its terms, the volume has lost more than three digits.
  private static final double FLAT = 1e-3;

  private final double[] xyz;

  /// Differences from corner a: x, y, z and the square of the length of each corner.
  private final Expansion[][] rows = new Expansion[3][4];

  private final Expansion left = new Expansion();
  private final Expansion right = new Expansion();
  private final Expansion scratch = new Expansion();
  private final Expansion scaled = new Expansion();

  /// Computes centres for points with these coordinates. An instance belongs to one thread.
  public Circumcentre(double[] xyz) {
    this.xyz = xyz;
  }

  /// Puts the centre of a tet and the radius into `out`.
  ///
  /// @param corners the points of all tets
  /// @param tet the tet
  public void of(int[] corners, int tet, double[] out) {
    int a = 3 * corners[4 * tet];
    fromFirst(corners, tet, out);
    for (int k = 0; k < 3; k++) {
      out[k] += xyz[a + k];
    }
  }

  /// The same as seen from a point nearby, which loses no digits far from the origin.
  public void from(int point, int[] corners, int tet, double[] out) {
    int a = 3 * corners[4 * tet];
    fromFirst(corners, tet, out);
    for (int k = 0; k < 3; k++) {
      out[k] += xyz[a + k] - xyz[3 * point + k];
    }
  }

  private void fromFirst(int[] corners, int tet, double[] out) {
    int a = 3 * corners[4 * tet];
    int b = 3 * corners[4 * tet + 1];
    int c = 3 * corners[4 * tet + 2];
    int d = 3 * corners[4 * tet + 3];
    double bx = xyz[b] - xyz[a];
    double by = xyz[b + 1] - xyz[a + 1];
    double bz = xyz[b + 2] - xyz[a + 2];
    double cx = xyz[c] - xyz[a];
    double cy = xyz[c + 1] - xyz[a + 1];
    double cz = xyz[c + 2] - xyz[a + 2];
    double dx = xyz[d] - xyz[a];
    double dy = xyz[d + 1] - xyz[a + 1];
    double dz = xyz[d + 2] - xyz[a + 2];
    double volume = bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx);
    double terms =
        Math.abs(bx) * (Math.abs(cy * dz) + Math.abs(cz * dy))
            + Math.abs(by) * (Math.abs(cz * dx) + Math.abs(cx * dz))
            + Math.abs(bz) * (Math.abs(cx * dy) + Math.abs(cy * dx));
    if (volume > FLAT * terms) {
      double b2 = bx * bx + by * by + bz * bz;
      double c2 = cx * cx + cy * cy + cz * cz;
      double d2 = dx * dx + dy * dy + dz * dz;
      double half = 0.5 / volume;
      out[0] =
          half * (b2 * (cy * dz - cz * dy) + c2 * (dy * bz - dz * by) + d2 * (by * cz - bz * cy));
      out[1] =
          half * (b2 * (cz * dx - cx * dz) + c2 * (dz * bx - dx * bz) + d2 * (bz * cx - bx * cz));
      out[2] =
          half * (b2 * (cx * dy - cy * dx) + c2 * (dx * by - dy * bx) + d2 * (bx * cy - by * cx));
    } else {
      exactly(a, b, c, d, out);
    }
    out[3] = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  }

  private void exactly(int a, int b, int c, int d, double[] out) {
    int[] others = {b, c, d};
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 4; k++) {
        rows[i][k] = new Expansion();
      }
      for (int k = 0; k < 3; k++) {
        rows[i][k].setDifference(xyz[others[i] + k], xyz[a + k]);
        addProduct(rows[i][3], rows[i][k], rows[i][k], 1);
      }
    }
    double volume = determinant(0, 1, 2).estimate();
    out[0] = 0.5 * determinant(3, 1, 2).estimate() / volume;
    out[1] = 0.5 * determinant(3, 2, 0).estimate() / volume;
    out[2] = 0.5 * determinant(3, 0, 1).estimate() / volume;
  }

  /// The determinant of three columns of the rows.
  private Expansion determinant(int first, int second, int third) {
    var sum = new Expansion();
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3;
      int k = (i + 2) % 3;
      var minor = new Expansion();
      addProduct(minor, rows[j][second], rows[k][third], 1);
      addProduct(minor, rows[k][second], rows[j][third], -1);
      addProduct(sum, rows[i][first], minor, 1);
    }
    return sum;
  }

  private void addProduct(Expansion sum, Expansion a, Expansion b, double sign) {
    left.setProduct(a, b, scratch, scaled);
    right.setSum(sum, left, sign);
    sum.swap(right);
  }
}
