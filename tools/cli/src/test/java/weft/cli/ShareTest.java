// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShareTest {
  private static final long GIB = 1L << 30;

  private static Machine machine(int cores, long memory) {
    return new Machine(List.of(0, 1, 2, 3, 4, 5, 6, 7).subList(0, cores), cores, memory, false);
  }

  @Test
  void shouldDivideSixTenthsOfTheMemory() {
    assertThat(Share.of(machine(8, 20 * GIB), 4)).isEqualTo(new Share(3 * GIB, 2));
  }

  @Test
  void shouldGiveEachAtLeastSomething() {
    assertThat(Share.of(machine(2, GIB), 100)).isEqualTo(new Share(64 << 20, 1));
  }

  @Test
  void shouldKeepTheSumBelowTheMemory() {
    for (int ranks = 1; ranks <= 8; ranks++) {
      assertThat(Share.of(machine(2, GIB), ranks).heap() * ranks).isLessThanOrEqualTo(GIB * 6 / 10);
    }
  }

  @Test
  void shouldCollectSeriallyOnOneCoreOrInALittleHeap() {
    assertThat(new Share(4 * GIB, 1).options("")).contains("-Xmx4096m", "-XX:+UseSerialGC");
    assertThat(new Share(GIB, 4).options(""))
        .contains("-XX:ActiveProcessorCount=4", "-XX:+UseSerialGC");
    assertThat(new Share(4 * GIB, 4).options("")).doesNotContain("-XX:+UseSerialGC");
  }

  @Test
  void shouldLeaveTheCollectorToTheUser() {
    assertThat(new Share(GIB, 1).options("-ea -XX:+UseZGC")).doesNotContain("-XX:+UseSerialGC");
    assertThat(new Share(GIB, 1).options("-XX:+UseStringDeduplication"))
        .contains("-XX:+UseSerialGC");
  }

  @Test
  void shouldWriteAHeapThatIsNoWholeMegabyte() {
    assertThat(new Share((2 << 20) + 1024, 1).options("")).contains("-Xmx2098176");
  }
}
