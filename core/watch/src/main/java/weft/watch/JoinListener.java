// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.Hex;
import weft.transport.job.Message;

/// Accepts the TCP connections of ranks while they gather. Any process can connect, but a
/// connection is admitted only by the proofs of a [Handshake]. Others get no byte. The number and
/// time of other connections are limited. Once all ranks are admitted, the listener closes for
/// good. One thread at a time may call the methods.
final class JoinListener {
  /// The time within which a connection must prove that it knows the token, in nanoseconds.
  static final long PATIENCE = 5_000_000_000L;

  /// The maximum number of unauthenticated connections in addition to the expected ones.
  static final int MOST_UNAUTHENTICATED = 64;

  /// The maximum number of bytes that an unauthenticated connection may send at once.
  private static final int SHORT = 256;

  private static final int RANK_CONNECTIONS = 2;

  private final int self;
  private final int size;
  private final String token;
  private final Keepalive keepalive;
  private final int most;
  private final List<ServerSocketChannel> serverSockets = new ArrayList<>();

  /// The unauthenticated connections, and the times at which they were accepted.
  private final Map<Connection, Long> unauthenticated = new LinkedHashMap<>();

  /// The handshakes of those that have begun one.
  private final Map<Connection, Handshake> begun = new HashMap<>();

  /// The nonces of all ranks so far: who repeats one has only overheard it.
  private final Set<String> nonces = new HashSet<>();

  private boolean closed;

  /// Creates the listener of rank `self` of a job of `size` ranks.
  JoinListener(int self, String token, Keepalive keepalive, int size) {
    this.self = self;
    this.size = size;
    this.token = token;
    this.keepalive = keepalive;
    this.most = RANK_CONNECTIONS * size + MOST_UNAUTHENTICATED;
  }

  /// Listens at each of `addresses`, and returns the addresses to connect to. An address that
  /// cannot be used is left out, because the other addresses also reach this rank. For example, its
  /// interface may be going down, or a second host may have the address.
  ///
  /// @throws IOException with the reasons, if no address can be used
  List<InetSocketAddress> open(ControlServer server, List<InetAddress> addresses)
      throws IOException {
    var endpoints = new ArrayList<InetSocketAddress>();
    var refusals = new ArrayList<String>();
    for (InetAddress address : addresses) {
      try {
        ServerSocketChannel serverSocket = server.listen(new InetSocketAddress(address, 0), most);
        serverSockets.add(serverSocket);
        endpoints.add((InetSocketAddress) serverSocket.getLocalAddress());
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

  /// Accepts a new connection, which must begin a handshake.
  void admit(Connection connection, long now) {
    try {
      if (closed) {
        connection.close();
        return;
      }
      connection.accept(SHORT);
      keepalive.on(connection::set);
    } catch (IOException e) {
      connection.close(); // The connection has already ended.
      return;
    }
    unauthenticated.put(connection, now);
    if (unauthenticated.size() > most) {
      Iterator<Connection> longest = unauthenticated.keySet().iterator();
      Connection first = longest.next();
      first.close();
      begun.remove(first);
      longest.remove();
    }
  }

  /// Answers the first message of a connection. One that does not prove the token is closed without
  /// an answer, and so is one that repeats what another connection has said.
  void challenge(Connection connection, Message.Knock knock) {
    var handshake = new Handshake(token, self, knock.rank(), knock.nonce(), "");
    boolean proved =
        unauthenticated.containsKey(connection)
            && !begun.containsKey(connection)
            && knock.rank() >= 0
            && knock.rank() < size
            && knock.rank() != self
            && Hex.same(knock.proof(), handshake.knock().proof())
            && nonces.add(knock.nonce());
    if (!proved) {
      leave(connection);
      connection.close();
      return;
    }
    handshake = handshake.answered(Handshake.nonce());
    begun.put(connection, handshake);
    connection.send(handshake.challenge());
  }

  /// Admits the connection if it has begun a handshake and goes on with the proof of this one, else
  /// closes it. Returns the handshake, or null if it was not admitted.
  @Nullable Handshake prove(Connection connection, Message.Joining joining) {
    boolean waits = unauthenticated.containsKey(connection);
    Handshake handshake = begun.get(connection);
    leave(connection);
    if (waits
        && handshake != null
        && joining.rank() == handshake.rank()
        && Hex.same(
            joining.token(),
            handshake.joining(joining instanceof Message.Lifeline, joining.pid()).token())) {
      connection.accept(Message.MAX_FRAME);
      return handshake;
    }
    connection.close();
    return null;
  }

  /// Forgets a connection that has ended.
  void leave(Connection connection) {
    unauthenticated.remove(connection);
    begun.remove(connection);
  }

  /// The number of nanoseconds until [#closeExpired] must be called.
  long next(long now) {
    for (long since : unauthenticated.values()) {
      return Math.max(0, since + PATIENCE - now);
    }
    return ControlServer.NEVER;
  }

  /// Closes connections that have not proved it in time.
  void closeExpired(long now) {
    while (!unauthenticated.isEmpty() && next(now) == 0) {
      Connection longest = unauthenticated.keySet().iterator().next();
      leave(longest);
      longest.close();
    }
  }

  /// Closes the listener, since all ranks have been admitted.
  void close() {
    closed = true;
    for (ServerSocketChannel serverSocket : serverSockets) {
      try {
        serverSocket.close();
      } catch (IOException e) {
        // No rank connects to it any more.
      }
    }
    unauthenticated.keySet().forEach(Connection::close);
    unauthenticated.clear();
    begun.clear();
  }
}
