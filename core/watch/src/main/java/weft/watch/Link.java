// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.Connection;
import weft.transport.job.Message;

/// The two connections between a pair of ranks: one carries messages, and the lifeline carries
/// nothing. The kernel sends no keep-alive probes while bytes are unacknowledged. The lifeline
/// never has such bytes.
final class Link {
  /// The rank at the other end.
  final Peer peer;

  /// The known state of that rank.
  final LinkState state = new LinkState();

  private @Nullable Connection talk;
  private @Nullable Connection lifeline;

  Link(Peer peer) {
    this.peer = peer;
  }

  /// Makes `connection` the lifeline, or the connection for messages. An earlier one, which the
  /// other end gave up while ranks gathered, is closed.
  void join(Connection connection, boolean isLifeline) {
    Connection before = isLifeline ? lifeline : talk;
    if (before != null) {
      before.close();
    }
    if (isLifeline) {
      lifeline = connection;
    } else {
      talk = connection;
    }
  }

  /// Forgets a connection that ended before all ranks had gathered.
  void drop(Connection connection) {
    if (connection == talk) {
      talk = null;
    } else if (connection == lifeline) {
      lifeline = null;
    }
  }

  /// The number of open connections.
  int joined() {
    return (isThere(talk) ? 1 : 0) + (isThere(lifeline) ? 1 : 0);
  }

  private static boolean isThere(@Nullable Connection connection) {
    return connection != null && !connection.isClosed();
  }

  /// Returns whether `connection` belongs to this link.
  boolean has(Connection connection) {
    return connection == talk || connection == lifeline;
  }

  /// Records that one of its connections has ended.
  void lost(Connection connection, long now) {
    state.end(end(connection.failure()), now);
  }

  /// The kernel closes the connections of a process that ends. Failures other than a reset, such as
  /// a timeout or a missing route, concern the host.
  private static LinkState.End end(@Nullable IOException failure) {
    if (failure == null) {
      return LinkState.End.CLOSED;
    }
    return Keepalive.isReset(failure) ? LinkState.End.RESET : LinkState.End.SILENT;
  }

  /// Sends `message` if the connection is open.
  void send(Message message) {
    if (talk != null && !state.isGone()) {
      talk.send(message);
    }
  }

  /// Returns whether all messages have been handed to the other end.
  boolean isFlushed() {
    return talk == null || state.isGone() || talk.isFlushed();
  }

  void close() {
    if (talk != null) {
      talk.close();
    }
    if (lifeline != null) {
      lifeline.close();
    }
  }

  /// Reports why the absence of this process makes the job fail.
  ///
  /// @param witness the rank that detected it
  /// @param seconds the time that its host has been silent, if it is silent
  FailureReport report(Peer witness, int seconds) {
    String cause;
    if (state.isSilent()) {
      cause =
          "its host has not answered rank "
              + witness.rank()
              + " on "
              + witness.host()
              + " for "
              + seconds
              + " s (its process: "
              + peer.process()
              + "); that host is down, or the network between the two is cut";
    } else if (state.isReset()) {
      cause =
          "its connection with rank "
              + witness.rank()
              + " on "
              + witness.host()
              + " was reset, although its process ("
              + peer.process()
              + ") may live. See what ends connections between these hosts: a firewall, for"
              + " example, or a host that has restarted";
    } else if (state.isLeaving()) {
      cause =
          "its process ("
              + peer.process()
              + ") ended before the job's end, by System.exit or by a signal; let its body return"
              + " instead";
    } else {
      cause =
          "its process ("
              + peer.process()
              + ") is gone: it called Runtime.halt, was killed (perhaps by the kernel's "
              + "out-of-memory killer), or crashed; a JVM that crashes leaves hs_err_pid"
              + peer.pid()
              + ".log in its working directory";
    }
    return new FailureReport(peer.rank(), "", cause, "");
  }
}
