// SPDX-License-Identifier: Apache-2.0
package weft.transport.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShareTest {
  private static final long GIB = 1L << 30;

  @Test
  void shouldDivideSixTenthsOfTheMemory() {
    assertThat(Share.of(20 * GIB, 8, 4)).isEqualTo(new Share(3 * GIB, 2));
  }

  @Test
  void shouldGiveEachAtLeastSomething() {
    assertThat(Share.of(GIB, 2, 100)).isEqualTo(new Share(64 << 20, 1));
  }

  @Test
  void shouldKeepTheSumBelowTheMemory() {
    for (int ranks = 1; ranks <= 8; ranks++) {
      assertThat(Share.of(GIB, 2, ranks).heap() * ranks).isLessThanOrEqualTo(GIB * 6 / 10);
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

  /// Hosts of 2 GB and of 8 GB, of which the first is this one.
  @Test
  void shouldGiveAnyHostAPartOfItsMemory() {
    assertThat(Share.of(2 * GIB, 2, 2).onAnyHost(2).options(""))
        .containsExactly(
            "-XX:MaxRAMPercentage=30.0", "-XX:ActiveProcessorCount=1", "-XX:+UseSerialGC");
    assertThat(Share.of(8 * GIB, 8, 7).onAnyHost(7).options("-XX:+UseZGC"))
        .containsExactly("-XX:MaxRAMPercentage=8.57", "-XX:ActiveProcessorCount=1");
    assertThat(Share.of(GIB, 2, 100).onAnyHost(100).options("")).contains("-Xmx64m");
    assertThat(JvmSizes.OF_ITS_HOST.options("")).isEmpty();
  }
}
