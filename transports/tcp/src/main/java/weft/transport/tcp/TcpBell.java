// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import weft.transport.job.ReadyChannel;
import weft.watch.network.NetworkBell;

/// A bell that the rank's selector hears.
final class TcpBell implements NetworkBell, ReadyChannel {
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

  @Override
  public int port() throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  @Override
  public void setPort(int rank, int port) {
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
