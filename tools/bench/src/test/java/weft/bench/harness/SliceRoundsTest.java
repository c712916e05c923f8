// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a busy machine does to a benchmark.
final class SliceRoundsTest {
  private static List<Integer> run(int busyFrom) throws Exception {
    List<Integer> counted = new ArrayList<>();
    var rounds = new SliceRounds(1);
    rounds.add(round -> {
      if (round >= busyFrom) {
        throw new BusyMachineException("a slice took too long", null);
      }
      counted.add(round);
    });
    rounds.run("slices", 2, 5);
    return counted;
  }

  @Test
  void aBusyMachineEndsWithTheRoundsThatItHas() throws Exception {
    assertThat(run(3)).containsExactly(-1, -1, 0, 1, 2);
    assertThat(run(9)).containsExactly(-1, -1, 0, 1, 2, 3, 4);
  }

  @Test
  void withoutAnyRoundItIsASentence() {
    assertThatThrownBy(() -> run(0))
        .hasMessage(
            "the machine is too busy to measure: a slice took too long. Measure again when it has"
                + " less to do");
  }
}
