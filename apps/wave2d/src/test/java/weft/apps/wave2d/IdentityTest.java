// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The parallel program gives the bits of the sequential one.
class IdentityTest {
  private static final long SEED = 20170402;
  private static final int STEPS = 60;
  private static final double COURANT = 0.7;

  private static void assertSameBits(Scene scene, int steps, double... weights) {
    double[] expected = new SequentialWave(scene, COURANT).run(steps);
    Problem problem = Scenes.problem(scene, steps, COURANT, weights);
    double[] field = Scenes.solve(scene, problem).field().cells;
    assertThat(field).hasSameSizeAs(expected);
    for (int i = 0; i < field.length; i++) {
      if (Double.doubleToRawLongBits(field[i]) != Double.doubleToRawLongBits(expected[i])) {
        throw new AssertionError(
            "cell (%d, %d) is %s, not %s"
                .formatted(i % scene.width(), i / scene.width(), field[i], expected[i]));
      }
    }
    assertThat(Output.digest(field)).isEqualTo(Output.digest(expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8})
  void equalRectangles(int ranks) {
    Scene scene = Scenes.of(83, 61, (x, y) -> Math.sin(0.37 * x * y) + 0.01 * x);
    assertSameBits(scene, STEPS, Scenes.equal(ranks));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8})
  void unequalRectanglesAndSpeeds(int ranks) {
    System.out.println("seed " + SEED);
    var random = new SplittableRandom(SEED + ranks);
    Scene scene = Scenes.random(97, 71, SEED);
    assertSameBits(scene, STEPS, random.doubles(ranks, 0.2, 4).toArray());
  }

  /// Rectangles of one cell have all their neighbours at once on both sides of it.
  @Test
  void rectanglesOfOneCell() {
    assertSameBits(Scenes.random(4, 3, SEED), 40, Scenes.equal(12));
    assertSameBits(Scenes.random(1, 5, SEED), 40, Scenes.equal(5));
    assertSameBits(Scenes.random(5, 1, SEED), 40, Scenes.equal(5));
  }

  @Test
  void oneCellAlone() {
    assertSameBits(Scenes.random(1, 1, SEED), 10, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void fewSteps(int steps) {
    assertSameBits(Scenes.random(20, 30, SEED), steps, 1, 2, 3);
  }

  /// A halo of 5000 cells is larger than a frame.
  @Test
  void longHalos() {
    assertSameBits(Scenes.random(5000, 8, SEED), 20, 1, 1, 1);
    assertSameBits(Scenes.random(8, 5000, SEED), 20, 1, 1, 1);
  }
}
