// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where to knock first at another host.
final class WhereaboutsTest {
  /// The loopback interface: 127.0.0.1/8 is an address that every machine has.
  private static List<InterfaceAddress> own() throws Exception {
    return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
        .getInterfaceAddresses();
  }

  private static InetSocketAddress door(String address) throws Exception {
    return new InetSocketAddress(InetAddress.getByName(address), 7);
  }

  @Test
  void whatIsOnTheSameNetworkComesFirst() throws Exception {
    var doors = List.of(door("10.1.2.3"), door("127.0.0.9"), door("fd00::7"));

    assertThat(Whereabouts.sorted(doors, own()))
        .containsExactly(door("127.0.0.9"), door("10.1.2.3"), door("fd00::7"));
  }

  @Test
  void anAddressThatThisHostHasTooIsNotThatOfAnother() throws Exception {
    var doors = List.of(door("127.0.0.1"), door("10.1.2.3"));

    assertThat(Whereabouts.sorted(doors, own())).containsExactly(door("10.1.2.3"));
  }

  @Test
  void thisProcessIsOnOneHost() {
    assertThat(Whereabouts.place()).isEqualTo(Whereabouts.place()).contains("net");
    assertThat(Whereabouts.hostName()).isNotBlank();
  }
}
