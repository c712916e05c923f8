// SPDX-License-Identifier: Apache-2.0
package weft.transport.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import weft.WeftException;

/// Where processes listen for other hosts.
final class PortRangeTest {
  /// Another run of these tests on this machine has others.
  private static final int FIRST = 49_200 + 5 * (int) (ProcessHandle.current().pid() % 1_000);

  private static final PortRange RANGE = new PortRange(FIRST, FIRST + 4);

  private static PortRange of(String text) {
    return PortRange.of(Map.of("WEFT_PORTS", text));
  }

  @Test
  void isReadFromTheEnvironment() {
    assertThat(of("40000-40100")).isEqualTo(new PortRange(40_000, 40_100));
    assertThat(of("40000-40100").size()).isEqualTo(101);
    assertThat(of("40000-40000").text()).isEqualTo("40000 to 40000");
    assertThat(of("")).isEqualTo(PortRange.ANY);
    assertThat(PortRange.of(Map.of()).text()).isEqualTo("1024 and above");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"40000", "40100-40000", "80-90", "40000-70000", "a-b", "-1-5", "40000-40100,7"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> of(text))
        .isInstanceOf(WeftException.class)
        .hasMessageStartingWith("--ports " + text + " (WEFT_PORTS) is not possible: ")
        .hasMessageEndingWith("as in 40000-40100");
  }

  private static ServerSocketChannel listen(InetAddress address, int port) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      return channel.bind(new InetSocketAddress(address, port));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Test
  void eachPortIsTakenOnceAndThenNoneIsFree() throws Exception {
    var loopback = InetAddress.getLoopbackAddress();
    var open = new ArrayList<ServerSocketChannel>();
    try {
      var ports = new TreeSet<Integer>();
      for (int i = 0; i < RANGE.size(); i++) {
        open.add(RANGE.open(port -> listen(loopback, port)));
        ports.add(((InetSocketAddress) open.getLast().getLocalAddress()).getPort());
      }
      assertThat(ports).hasSize(RANGE.size()).allMatch(it -> it >= FIRST && it <= FIRST + 4);
      assertThatThrownBy(() -> RANGE.open(port -> listen(loopback, port)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("no port from " + FIRST + " to " + (FIRST + 4) + " is free here");
    } finally {
      for (ServerSocketChannel each : open) {
        each.close();
      }
    }
  }

  /// Another port would not help.
  @Test
  void anAddressOfAnotherHostIsNotTriedAtEveryPort() throws Exception {
    var other = InetAddress.getByName("192.0.2.1");
    var tried = new ArrayList<Integer>();
    assertThatThrownBy(() ->
            RANGE.open(port -> {
              tried.add(port);
              return listen(other, port);
            }))
        .isInstanceOf(BindException.class);
    assertThat(tried).hasSize(1);
  }

  @Test
  void anyPortIsTheKernels() throws Exception {
    assertThat(PortRange.ANY.<Integer>open(port -> port)).isZero();
  }
}
