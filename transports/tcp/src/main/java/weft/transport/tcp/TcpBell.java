// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import weft.memory.Doorbell;
import weft.transport.job.ReadyChannel;

/// Wakes ranks of this host that sleep in their selectors: a datagram on the loopback interface. It
/// needs no connection, and one that is lost was not needed, because others wait to be read then. A
/// datagram of a stranger wakes a rank for nothing.
final class TcpBell implements Doorbell, ReadyChannel {
  /// A stranger that sends without end must not keep this rank from its work.
  private static final int MOST_AT_ONCE = 64;

  private final DatagramChannel channel;
  private final InetSocketAddress[] bells;
  private final ByteBuffer ring = ByteBuffer.allocateDirect(1);
  private final ByteBuffer rung = ByteBuffer.allocateDirect(1);

  private TcpBell(DatagramChannel channel, int ranks) {
    this.channel = channel;
    this.bells = new InetSocketAddress[ranks];
  }

  /// Opens the bell of a rank, which `selector` hears.
  static TcpBell open(Selector selector, int ranks) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    channel.configureBlocking(false);
    var bell = new TcpBell(channel, ranks);
    channel.register(selector, SelectionKey.OP_READ, bell);
    return bell;
  }

  /// The port that the others of this host ring.
  int port() throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  /// Sets the port of the bell of `rank`.
  void setPort(int rank, int port) {
    bells[rank] = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Override
  public void ring(int rank) {
    try {
      int _ = channel.send(ring.clear(), bells[rank]);
    } catch (IOException e) {
      // It has ended, or other datagrams wake it. The watch says which.
    }
  }

  @Override
  public void ready(SelectionKey key) {
    try {
      for (int i = 0; i < MOST_AT_ONCE && channel.receive(rung.clear()) != null; i++) {
        // All that have rung.
      }
    } catch (IOException e) {
      // A datagram to a rank that has ended came back.
    }
  }
}
