// SPDX-License-Identifier: Apache-2.0
package weft.model.measured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import weft.model.ModelException;
import weft.model.points.Lmo;

final class PointFitTest {
  private static final int RANKS = 4;
  private static final long BYTES = 10_000;

  /// The parameters of four hosts, which differ.
  private static Lmo hosts() {
    double[][] latency = new double[RANKS][RANKS];
    double[][] network = new double[RANKS][RANKS];
    for (int i = 0; i < RANKS; i++) {
      for (int j = 0; j < RANKS; j++) {
        latency[i][j] = i == j ? 0 : 30 + 5 * Math.abs(i - j);
        network[i][j] = i == j ? 0 : 0.01 * (1 + 0.1 * Math.abs(i - j));
      }
    }
    return new Lmo(
        new double[] {10, 12, 20, 15}, new double[] {0.010, 0.012, 0.020, 0.015}, latency, network);
  }

  /// What the experiment takes: the least message counts as one without data.
  private static double time(Lmo lmo, Subject subject) {
    String[] ranks = subject.algorithm().split("-");
    long bytes = subject.bytes() == Double.BYTES ? 0 : subject.bytes();
    int one = Integer.parseInt(ranks[0]);
    int two = Integer.parseInt(ranks[1]);
    if (subject.what().equals(Subject.MESSAGE)) {
      return lmo.message(one, two, bytes);
    }
    int three = Integer.parseInt(ranks[2]);
    double slower =
        Math.max(
            lmo.message(one, two, bytes) + lmo.message(one, two, 0),
            lmo.message(one, three, bytes) + lmo.message(one, three, 0));
    return slower + 2 * lmo.delay()[one] + bytes * lmo.perByte()[one];
  }

  private static List<Figure> measured() {
    List<Figure> all = new ArrayList<>();
    for (Subject subject : PointFit.lmoSubjects(RANKS, BYTES)) {
      all.add(Figure.of(subject, time(hosts(), subject)));
    }
    return all;
  }

  @Test
  void lmoIsFoundFromItsExperiments() {
    assertThat(PointFit.lmoSubjects(RANKS, BYTES)).doesNotHaveDuplicates().hasSize(2 * (6 + 12));
    Lmo found = PointFit.lmo(RANKS, BYTES, measured());
    for (int i = 0; i < RANKS; i++) {
      assertThat(found.delay()[i]).isCloseTo(hosts().delay()[i], within(1e-6));
      assertThat(found.perByte()[i]).isCloseTo(hosts().perByte()[i], within(1e-9));
      for (int j = 0; j < RANKS; j++) {
        if (i != j) {
          assertThat(found.message(i, j, 777)).isCloseTo(hosts().message(i, j, 777), within(1e-6));
        }
      }
    }
  }

  @Test
  void aMissingExperimentIsNamed() {
    List<Figure> measured = measured();
    measured.removeIf(it -> it.subject().algorithm().equals("2-0-1"));
    assertThatThrownBy(() -> PointFit.lmo(RANKS, BYTES, measured))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("one-to-two 2-0-1");
  }
}
