// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.WeftException;

/// The kernel is asked to give up after the time that the user has set.
final class KeepaliveTest {
  private static final long SECOND = 1_000_000_000;

  @ParameterizedTest
  @CsvSource({
    "15, 3, 2, 6",
    "2, 1, 1, 1",
    "3, 1, 1, 2",
    "6, 1, 1, 5",
    "7, 1, 1, 6",
    "60, 10, 10, 5",
    "86400, 14400, 14400, 5"
  })
  void givesUpAfterTheTime(int seconds, int idle, int interval, int count) {
    var keepalive = Keepalive.of(seconds * SECOND);

    assertThat(keepalive).isEqualTo(new Keepalive(idle, interval, count));
    assertThat(keepalive.seconds()).isEqualTo(seconds);
  }

  @Test
  void partsOfASecondCount() {
    assertThat(Keepalive.of(2 * SECOND + 1).seconds()).isEqualTo(3);
  }

  @Test
  void theKernelTakesIt() throws Exception {
    try (var server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
        Keepalive.of(15 * SECOND).on(channel::setOption);

        assertThat(channel.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
        assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(3);
        assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)).isEqualTo(2);
        assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(6);
      }
    }
  }

  @Test
  void theTimeIsASettingOfTheUser() {
    assertThat(WatchSettings.of(Map.of()).lost()).isEqualTo(15 * SECOND);
    assertThat(WatchSettings.of(Map.of("WEFT_LOST", "4.5")).lost()).isEqualTo(9 * SECOND / 2);
    for (String wrong : new String[] {"soon", "1", "-3"}) {
      assertThatThrownBy(() -> WatchSettings.of(Map.of("WEFT_LOST", wrong)))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("WEFT_LOST is \"" + wrong + "\"")
          .hasMessageContaining("at least 2");
    }
  }

  @Test
  void whatEndsAConnectionIsNoSilence() {
    for (IOException reset :
        List.of(
            new SocketException("Connection reset"),
            new IOException("Broken pipe"),
            new IOException("Software caused connection abort"))) {
      assertThat(Keepalive.isReset(reset)).isTrue();
    }
    assertThat(Keepalive.isReset(new IOException("Connection timed out"))).isFalse();
    assertThat(Keepalive.isReset(new IOException("No route to host"))).isFalse();
  }
}
