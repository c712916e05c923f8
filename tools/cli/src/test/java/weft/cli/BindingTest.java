// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindingTest {
  private static final Path TASKSET = Path.of("/usr/bin/taskset");
  private static final Machine MACHINE = new Machine(List.of(0, 1, 4, 5, 6), 5, 1L << 30, false);

  @Test
  void shouldGiveEachRankProcessorsOfItsOwn() {
    assertThat(Binding.bind(List.of("java", "X"), 0, 2, MACHINE, TASKSET))
        .containsExactly("/usr/bin/taskset", "-c", "0,1", "java", "X");
    assertThat(Binding.bind(List.of("java", "X"), 1, 2, MACHINE, TASKSET)).contains("4,5");
    assertThat(Binding.bind(List.of("java", "X"), 4, 5, MACHINE, TASKSET)).contains("6");
  }

  @Test
  void shouldSayWhyItCannot() {
    assertThat(Binding.obstacle(5, MACHINE, TASKSET)).isNull();
    assertThat(Binding.obstacle(6, MACHINE, TASKSET)).contains("6 ranks share 5 cores");
    assertThat(Binding.obstacle(2, MACHINE, null)).contains("no taskset");
  }
}
