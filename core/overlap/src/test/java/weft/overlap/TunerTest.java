// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What tuners do with costs that are known.
class TunerTest {
  private static double hyperbolic(double p, double best) {
    double at = (1 + p) / (1 + best);
    return 1 + 0.1 * (at + 1 / at - 2);
  }

  @Test
  void theExponentialSearchGoesAsThePaperSays() {
    Tuner tuner = Tuner.exponential();
    List<Double> points = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      if (i % 4 == 0) {
        points.add(tuner.value());
      }
      tuner.step(100 - tuner.value());
    }
    assertThat(points).containsExactly(0.0, 1.0, 3.0, 7.0, 15.0);
  }

  @Test
  void theExponentialSearchGoesByItsParameters() {
    Tuner tuner = Tuner.exponential(2, 3, 4, 0.5);
    List<Double> points = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      if (i % 2 == 0) {
        points.add(tuner.value());
      }
      tuner.step(100 + Math.abs(tuner.value() - 5));
    }
    // The vector is 0.5, 1.5, 4.5 and 13.5; back from 20 it is a quarter, then three times as long.
    // At
    // last it would lead below 0, so it shrinks.
    assertThat(points).containsExactly(0.0, 0.5, 2.0, 6.5, 20.0, 16.625, 6.5, 4.6015625);
  }

  @Test
  void theExponentialSearchStaysAtOrAboveZero() {
    for (Tuner tuner : List.of(Tuner.exponential(), Tuner.exponential(3, 1.5, 7, 0.01))) {
      for (int i = 0; i < 1000; i++) {
        assertThat(tuner.value()).isNotNegative();
        tuner.step(1 + tuner.value());
      }
    }
  }

  @Test
  void impossibleParametersOfTheSearchAreRefused() {
    double nan = Double.NaN;
    assertThatThrownBy(() -> Tuner.exponential(0, 2, 2, 1)).hasMessageContaining("give 1 to");
    for (double factor : new double[] {1, 0, -2, nan, 1e9}) {
      assertThatThrownBy(() -> Tuner.exponential(4, factor, 2, 1))
          .hasMessageContaining("grows by a factor of " + factor);
      assertThatThrownBy(() -> Tuner.fastAdaptive(4, 2, factor, 1))
          .hasMessageContaining("shrinks by a factor of " + factor);
    }
    for (double least : new double[] {0, -1, nan, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Tuner.fastAdaptive(4, 2, 2, least))
          .hasMessageContaining("at least " + least);
    }
  }

  @Test
  void theLogQuadraticTunerFindsTheBestSoon() {
    for (double best : new double[] {2, 12, 60, 200}) {
      Tuner tuner = Tuner.logQuadratic();
      int reached = 0;
      for (int i = 0; i < 140; i++) {
        double cost = hyperbolic(tuner.value(), best);
        tuner.step(cost);
        reached = i < 20 || cost < 1.05 ? reached : i;
      }
      assertThat(reached).as("the last cost beyond 5 %% for p = %s", best).isZero();
    }
  }

  @Test
  void allRanksMakeTheSameSteps() {
    Tuner one = Tuner.logQuadratic();
    Tuner two = Tuner.logQuadratic();
    var random = new SplittableRandom(7);
    for (int i = 0; i < 300; i++) {
      assertThat(one.value()).isEqualTo(two.value());
      double cost = hyperbolic(one.value(), 12) * Math.exp(0.1 * random.nextGaussian());
      one.step(cost);
      two.step(cost);
    }
  }

  @Test
  void itFollowsAnOptimumThatMoves() {
    for (double to : new double[] {100, 3}) {
      Tuner tuner = Tuner.logQuadratic();
      double cost = 0;
      for (int i = 0; i < 140; i++) {
        cost = hyperbolic(tuner.value(), i < 70 ? 15 : to);
        tuner.step(cost);
      }
      assertThat(cost).isLessThan(1.05);
    }
  }

  @Test
  void costsThatAreNoNumbersAreLeftOut() {
    for (Tuner tuner : List.of(Tuner.exponential(), Tuner.logQuadratic(), Tuner.fixed(3))) {
      double before = tuner.value();
      for (double cost : new double[] {Double.NaN, -1, 0, Double.POSITIVE_INFINITY}) {
        tuner.step(cost);
      }
      assertThat(tuner.value()).isEqualTo(before);
    }
  }

  @Test
  void aSavedTunerGoesOnWhereItWas() {
    Tuner tuner = Tuner.logQuadratic();
    for (int i = 0; i < 60; i++) {
      tuner.step(hyperbolic(tuner.value(), 20));
    }
    Tuner loaded = Tuner.load(tuner.save());
    assertThat(hyperbolic(loaded.value(), 20)).isLessThan(1.05);
    assertThat(Tuner.load(Tuner.fixed(2.5).save()).value()).isEqualTo(2.5);
    Tuner search = Tuner.fastAdaptive();
    for (int i = 0; i < 13; i++) {
      search.step(100 - search.value());
    }
    assertThat(Tuner.load(search.save()).value()).isEqualTo(search.value());
    assertThat(Tuner.load(search.save()).isIncrement()).isTrue();
  }

  /// A cost with its best size of buffers; p counts as well.
  private static double withBuffers(double p, int bytes, int best) {
    double octaves = Math.log((double) bytes / best) / Math.log(2);
    return hyperbolic(p, 12) * (1 + 0.05 * octaves * octaves);
  }

  @Test
  void sizesOfBuffersAreTunedBesideP() {
    for (int best : new int[] {256, 1024, 8192, 65536}) {
      Tuner tuner = Tuner.withBuffers(Tuner.logQuadratic(), 4096, 256, 65536);
      for (int i = 0; i < 140; i++) {
        assertThat(tuner.bufferBytes()).isBetween(256, 65536);
        tuner.step(withBuffers(tuner.value(), tuner.bufferBytes(), best));
      }
      assertThat(withBuffers(tuner.value(), tuner.bufferBytes(), best)).isLessThan(1.06);
      Tuner loaded = Tuner.load(tuner.save());
      assertThat(loaded.bufferBytes()).isEqualTo(best);
      assertThat(hyperbolic(loaded.value(), 12)).isLessThan(1.05);
    }
  }

  @Test
  void sizesThatMakeNoDifferenceStay() {
    Tuner tuner = Tuner.withBuffers(Tuner.fixed(3), 4096, 256, 65536);
    int others = 0;
    for (int i = 0; i < 140; i++) {
      others += tuner.bufferBytes() == 4096 ? 0 : 1;
      tuner.step(1);
    }
    assertThat(tuner.bufferBytes()).isEqualTo(4096);
    assertThat(others).isBetween(6, 20);
    assertThat(Tuner.fixed(3).bufferBytes()).isZero();
  }

  @Test
  void rangesOfBuffersThatArePointlessAreRefused() {
    Tuner inner = Tuner.fixed(1);
    assertThatThrownBy(() -> Tuner.withBuffers(inner, 4096, 8192, 65536))
        .hasMessageContaining("begin at 4096 bytes cannot be tuned from 8192");
    assertThatThrownBy(() -> Tuner.withBuffers(inner, 64, 8, 64))
        .hasMessageContaining("at least 64");
    Tuner outer = Tuner.withBuffers(inner, 64, 64, 64);
    assertThatThrownBy(() -> Tuner.withBuffers(outer, 64, 64, 64))
        .hasMessageContaining("already tunes buffers");
    assertThat(outer.bufferBytes()).isEqualTo(64);
  }

  @Test
  void whatIsNoStateIsRefused() {
    for (String text :
        List.of(
            "",
            "fixed",
            "fixed x",
            "fixed 1e400",
            "fixed 1 2",
            "unknown 3",
            "log-quadratic 1",
            "exponential 4 2.0 2.0 1.0 7.0 1e400 1.6 0 0.0",
            "exponential 4 2.0 2.0 1.0 7.0 0.0 1.6 0 0.0",
            "exponential 4 1.0 2.0 1.0 7.0 1.0 1.6 0 0.0",
            "exponential 0 2.0 2.0 1.0 7.0 1.0 1.6 0 0.0",
            "buffers 9 64 640")) {
      assertThatThrownBy(() -> Tuner.load(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("give the text of Tuner.save");
    }
    assertThatThrownBy(() -> Tuner.fixed(-1)).hasMessageContaining("give 0 or a positive number");
    assertThatThrownBy(() -> Tuner.logQuadratic(Double.NaN))
        .hasMessageContaining("0 or a positive number");
  }

  @Test
  void theModelBalancesLooksAndAnswers() {
    var counters = new StepCounters(1, 1, 1100, 1000, 100, 0, 100, 5000, 0, 60e-6, 60e-6, 0);
    assertThat(counters.model()).isCloseTo(10, within(1e-9));
  }
}
