// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;
import weft.transport.job.ReadyChannel;

/// Accepts the connections of the ranks of this host on the loopback interface. Any process of the
/// host can connect there, and gets a challenge.
final class RankAcceptor implements GuardedListener.Owner, Closeable {
  private final Selector selector;
  private final GuardedListener listener;
  private final int port;
  private volatile boolean closed;

  // Used by the accepting thread only.
  private final Set<Integer> missing;
  private final ArrayDeque<Joining> joining = new ArrayDeque<>();

  /// A connection of a rank that has proved that it knows the token.
  record Joining(int rank, Socket socket) {}

  /// Listens for `ranks`, one connection of each.
  ///
  /// @throws IOException if this process cannot listen on the loopback interface
  RankAcceptor(String token, List<Integer> ranks) throws IOException {
    this.missing = new HashSet<>(ranks);
    this.selector = Selector.open();
    this.listener = new GuardedListener(token, Handshake.LAUNCHER, ranks.size(), this);
    try {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      this.port = listener.open(selector, new InetSocketAddress(loopback, 0)).getPort();
    } catch (IOException e) {
      selector.close();
      throw e;
    }
  }

  /// The port at which ranks join.
  int port() {
    return port;
  }

  /// Waits for the next rank. One thread calls this, and then [#end].
  ///
  /// @throws IOException after [#close]
  Joining accept() throws IOException {
    while (true) {
      @Nullable Joining next = joining.poll();
      if (closed) {
        throw new IOException("the job has ended");
      }
      if (next != null) {
        return next;
      }
      int _ = selector.select(key -> ((ReadyChannel) key.attachment()).ready(key));
    }
  }

  @Override
  public boolean wants(Handshake.Caller caller) {
    return caller.purpose() == Handshake.Purpose.GATHER && missing.contains(caller.rank());
  }

  @Override
  public void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key)
      throws IOException {
    key.cancel();
    channel.configureBlocking(true);
    missing.remove(caller.rank());
    joining.add(new Joining(caller.rank(), channel.socket()));
  }

  /// Stops listening, on the accepting thread.
  void end() {
    listener.close();
    try {
      selector.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }

  /// Ends [#accept]; from any thread.
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }
}
