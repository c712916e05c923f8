// SPDX-License-Identifier: Apache-2.0
package weft.multipole.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import weft.multipole.SphereGrid;

/// Both ways of changing grids, with functions whose modes both grids have, and with others.
class GridChangeTest {
  private interface Way {
    GridChange between(int from, int to, int parity);
  }

  /// Random sums of products of modes below `modes`, with the parity of scalars or of components.
  private static float[][] function(
      SphereGrid grid, int modes, int parity, SplittableRandom random) {
    var values = new float[2][grid.samples()];
    for (int term = 0; term < 6; term++) {
      int n = random.nextInt(modes);
      int m = random.nextInt(-modes + 1, modes);
      double re = random.nextDouble(-1, 1);
      double im = random.nextDouble(-1, 1);
      // f(−θ, φ) = ±f(θ, φ + π): cosines of θ go with even m if the sign is +, sines with odd ones.
      boolean isEven = (m % 2 == 0) == (parity > 0);
      for (int i = 0; i < grid.samples(); i++) {
        double theta = grid.angle(i / grid.size());
        double phi = grid.angle(i % grid.size());
        double part = isEven ? Math.cos(n * theta) : Math.sin(n * theta);
        values[0][i] += (float) (part * (re * Math.cos(m * phi) - im * Math.sin(m * phi)));
        values[1][i] += (float) (part * (re * Math.sin(m * phi) + im * Math.cos(m * phi)));
      }
    }
    return values;
  }

  private static float[][] changed(GridChange change, float[][] values, SphereGrid to) {
    // Behind and before other components.
    int offset = 7;
    var in = new float[2][offset + values[0].length];
    var out = new float[2][offset + to.samples()];
    for (int part = 0; part < 2; part++) {
      System.arraycopy(values[part], 0, in[part], offset, values[part].length);
    }
    for (int twice = 0; twice < 2; twice++) {
      change.run(in[0], in[1], offset, out[0], out[1], offset);
    }
    var result = new float[2][to.samples()];
    for (int part = 0; part < 2; part++) {
      System.arraycopy(out[part], offset, result[part], 0, to.samples());
      assertThat(out[part][offset - 1]).isZero();
    }
    return result;
  }

  private static void same(float[][] got, float[][] wanted) {
    for (int part = 0; part < 2; part++) {
      for (int i = 0; i < wanted[part].length; i++) {
        assertThat(got[part][i]).isCloseTo(wanted[part][i], within(2e-5f));
      }
    }
  }

  @Test
  void functionsWithCommonModesStayTheSame() {
    var random = new SplittableRandom(5);
    for (Way way : new Way[] {MatrixChange::new, FourierChange::new, GridChange::of}) {
      for (int[] terms : new int[][] {{3, 7}, {10, 18}, {7, 3}, {18, 10}, {5, 5}, {40, 59}}) {
        for (int parity : new int[] {1, -1}) {
          var from = new SphereGrid(terms[0]);
          var to = new SphereGrid(terms[1]);
          long seed = random.nextLong();
          int modes = Math.min(terms[0], terms[1]) + 1;
          float[][] wanted = function(to, modes, parity, new SplittableRandom(seed));
          float[][] given = function(from, modes, parity, new SplittableRandom(seed));
          same(changed(way.between(from.size(), to.size(), parity), given, to), wanted);
        }
      }
    }
  }

  @Test
  void bothWaysCutTheSameModes() {
    var random = new SplittableRandom(6);
    for (int parity : new int[] {1, -1}) {
      var from = new SphereGrid(19);
      var to = new SphereGrid(9);
      float[][] given = function(from, 20, parity, random);
      same(
          changed(new MatrixChange(from.size(), to.size(), parity), given, to),
          changed(new FourierChange(from.size(), to.size(), parity), given, to));
    }
  }

  @Test
  void wavesHaveTheModesOfTheirGrid() {
    // A wave e^{ik s·d} with kd = 3 has hardly any modes above 12.
    double[] d = {1.2, -1.5, 2.3};
    var from = new SphereGrid(12);
    var to = new SphereGrid(30);
    same(changed(new FourierChange(from.size(), to.size(), 1), wave(from, d), to), wave(to, d));
    same(changed(new MatrixChange(from.size(), to.size(), 1), wave(from, d), to), wave(to, d));
  }

  private static float[][] wave(SphereGrid grid, double[] d) {
    double[] s = grid.directions();
    var values = new float[2][grid.samples()];
    for (int i = 0; i < grid.samples(); i++) {
      double path = s[3 * i] * d[0] + s[3 * i + 1] * d[1] + s[3 * i + 2] * d[2];
      values[0][i] = (float) Math.cos(path);
      values[1][i] = (float) Math.sin(path);
    }
    return values;
  }
}
