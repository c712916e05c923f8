// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The order in which addresses of another host are tried.
final class LocalHostTest {
  /// The loopback interface: 127.0.0.1/8 is an address that every machine has.
  private static List<InterfaceAddress> own() throws Exception {
    return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
        .getInterfaceAddresses();
  }

  private static InetSocketAddress endpoint(String address) throws Exception {
    return new InetSocketAddress(InetAddress.getByName(address), 7);
  }

  @Test
  void whatIsOnTheSameNetworkComesFirst() throws Exception {
    var endpoints = List.of(endpoint("10.1.2.3"), endpoint("127.0.0.9"), endpoint("fd00::7"));

    assertThat(LocalHost.sorted(endpoints, own()))
        .containsExactly(endpoint("127.0.0.9"), endpoint("10.1.2.3"), endpoint("fd00::7"));
  }

  @Test
  void anAddressThatThisHostHasTooIsNotThatOfAnother() throws Exception {
    var endpoints = List.of(endpoint("127.0.0.1"), endpoint("10.1.2.3"));

    assertThat(LocalHost.sorted(endpoints, own())).containsExactly(endpoint("10.1.2.3"));
  }

  @Test
  void thisProcessIsOnOneHost() {
    assertThat(LocalHost.networkId()).isEqualTo(LocalHost.networkId()).contains("net");
    assertThat(LocalHost.hostName()).isNotBlank();
  }
}
