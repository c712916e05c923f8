// SPDX-License-Identifier: Apache-2.0
package weft.bench.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import weft.overlap.Tuner;

/// What the fast adaptive algorithm gains where messages come in bursts. All numbers follow from
/// fixed seeds.
final class BurstyStepTest {
  private static final int WORLDS = 12;
  private static final int ITERATIONS = 140;

  /// The mean loss of the last half of the iterations, against the best constant p.
  private static double loss(Supplier<Tuner> tuner) {
    double loss = 0;
    for (int i = 0; i < WORLDS; i++) {
      BurstyStep step = BurstyStep.draw(new SplittableRandom(40 + i));
      loss += step.run(tuner.get(), ITERATIONS, 1000L * i)[1] / step.best(1000L * i) - 1;
    }
    return loss / WORLDS;
  }

  /// A growth of p that stays the same.
  private record Growth(double value) implements Tuner {
    @Override
    public void step(double cost) {}

    @Override
    public boolean isIncrement() {
      return true;
    }
  }

  @Test
  void aGrowthOfPIsFasterThanAnyConstantP() {
    assertThat(loss(() -> new Growth(0.5))).isBetween(-0.2, -0.01);
    assertThat(loss(() -> new Growth(30))).isPositive();
    assertThat(loss(() -> Tuner.fixed(1))).isGreaterThan(0.05);
  }

  @Test
  void theSearchFindsThatGrowthIfItsStepsAreSmall() {
    double adaptive = loss(() -> Tuner.fastAdaptive(4, 2, 2, 0x1p-4));
    assertThat(adaptive).isNegative();
    assertThat(adaptive).isLessThan(loss(Tuner::exponential) - 0.01);
    assertThat(adaptive).isLessThan(loss(Tuner::fastAdaptive) - 0.05);
  }

  @Test
  void allComputationsAreDoneWhateverP() {
    BurstyStep step = BurstyStep.draw(new SplittableRandom(7));
    for (double p : new double[] {0, 0.3, 1, 17, 1e9}) {
      for (boolean increment : new boolean[] {false, true}) {
        double time = step.time(p, increment, new SplittableRandom(3));
        assertThat(time).isBetween((double) step.computations(), 1e7);
      }
    }
  }
}
