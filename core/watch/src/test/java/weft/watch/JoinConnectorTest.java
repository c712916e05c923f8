// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import weft.WeftException;
import weft.transport.host.PortRange;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.Message;

/// Both sides of a join. What strangers get is in GuardedListenerTest.
final class JoinConnectorTest {
  private static final String TOKEN = "00112233445566778899aabbccddeeff";
  private static final InetAddress OWN = InetAddress.getLoopbackAddress();
  private static final Keepalive KEEPALIVE = Keepalive.of(15);
  private static final Peer HUB = new Peer(0, 1, "hub", "net", "");

  private final JoinListener joinListener = new JoinListener(0, TOKEN, KEEPALIVE, 4);
  private final ConcurrentLinkedQueue<String> joined = new ConcurrentLinkedQueue<>();
  private ControlServer server;
  private InetSocketAddress hub;
  private volatile boolean over;
  private Thread hubThread;

  @BeforeEach
  void open() throws IOException {
    server = ControlServer.open();
    hub = joinListener.open(server, List.of(OWN), PortRange.ANY).getFirst();
    joinListener.passTo((rank, channel, isLifeline) -> {
      joined.add(rank + (isLifeline ? " lifeline" : " talk"));
      channel.close();
    });
    hubThread = Thread.ofVirtual().start(this::serve);
  }

  @AfterEach
  void close() throws Exception {
    over = true;
    server.wake();
    hubThread.join();
    server.close();
  }

  private void serve() {
    var listener =
        new ControlServer.Listener() {
          @Override
          public void heard(Connection from, Message message) {}

          @Override
          public void lost(Connection connection) {}
        };
    try {
      while (!over) {
        var _ = server.await(listener, 100_000_000);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private JoinConnector connector(int rank, String token) {
    var self = new Peer(rank, 1, "far", "net", "");
    return new JoinConnector(self, HUB, List.of(hub), KEEPALIVE, token, PortRange.ANY);
  }

  @Test
  void bothConnectionsAreJoined() throws Exception {
    for (boolean isLifeline : new boolean[] {false, true}) {
      try (SocketChannel channel = connector(2, TOKEN).connect(isLifeline)) {
        assertThat(channel.read(java.nio.ByteBuffer.allocate(1))).isEqualTo(-1);
      }
    }
    assertThat(joined).containsExactly("2 talk", "2 lifeline");
  }

  /// One with another token, and one that is no rank of the job.
  @Test
  void namesTheAddressAtWhichNoHubIs() {
    for (JoinConnector stranger : List.of(connector(2, "another"), connector(4, TOKEN))) {
      assertThatThrownBy(() -> stranger.connect(false))
          .isInstanceOf(WeftException.class)
          .hasMessageContaining("on host far could not reach rank 0 on host hub")
          .hasMessageContaining("127.0.0.1:" + hub.getPort())
          .hasMessageContaining("the connection was accepted and closed");
    }
    assertThat(joined).isEmpty();
  }
}
