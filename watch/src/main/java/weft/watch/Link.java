// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.net.SocketException;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.job.Connection;
import weft.transport.job.Message;

/// What one rank has to another: a connection on which both talk, and a lifeline, on which nothing
/// is ever said. Bytes that nobody acknowledges would keep the kernel from probing whether the
/// other host is there; on the lifeline there are none.
final class Link {
  /// The rank at the other end.
  final Peer peer;

  /// What is known of it.
  final LinkState state = new LinkState();

  private @Nullable Connection talk;
  private @Nullable Connection lifeline;

  Link(Peer peer) {
    this.peer = peer;
  }

  /// From now on `connection` is its lifeline, or what both talk on. One before it, given up by the
  /// other end while ranks gather, is closed.
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

  /// One of its connections has ended, before all had come.
  void drop(Connection connection) {
    if (connection == talk) {
      talk = null;
    } else if (connection == lifeline) {
      lifeline = null;
    }
  }

  /// How many of its connections are there.
  int joined() {
    return (isThere(talk) ? 1 : 0) + (isThere(lifeline) ? 1 : 0);
  }

  private static boolean isThere(@Nullable Connection connection) {
    return connection != null && !connection.isClosed();
  }

  /// Whether `connection` is one of its own.
  boolean has(Connection connection) {
    return connection == talk || connection == lifeline;
  }

  /// One of its connections has ended.
  void lost(Connection connection, long now) {
    state.end(isSilence(connection), now);
  }

  /// A connection that is reset is one whose process is gone. Whatever else ends one (it has timed
  /// out, there is no route) is about the host.
  private static boolean isSilence(Connection connection) {
    return connection.failure() != null && !(connection.failure() instanceof SocketException);
  }

  /// Says `message`, if anybody listens.
  void tell(Message message) {
    if (talk != null && !state.isGone()) {
      talk.send(message);
    }
  }

  /// Whether the other end has been given all that was said.
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

  /// Why the job fails when this process is absent.
  ///
  /// @param witness who has noticed
  /// @param seconds for how long its host has been silent, if it has
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
              + ") is gone: it called Runtime.halt, was killed (by the kernel's out-of-memory"
              + " killer, it may be), or crashed; a JVM that crashed leaves hs_err_pid"
              + peer.pid()
              + ".log in its working directory";
    }
    return new FailureReport(peer.rank(), "", cause, "");
  }
}
