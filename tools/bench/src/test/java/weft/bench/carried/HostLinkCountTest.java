// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What a host has sent, from the kernel's table of interfaces.
final class HostLinkCountTest {
  private static final List<String> LINES =
      List.of(
          "Inter-|   Receive                                                |  Transmit",
          " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs",
          "    lo: 9000 90 0 0 0 0 0 0 9000 90 0 0 0 0 0 0",
          "  eth0: 1000 11 0 0 0 0 0 0 2000 22 0 0 0 0 0 0",
          "  eth1:1 1 0 0 0 0 0 0 30 3 0 0 0 0 0 0");

  @Test
  void allInterfacesButTheLoopbackCount() {
    assertThat(HostLinkCount.parse(LINES)).isEqualTo(new HostLinkCount(2030, 25));
  }

  @Test
  void whatWasSentMeanwhileIsTheDifference() {
    assertThat(new HostLinkCount(2030, 25).minus(new HostLinkCount(30, 5)))
        .isEqualTo(new HostLinkCount(2000, 20));
  }

  @Test
  void aHostWithoutInterfacesHasSentNothing() {
    assertThat(HostLinkCount.parse(LINES.subList(0, 3))).isEqualTo(new HostLinkCount(0, 0));
  }
}
