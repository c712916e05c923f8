// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import weft.testkit.Effort;

/// The predicates have the signs of exact numbers. `-Dweft.predicates` sets the number of cases of
/// each kind.
final class PredicatesTest {
  private static final int CASES =
      Integer.getInteger(
          "weft.predicates",
          switch (Effort.current()) {
            case SAMPLE, BRIEF, QUICK -> 20_000;
            case LONG -> 1_500_000;
            default -> 100_000;
          });

  /// How five points are chosen.
  enum Kind {
    /// Anywhere in a cube.
    RANDOM,
    /// On a small grid, where most determinants are 0.
    GRID,
    /// On a small grid far from the origin: no difference is exact in the filter's sense.
    FAR_GRID,
    /// Close to a plane, or to a sphere, by a few last bits.
    NEARLY_FLAT,
    NEARLY_ROUND,
    /// Of magnitudes from the smallest to the largest.
    ANY_EXPONENT,
    /// Combinations of points with exponents far apart: cancellation with long tails.
    CANCELLING;

    double[] points(SplittableRandom random) {
      double[] xyz = new double[15];
      for (int i = 0; i < 15; i++) {
        xyz[i] =
            switch (this) {
              case RANDOM, NEARLY_FLAT, NEARLY_ROUND, CANCELLING -> random.nextDouble() - 0.5;
              case GRID -> random.nextInt(-3, 4);
              case FAR_GRID -> 1e6 + random.nextInt(4) * 0.1;
              case ANY_EXPONENT -> anyExponent(random);
            };
      }
      switch (this) {
        case NEARLY_FLAT -> flatten(xyz, random);
        case NEARLY_ROUND -> round(xyz, random);
        case CANCELLING -> cancel(xyz, random);
        default -> {}
      }
      return xyz;
    }

    private static double anyExponent(SplittableRandom random) {
      double value = Math.scalb(1 + random.nextDouble(), random.nextInt(-66, 66));
      return random.nextInt(8) == 0 ? 0 : random.nextBoolean() ? value : -value;
    }

    private static double shaken(double value, SplittableRandom random) {
      return value + random.nextInt(-2, 3) * Math.ulp(value);
    }

    private static void flatten(double[] xyz, SplittableRandom random) {
      for (int i = 9; i < 15; i += 3) {
        double s = random.nextDouble() * 2 - 0.5;
        double t = random.nextDouble() * 2 - 0.5;
        for (int k = 0; k < 3; k++) {
          xyz[i + k] =
              shaken(xyz[k] + s * (xyz[3 + k] - xyz[k]) + t * (xyz[6 + k] - xyz[k]), random);
        }
      }
    }

    private static void round(double[] xyz, SplittableRandom random) {
      double centre = random.nextInt(3) * 100.0;
      for (int i = 0; i < 15; i += 3) {
        double length = Math.sqrt(square(xyz[i]) + square(xyz[i + 1]) + square(xyz[i + 2]));
        for (int k = 0; k < 3; k++) {
          xyz[i + k] = shaken(centre + xyz[i + k] / length, random);
        }
      }
    }

    private static void cancel(double[] xyz, SplittableRandom random) {
      for (int k = 0; k < 3; k++) {
        double offset = Math.scalb(random.nextDouble(), random.nextInt(-30, 30));
        for (int i = 0; i < 5; i++) {
          xyz[3 * i + k] =
              offset + Math.scalb(random.nextInt(-2, 3), random.nextInt(-50, 3)) * (i % 3);
        }
      }
      for (int i = 0; i < 15; i++) {
        xyz[i] = Predicates.isInRange(xyz[i]) ? xyz[i] : 0;
      }
    }

    private static double square(double x) {
      return x * x;
    }
  }

  @ParameterizedTest
  @EnumSource
  void signsAreThoseOfRationals(Kind kind) {
    long seed = new SplittableRandom().nextLong();
    var random = new SplittableRandom(seed);
    var predicates = new Predicates();
    int zeros = 0;
    for (int i = 0; i < CASES; i++) {
      double[] xyz = kind.points(random);
      int orient = predicates.orient3d(xyz, 0, 1, 2, 3);
      int sphere = predicates.insphere(xyz, 0, 1, 2, 3, 4);
      int plane = predicates.orient2d(xyz[0], xyz[1], xyz[3], xyz[4], xyz[6], xyz[7]);
      if (orient != orient(xyz) || sphere != insphere(xyz) || plane != orient2d(xyz)) {
        throw new AssertionError(
            "orient3d %d, insphere %d, orient2d %d; exactly %d, %d, %d; seed %d, points %s"
                .formatted(
                    orient,
                    sphere,
                    plane,
                    orient(xyz),
                    insphere(xyz),
                    orient2d(xyz),
                    seed,
                    Arrays.toString(xyz)));
      }
      zeros += orient == 0 ? 1 : 0;
    }
    if (kind == Kind.GRID) {
      assertThat(zeros).as("flat tets of a small grid, seed %d", seed).isPositive();
    }
  }

