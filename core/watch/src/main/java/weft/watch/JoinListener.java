// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import weft.transport.host.PortRange;
import weft.transport.job.ControlServer;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;

/// The ports at which a hub accepts the connections of ranks while they gather, each only after a
/// [Handshake]. Once all ranks are connected, the listener closes for good. One thread at a time
/// may call the methods.
final class JoinListener implements GuardedListener.Owner {
  private static final int RANK_CONNECTIONS = 2;

  private final int self;
  private final int size;
  private final Keepalive keepalive;
  private final GuardedListener guarded;
  private Taker taker = (rank, channel, isLifeline) -> channel.close();

  /// Receives the connections of ranks.
  @FunctionalInterface
  interface Taker {
    /// Takes a connection of `rank`.
    void take(int rank, SocketChannel channel, boolean isLifeline) throws IOException;
  }

  /// Creates the listener of rank `self` of a job of `size` ranks.
  JoinListener(int self, String token, Keepalive keepalive, int size) {
    this.self = self;
    this.size = size;
    this.keepalive = keepalive;
    this.guarded = new GuardedListener(token, self, RANK_CONNECTIONS * size, this);
  }

  /// Listens at each of `addresses`, at one of `ports`, and returns the addresses to connect to. An
  /// address that cannot be used is left out, because the other addresses also reach this rank. For
  /// example, its interface may be going down, or a second host may have the address.
  ///
  /// @throws IOException with the reasons, if no address can be used
  List<InetSocketAddress> open(ControlServer server, List<InetAddress> addresses, PortRange ports)
      throws IOException {
    var endpoints = new ArrayList<InetSocketAddress>();
    var refusals = new ArrayList<String>();
    for (InetAddress address : addresses) {
      try {
        endpoints.add(server.listen(address, ports, guarded));
      } catch (IOException e) {
        refusals.add(address.getHostAddress() + " (" + e.getMessage() + ")");
      }
    }
    if (endpoints.isEmpty() && !refusals.isEmpty()) {
      throw new IOException(
          "no address of this host accepts connections from the other ranks: "
              + String.join(", ", refusals)
              + "; check its network interfaces");
    }
    return endpoints;
  }

  /// Passes connections to `taker` from now on.
  void passTo(Taker taker) {
    this.taker = taker;
  }

  @Override
  public boolean wants(Handshake.Caller caller) {
    boolean isForWatch =
        caller.purpose() == Handshake.Purpose.WATCH
            || caller.purpose() == Handshake.Purpose.LIFELINE;
    return isForWatch && caller.rank() >= 0 && caller.rank() < size && caller.rank() != self;
  }

  @Override
  public void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key)
      throws IOException {
    keepalive.on(channel::setOption);
    taker.take(caller.rank(), channel, caller.purpose() == Handshake.Purpose.LIFELINE);
  }

  /// Closes the listener, since all ranks are connected.
  void close() {
    guarded.close();
  }
}
