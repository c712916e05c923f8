// SPDX-License-Identifier: Apache-2.0
package weft.mesh.check;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// Determinants of points without rounding: coordinates become integers by a common power of two. A
/// sign that doubles know beyond their rounding is taken from them.
public final class ExactSigns {
  /// Twice what the roundings of the products and sums of the determinants are, at most.
  private static final double ORIENT = 16 * Math.ulp(0.5);

  private static final double SPHERE = 32 * Math.ulp(0.5);

  /// Below this, products of doubles may have lost all their digits.
  private static final double TINY = 1e-200;

  private final double[] xyz;
  private final int shift;
  private final @Nullable BigInteger[] whole;

  /// Begins with points.
  public ExactSigns(double[] xyz) {
    this.xyz = xyz;
    int least = 0;
    for (double each : xyz) {
      if (each != 0) {
        least = Math.min(least, Math.getExponent(each) - 52);
      }
    }
    shift = -least;
    whole = new BigInteger[xyz.length];
  }

  /// How often a coordinate was doubled to be an integer.
  int shift() {
    return shift;
  }

  BigInteger whole(int i) {
    BigInteger known = whole[i];
    if (known == null) {
      long bits = Double.doubleToLongBits(xyz[i]);
      int exponent = (int) (bits >> 52 & 0x7ff);
      long digits = (bits & (1L << 52) - 1) | (exponent == 0 ? 0 : 1L << 52);
      known =
          xyz[i] == 0
              ? BigInteger.ZERO
              : BigInteger.valueOf(bits < 0 ? -digits : digits)
                  .shiftLeft(Math.max(exponent, 1) - 1075 + shift);
      whole[i] = known;
    }
    return known;
  }

  private BigInteger minus(int p, int q, int k) {
    return whole(3 * p + k).subtract(whole(3 * q + k));
  }

  /// The determinant of b − a, c − a, d − a: six times a volume, shifted three times.
  BigInteger six(int a, int b, int c, int d) {
    BigInteger sum = BigInteger.ZERO;
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      BigInteger minor =
          minus(c, a, i).multiply(minus(d, a, j)).subtract(minus(c, a, j).multiply(minus(d, a, i)));
      sum = sum.add(minus(b, a, k).multiply(minor));
    }
    return sum;
  }

  /// The sign of the determinant of b − a, c − a, d − a: positive for the corners of a tet.
  public int orient(int a, int b, int c, int d) {
    double det = 0;
    double all = 0;
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      double u = xyz[3 * b + k] - xyz[3 * a + k];
      double left = (xyz[3 * c + i] - xyz[3 * a + i]) * (xyz[3 * d + j] - xyz[3 * a + j]);
      double right = (xyz[3 * c + j] - xyz[3 * a + j]) * (xyz[3 * d + i] - xyz[3 * a + i]);
      det += u * (left - right);
      all += Math.abs(u) * (Math.abs(left) + Math.abs(right));
    }
    if (Math.abs(det) > ORIENT * all && all > TINY) {
      return det > 0 ? 1 : -1;
    }
    return six(a, b, c, d).signum();
  }

  /// Whether p is in the open ball through the corners of a positive tet.
  public boolean isInSphere(int a, int b, int c, int d, int p) {
    int[] v = {a, b, c, d};
    double det = 0;
    double all = 0;
    for (int i = 0; i < 4; i++) {
      int[] others = others(i);
      double square = 0;
      double minor = 0;
      double size = 0;
      for (int k = 0; k < 3; k++) {
        double u = xyz[3 * v[i] + k] - xyz[3 * p + k];
        square += u * u;
        int m = (k + 1) % 3;
        int n = (k + 2) % 3;
        double w = xyz[3 * v[others[0]] + k] - xyz[3 * p + k];
        double left = product(v[others[1]], v[others[2]], p, m, n);
        double right = product(v[others[1]], v[others[2]], p, n, m);
        minor += w * (left - right);
        size += Math.abs(w) * (Math.abs(left) + Math.abs(right));
      }
      det += (i % 2 == 0 ? 1 : -1) * square * minor;
      all += square * size;
    }
    if (Math.abs(det) > SPHERE * all && all > TINY) {
      return det > 0;
    }
    return sphere(v, p).signum() > 0;
  }

  private double product(int q, int r, int p, int m, int n) {
    return (xyz[3 * q + m] - xyz[3 * p + m]) * (xyz[3 * r + n] - xyz[3 * p + n]);
  }

  private static int[] others(int i) {
    return new int[] {i == 0 ? 1 : 0, i <= 1 ? 2 : 1, i <= 2 ? 3 : 2};
  }

  private BigInteger sphere(int[] v, int p) {
    BigInteger det = BigInteger.ZERO;
    for (int i = 0; i < 4; i++) {
      int[] others = others(i);
      BigInteger square = BigInteger.ZERO;
      for (int k = 0; k < 3; k++) {
        square = square.add(minus(v[i], p, k).pow(2));
      }
      BigInteger term = square.multiply(six(p, v[others[0]], v[others[1]], v[others[2]]));
      det = i % 2 == 0 ? det.add(term) : det.subtract(term);
    }
    return det;
  }
}