  @Test
  void aPointAboveACounterclockwiseTriangleIsOnThePositiveSide() {
    double[] xyz = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.25, 0.25, 0.25, 9, 9, 9};
    var predicates = new Predicates();
    assertThat(predicates.orient3d(xyz, 0, 1, 2, 3)).isEqualTo(1);
    assertThat(predicates.orient3d(xyz, 0, 2, 1, 3)).isEqualTo(-1);
    assertThat(predicates.insphere(xyz, 0, 1, 2, 3, 4)).isEqualTo(1);
    assertThat(predicates.insphere(xyz, 0, 1, 2, 3, 5)).isEqualTo(-1);
    assertThat(predicates.insphere(xyz, 0, 1, 2, 3, 2)).isZero();
    assertThat(predicates.orient2d(0, 0, 1, 0, 0, 1)).isEqualTo(1);
  }

  @Test
  void coordinatesOutOfRangeAreKnown() {
    assertThat(Predicates.isInRange(0)).isTrue();
    assertThat(Predicates.isInRange(-0.0)).isTrue();
    assertThat(Predicates.isInRange(-1e20)).isTrue();
    assertThat(Predicates.isInRange(1e-20)).isTrue();
    assertThat(Predicates.isInRange(1e-300)).isFalse();
    assertThat(Predicates.isInRange(1e300)).isFalse();
    assertThat(Predicates.isInRange(Double.NaN)).isFalse();
    assertThat(Predicates.isInRange(Double.NEGATIVE_INFINITY)).isFalse();
  }

  private static int orient2d(double[] xyz) {
    BigInteger[][] rows = rows(xyz, 2, 2);
    return product(rows, 0, 1).subtract(product(rows, 1, 0)).signum();
  }

  private static BigInteger product(BigInteger[][] rows, int i, int j) {
    return rows[i][0].multiply(rows[j][1]);
  }

  private static int orient(double[] xyz) {
    return -minor(rows(xyz, 3, 3), 0, 3, new boolean[3]).signum();
  }

  private static int insphere(double[] xyz) {
    return -minor(rows(xyz, 4, 4), 0, 4, new boolean[4]).signum();
  }

  /// A coordinate times 2¹¹⁹, which is whole for all coordinates from 1e-20 up.
  private static BigInteger scaled(double x) {
    if (x == 0) {
      return BigInteger.ZERO;
    }
    int exponent = Math.getExponent(x) - 52;
    return BigInteger.valueOf((long) Math.scalb(x, -exponent)).shiftLeft(exponent + 119);
  }

  /// The rows of points minus point `last`, with the square of their lengths in column 3.
  private static BigInteger[][] rows(double[] xyz, int count, int last) {
    BigInteger[][] rows = new BigInteger[count][4];
    for (int i = 0; i < count; i++) {
      rows[i][3] = BigInteger.ZERO;
      for (int k = 0; k < 3; k++) {
        rows[i][k] = scaled(xyz[3 * i + k]).subtract(scaled(xyz[3 * last + k]));
        rows[i][3] = rows[i][3].add(rows[i][k].multiply(rows[i][k]));
      }
    }
    return rows;
  }

  /// The determinant of the rows from `row` on and the columns that are not used.
  private static BigInteger minor(BigInteger[][] rows, int row, int size, boolean[] used) {
    if (row == size) {
      return BigInteger.ONE;
    }
    BigInteger sum = BigInteger.ZERO;
    boolean negative = false;
    for (int column = 0; column < size; column++) {
      if (!used[column]) {
        used[column] = true;
        BigInteger term = rows[row][column].multiply(minor(rows, row + 1, size, used));
        sum = negative ? sum.subtract(term) : sum.add(term);
        negative = !negative;
        used[column] = false;
      }
    }
    return sum;
  }
}
