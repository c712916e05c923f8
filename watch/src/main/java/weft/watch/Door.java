// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.transport.job.Connection;
import weft.transport.job.ControlServer;
import weft.transport.job.Hex;

/// Where ranks come in while they gather, over TCP: anybody can knock, and who shows the job's
/// token is let in. The others are few, and are not there for long; and when all ranks are in, the
/// door is closed for good. All methods belong to one thread at a time.
final class Door {
  /// For how long a visitor may say nothing, in nanoseconds.
  static final long PATIENCE = 5_000_000_000L;

  /// The most visitors beside those that are expected.
  static final int STRANGERS = 64;

  /// The most bytes that a visitor may say at once.
  private static final int SHORT = 256;

  private static final int RANK_CONNECTIONS = 2;

  private final String token;
  private final Keepalive keepalive;
  private final int most;
  private final List<ServerSocketChannel> entrances = new ArrayList<>();

  /// Who has not shown the token, and since when.
  private final Map<Connection, Long> visitors = new LinkedHashMap<>();

  private boolean closed;

  /// A door for the ranks of a job of `size`.
  Door(String token, Keepalive keepalive, int size) {
    this.token = token;
    this.keepalive = keepalive;
    this.most = RANK_CONNECTIONS * size + STRANGERS;
  }

  /// Listens at each of `addresses` and returns the doors to knock at. One that cannot be used (an
  /// interface that goes down, a second host with the address) is left out: others lead here, too.
  ///
  /// @throws IOException saying why, when there is none that can
  List<InetSocketAddress> open(ControlServer server, List<InetAddress> addresses)
      throws IOException {
    var doors = new ArrayList<InetSocketAddress>();
    var refusals = new ArrayList<String>();
    for (InetAddress address : addresses) {
      try {
        ServerSocketChannel entrance = server.listen(new InetSocketAddress(address, 0), most);
        entrances.add(entrance);
        doors.add((InetSocketAddress) entrance.getLocalAddress());
      } catch (IOException e) {
        refusals.add(address.getHostAddress() + " (" + e.getMessage() + ")");
      }
    }
    if (doors.isEmpty() && !refusals.isEmpty()) {
      throw new IOException(
          "no address of this host can be listened at, as the other ranks need it: "
              + String.join(", ", refusals)
              + "; mend its network interfaces");
    }
    return doors;
  }

  /// Somebody knocks.
  void admit(Connection visitor, long now) {
    try {
      if (closed) {
        visitor.close();
        return;
      }
      visitor.accept(SHORT);
      keepalive.on(visitor::set);
    } catch (IOException e) {
      visitor.close(); // It has left again.
      return;
    }
    visitors.put(visitor, now);
    if (visitors.size() > most) {
      Iterator<Connection> longest = visitors.keySet().iterator();
      longest.next().close();
      longest.remove();
    }
  }

  /// Whether `visitor` is let in, who shows `token`; if not, it is sent away.
  boolean prove(Connection visitor, String token) {
    boolean known = visitors.remove(visitor) != null && Hex.same(token, this.token);
    if (known) {
      visitor.accept(weft.transport.job.Message.MAX_FRAME);
    } else {
      visitor.close();
    }
    return known;
  }

  /// A visitor has left.
  void leave(Connection visitor) {
    visitors.remove(visitor);
  }

  /// After how many nanoseconds [#sendAway] has something to do.
  long next(long now) {
    for (long since : visitors.values()) {
      return Math.max(0, since + PATIENCE - now);
    }
    return ControlServer.NEVER;
  }

  /// Sends those away who have said nothing for too long.
  void sendAway(long now) {
    while (!visitors.isEmpty() && next(now) == 0) {
      Connection longest = visitors.keySet().iterator().next();
      visitors.remove(longest);
      longest.close();
    }
  }

  /// All are in.
  void close() {
    closed = true;
    for (ServerSocketChannel entrance : entrances) {
      try {
        entrance.close();
      } catch (IOException e) {
        // Then nobody knocks there any more.
      }
    }
    visitors.keySet().forEach(Connection::close);
    visitors.clear();
  }
}
