// SPDX-License-Identifier: Apache-2.0
package weft.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A saved tuner continues exactly, and a damaged text is refused.
class SavedTunersTest {
  private static final int STEPS = 200;

  private static List<Tuner> tuners() {
    return List.of(
        Tuner.fixed(2.5),
        Tuner.exponential(),
        Tuner.fastAdaptive(),
        Tuner.exponential(1, 3, 1.5, 0.25),
        Tuner.fastAdaptive(7, 1.2, 4, 0x1p-20),
        Tuner.logQuadratic(),
        Tuner.logQuadratic(300),
        Tuner.withBuffers(Tuner.logQuadratic(), 4096, 256, 65536),
        Tuner.withBuffers(Tuner.exponential(), 64, 64, 64));
  }

  /// Costs with noise, whose optimum moves; some are not costs.
  private static void step(Tuner tuner, int step, SplittableRandom random) {
    double best = step < STEPS / 2 ? 12 : 100;
    double at = (1 + tuner.value()) / (1 + best);
    double octaves = tuner.bufferBytes() == 0 ? 0 : Math.log(tuner.bufferBytes() / 1024.0);
    double cost = 1 + 0.1 * (at + 1 / at - 2) + 0.05 * octaves * octaves;
    boolean odd = random.nextInt(20) == 0;
    cost *= odd ? random.nextInt(-1, 3) : Math.exp(0.05 * random.nextGaussian());
    long polls = 1L + random.nextInt(100);
    tuner.observe(new StepCounters(cost, 1, polls, random.nextLong(polls), 0, 0, 0, 0, 0, 0, 0, 0));
    tuner.step(cost);
  }

  @Test
  void aLoadedTunerContinuesExactly() {
    long seed = System.nanoTime();
    for (int number = 0; number < tuners().size(); number++) {
      var random = new SplittableRandom(seed + number);
      Tuner saved = tuners().get(number);
      Tuner loaded = Tuner.load(saved.save());
      for (int step = 0; step < STEPS; step++) {
        assertThat(loaded.value()).as("seed %d, %s", seed, saved.save()).isEqualTo(saved.value());
        assertThat(loaded.bufferBytes()).isEqualTo(saved.bufferBytes());
        assertThat(loaded.isIncrement()).isEqualTo(saved.isIncrement());
        assertThat(loaded.save()).isEqualTo(saved.save()).doesNotContain("\n");
        long costs = random.nextLong();
        step(saved, step, new SplittableRandom(costs));
        step(loaded, step, new SplittableRandom(costs));
        if (random.nextBoolean()) {
          loaded = Tuner.load(loaded.save());
        }
      }
    }
  }

  private static String damage(String text, SplittableRandom random) {
    List<String> words = new ArrayList<>(Arrays.asList(text.split(" ")));
    String[] odd = {
      "NaN", "1e400", "-1e400", "-1", "0", "9e99", "7", "x", "-0.0", "1e-320", "", "2"
    };
    for (int i = random.nextInt(3); i >= 0 && words.size() > 1; i--) {
      int at = random.nextInt(words.size());
      String other = odd[random.nextInt(odd.length)];
      switch (random.nextInt(4)) {
        case 0 -> words.remove(at);
        case 1 -> words.add(at, other);
        default -> words.set(at, other);
      }
    }
    return String.join(" ", words);
  }

  @Test
  void aDamagedTextIsRefusedOrHarmless() {
    long seed = System.nanoTime();
    int refused = 0;
    for (int number = 0; number < tuners().size(); number++) {
      var random = new SplittableRandom(seed + number);
      for (int trial = 0; trial < 300; trial++) {
        Tuner tuner = tuners().get(number);
        for (int step = random.nextInt(100); step > 0; step--) {
          step(tuner, step, random);
        }
        String text = damage(tuner.save(), random);
        Tuner loaded;
        try {
          loaded = Tuner.load(text);
        } catch (IllegalArgumentException e) {
          assertThat(e.getMessage()).contains("give ");
          refused++;
          continue;
        }
        for (int step = 0; step < STEPS; step++) {
          double value = loaded.value();
          assertThat(value >= 0 && value < Double.POSITIVE_INFINITY)
              .as("seed %d, %s has the value %s", seed, text, value)
              .isTrue();
          assertThat(loaded.bufferBytes()).as("seed %d, %s", seed, text).isBetween(0, 1 << 30);
          step(loaded, step, random);
        }
      }
    }
    assertThat(refused).isGreaterThan(300);
  }

  /// A tuner as a program may have it: p doubles while that pays.
  private static final class Doubling implements Tuner {
    private double p;
    private double best = Double.POSITIVE_INFINITY;

    Doubling(double p) {
      this.p = p;
    }

    @Override
    public double value() {
      return p;
    }

    @Override
    public void step(double cost) {
      if (cost > 0 && cost < best) {
        best = cost;
        p *= 2;
      }
    }

    @Override
    public String save() {
      return "doubling " + p;
    }

    static Tuner load(String text) {
      if (!text.startsWith("doubling ")) {
        throw new IllegalArgumentException("not a tuner of this program: " + text);
      }
      return new Doubling(Double.parseDouble(text.substring(9)));
    }
  }

  @Test
  @SuppressWarnings("NullAway") // as a program might that has no such check
  void tunersOfTheProgramAreLoadedByIt() {
    Tuner own = Tuner.withBuffers(new Doubling(3), 1024, 64, 4096);
    own.step(2);
    Tuner loaded = Tuner.load(own.save(), Doubling::load);
    assertThat(loaded.value()).isEqualTo(6);
    assertThat(loaded.bufferBytes()).isEqualTo(1024);
    assertThat(Tuner.load("fixed 3", Doubling::load).value()).isEqualTo(3);
    assertThatThrownBy(() -> Tuner.load(own.save()))
        .hasMessageContaining("for a tuner of your own, give Tuner.load a function");
    assertThatThrownBy(() -> Tuner.load("tripling 3", Doubling::load))
        .hasMessageContaining("not a tuner of this program");
    assertThatThrownBy(() -> Tuner.load("tripling 3", text -> null))
        .hasMessageContaining("returned null for \"tripling 3\"");
  }
}
