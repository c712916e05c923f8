// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ControlServerTest {
  private static final long SECOND = 1_000_000_000;

  /// A listener that closes all other connections when a message arrives on one.
  private static final class Jealous implements ControlServer.Listener {
    final List<Connection> there = new ArrayList<>();
    final List<Connection> heard = new ArrayList<>();

    @Override
    public void heard(Connection from, Message message) {
      heard.add(from);
      there.stream().filter(it -> it != from).forEach(Connection::close);
    }

    @Override
    public void lost(Connection connection) {}
  }

  /// As a rank that comes again replaces its connection before, which it has given up.
  @Test
  void aConnectionMayBeClosedBecauseOfWhatIsHeardOnAnother() throws Exception {
    try (ControlServer server = ControlServer.open();
        ServerSocketChannel serverSocket =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel speaks = SocketChannel.open(serverSocket.getLocalAddress())) {
      var listener = new Jealous();
      listener.there.add(server.adopt(serverSocket.accept()));
      SocketChannel gone = SocketChannel.open(serverSocket.getLocalAddress());
      listener.there.add(server.adopt(serverSocket.accept()));

      // Both are there when the server looks again, the word first.
      ByteBuffer frame = new Message.Finished().frame();
      while (frame.hasRemaining()) {
        speaks.write(frame);
      }
      gone.setOption(StandardSocketOptions.SO_LINGER, 0); // It is reset, not ended.
      gone.close();

      while (listener.heard.isEmpty()) {
        assertThat(server.await(listener, SECOND)).isPositive();
      }
      assertThat(listener.heard).hasSize(1);
      assertThat(listener.there).filteredOn(Connection::isClosed).hasSize(1);
    }
  }
}
