// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Transfer functions against values that another program computed, and against the waves that they
/// stand for.
class TransferFunctionsTest {
  @Test
  void seriesHaveKnownValues() {
    // k = 2π, P = (1, 0, 0); rows of a grid hold the directions z and x.
    double[][] known = {
      {5, 3.58892862985627e-01, -9.13306354439689e-03, 3.48187089762329e-02, 1.96903282868035e-02},
      {10, 1.82449222670719, 4.91662765872498, 7.94696599747083e-02, -1.65206586319874}
    };
    for (double[] each : known) {
      // A grid of a multiple of four angles has the equator.
      var grid = new SphereGrid((int) each[0] + ((int) each[0] % 2 == 0 ? 1 : 0));
      assertThat(grid.size() % 4).isZero();
      double[][] sums = new TransferFunctions(grid, 2 * Math.PI, 1).series((int) each[0], 1, 0, 0);
      int equator = grid.size() / 4 * grid.size();
      assertThat(sums[0][equator]).isCloseTo(each[1], within(1e-12));
      assertThat(sums[1][equator]).isCloseTo(each[2], within(1e-12));
      assertThat(sums[0][0]).isCloseTo(each[3], within(1e-12));
      assertThat(sums[1][0]).isCloseTo(each[4], within(1e-12));
    }
  }

  /// The root of the mean square of relative errors of e^{ikr}/r for random points of two boxes.
  private static double error(double side, double digits, int dx, int dy, int dz) {
    double k = 2 * Math.PI;
    var truncation = new Truncation(digits, 0);
    var grid = new SphereGrid(truncation.terms(k * side * Math.sqrt(3)));
    TransferFunction function = new TransferFunctions(grid, k, side).at(dx, dy, dz);
    double[] s = grid.directions();
    var random = new SplittableRandom(1);
    double wrong = 0;
    double all = 0;
    for (int n = 0; n < 200; n++) {
      double[] m = new double[3];
      double[] p = {-dx * side, -dy * side, -dz * side};
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double corner = random.nextDouble();
        m[axis] = side * (corner - random.nextDouble());
        square += (p[axis] + m[axis]) * (p[axis] + m[axis]);
      }
      double r = Math.sqrt(square);
      double sumRe = 0;
      double sumIm = 0;
      for (int i = 0; i < grid.samples(); i++) {
        int row = i / grid.size();
        double weight = row == 0 || row == grid.rows() - 1 ? 1 : 2;
        double path = k * (s[3 * i] * m[0] + s[3 * i + 1] * m[1] + s[3 * i + 2] * m[2]);
        double c = weight * Math.cos(path);
        double d = weight * Math.sin(path);
        sumRe += c * function.re()[i] - d * function.im()[i];
        sumIm += c * function.im()[i] + d * function.re()[i];
      }
      // e^{ikr}/r = ik ∫ e T, where T has the 4π.
      double re = -k * sumIm - Math.cos(k * r) / r;
      double im = k * sumRe - Math.sin(k * r) / r;
      wrong += re * re + im * im;
      all += 1 / square;
    }
    return Math.sqrt(wrong / all);
  }

  @Test
  void wavesAreAsAccurateAsTheDigits() {
    // For the nearest boxes. With more digits, single precision loses what the series gains.
    assertThat(error(0.25, 3, 2, 0, 0)).isLessThan(3e-3);
    assertThat(error(0.5, 3, 2, 0, 0)).isLessThan(1.1e-4);
    assertThat(error(1, 3, 2, 0, 0)).isLessThan(2.4e-5);
  }

  @Test
  void anyDirectionIsAsAccurate() {
    for (int dx = -3; dx <= 3; dx++) {
      for (int dy = -3; dy <= 3; dy += dx % 2 == 0 ? 2 : 3) {
        for (int dz = -2; dz <= 3; dz += 5) {
          assertThat(error(0.5, 4, dx, dy, dz)).as("%d %d %d", dx, dy, dz).isLessThan(2e-4);
        }
      }
    }
  }
}
