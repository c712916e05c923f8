// SPDX-License-Identifier: Apache-2.0
package weft.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import weft.model.measured.Figure;
import weft.model.measured.Subject;

class DistancesTest {
  private static final Subject SUBJECT = Subject.of("barrier", "exchange", false, 0);
  private static final long SEED = 7;

  /// Slices near and far, in runs of some length, as a hypervisor makes them.
  private static List<MeasuredSlice> samples(double farShare) {
    var random = new Random(SEED);
    List<MeasuredSlice> all = new ArrayList<>();
    boolean isFar = false;
    for (int i = 0; i < 400; i++) {
      boolean wasFar = isFar;
      if (random.nextInt(10) == 0) {
        isFar = random.nextDouble() < farShare;
      }
      double before = (wasFar ? 700 : 350) * (1 + 0.1 * random.nextGaussian());
      double after = (isFar ? 700 : 350) * (1 + 0.1 * random.nextGaussian());
      all.add(new MeasuredSlice(SUBJECT, i, wasFar ? 2 : 1, Math.abs(before), Math.abs(after)));
    }
    return all;
  }

  private static double median(Map<String, List<Figure>> figures, String distance) {
    return Objects.requireNonNull(figures.get(distance)).getFirst().median();
  }

  @Test
  void twoDistancesAreTwoSetsAndMixedSlicesDoNotCount() {
    List<MeasuredSlice> samples = samples(0.4);
    Map<String, List<Figure>> figures = Distances.of(samples).figures(samples);
    assertThat(figures.keySet()).containsExactlyInAnyOrder(Distances.NEAR, Distances.FAR);
    assertThat(median(figures, Distances.NEAR)).isEqualTo(1);
    assertThat(median(figures, Distances.FAR)).isEqualTo(2);
    int counted = figures.values().stream().mapToInt(it -> it.getFirst().samples()).sum();
    assertThat(counted).isLessThan(samples.size());
  }

  @Test
  void oneDistanceWithSlowBarriersIsOneSet() {
    var random = new Random(SEED);
    List<MeasuredSlice> samples = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      // A long tail: barriers during which something else ran.
      double slow = random.nextInt(20) == 0 ? 1 + 5 * random.nextDouble() : 1;
      double barrier = 350 * (1 + 0.05 * random.nextGaussian()) * slow;
      samples.add(new MeasuredSlice(SUBJECT, i, 1, barrier, barrier));
    }
    assertThat(Distances.of(samples).figures(samples).keySet()).containsExactly(Distances.ONE);
  }

  @Test
  void ranksOnSeveralHostsHaveNoDistances() {
    List<MeasuredSlice> samples =
        List.of(new MeasuredSlice(SUBJECT, 0, 5, 0, 0), new MeasuredSlice(SUBJECT, 1, 7, 0, 0));
    Map<String, List<Figure>> figures = Distances.of(List.of()).figures(samples);
    assertThat(median(figures, Distances.ONE)).isEqualTo(6);
  }
}
