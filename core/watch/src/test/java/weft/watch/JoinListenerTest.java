// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import weft.transport.host.PortRange;
import weft.transport.job.ControlServer;

final class JoinListenerTest {
  private static final InetAddress OWN = InetAddress.getLoopbackAddress();

  private final JoinListener listener = new JoinListener(0, "secret", Keepalive.of(15), 4);
  private ControlServer server;

  /// One that no host has: it is for examples (RFC 5737).
  private static InetAddress strange() throws IOException {
    return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
  }

  @BeforeEach
  void open() throws IOException {
    server = ControlServer.open();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void anAddressThatCannotBeUsedIsLeftOut() throws IOException {
    assertThat(listener.open(server, List.of(strange(), OWN), PortRange.ANY))
        .extracting(InetSocketAddress::getAddress)
        .containsExactly(OWN);
  }

  @Test
  void saysWhyThereIsNone() {
    assertThatThrownBy(() -> listener.open(server, List.of(strange()), PortRange.ANY))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("192.0.2.1")
        .hasMessageContaining("Cannot assign requested address");
  }

  @Test
  void aHostWithoutAddressesHasNone() throws IOException {
    assertThat(listener.open(server, List.of(), PortRange.ANY)).isEmpty();
  }
}
