// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/// Notices connections that have become silent while bytes are under way, for example because a
/// firewall has forgotten them. The kernel probes only connections without such bytes
/// ([weft.watch.Keepalive]), and sends bytes again for a quarter of an hour.
///
/// The evidence is the kernel's: it counts how often it has asked in vain ([SocketTable]). The
/// kernel of a process that is stopped or collects garbage answers, however full its sockets are,
/// so such a process is never silent.
///
/// A daemon thread looks a few times within the time after which a connection is silent. It reads
/// the table only if a connection has sent something since its bytes were acknowledged last.
final class SilenceCheck implements Runnable {
  private static final int LOOKS = 8;
  private static final long LEAST_PERIOD = 250_000_000;

  private final long lost;
  private final long period;
  private final IntConsumer silent;
  private final Map<Integer, Watched> connections = new ConcurrentHashMap<>();
  private boolean started;
  private volatile boolean over;

  /// Reports the ranks whose connections have been silent for `lost` nanoseconds to `silent`, once
  /// each and on another thread.
  SilenceCheck(long lost, IntConsumer silent) {
    this.lost = lost;
    this.period = Math.max(LEAST_PERIOD, lost / LOOKS);
    this.silent = silent;
  }

  /// One connection.
  private static final class Watched {
    final TcpPeer peer;
    final SocketTable.Ends ends;
    private boolean isAsking;
    private long since;
    private long seenAt;
    private int first;
    private int last;

    Watched(TcpPeer peer, SocketTable.Ends ends) {
      this.peer = peer;
      this.ends = ends;
    }

    /// Returns whether the kernel has asked in vain, again and again, for `lost` nanoseconds.
    ///
    /// @param count how often it has asked; 0 if all is answered
    /// @param gap the time after which an earlier look says nothing of what happened since
    boolean isSilent(int count, long lost, long gap, long now) {
      boolean goesOn = isAsking && count >= last && now - seenAt < gap;
      isAsking = count > 0;
      if (!goesOn) {
        since = now;
        first = count;
      }
      seenAt = now;
      last = count;
      return goesOn && count > first && now - since >= lost;
    }
  }

  /// Begins to watch the connection to `rank`. The first call starts the thread. One thread calls
  /// this.
  void watch(int rank, TcpPeer peer, SocketChannel channel) throws IOException {
    if (channel.getLocalAddress() instanceof InetSocketAddress local
        && channel.getRemoteAddress() instanceof InetSocketAddress remote) {
      connections.put(rank, new Watched(peer, new SocketTable.Ends(local, remote)));
      if (!started) {
        started = true;
        var thread = new Thread(this, "weft-silence");
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  /// Watches the connection to `rank` no more, since it has ended.
  void forget(int rank) {
    connections.remove(rank);
  }

  /// Ends the thread.
  void end() {
    over = true;
  }

  @Override
  public void run() {
    try {
      while (!over) {
        Thread.sleep(period / 1_000_000);
        look(System.nanoTime());
      }
    } catch (IOException | IllegalArgumentException e) {
      // This kernel does not show its sockets: only silent connections without bytes are noticed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(long now) throws IOException {
    boolean isNeeded = false;
    for (Watched each : connections.values()) {
      isNeeded |= each.peer.takeHasSent();
    }
    if (!isNeeded) {
      return;
    }
    Map<SocketTable.Ends, Integer> pending = SocketTable.pending();
    connections.forEach((rank, each) -> {
      Integer count = pending.get(each.ends);
      if (count != null) {
        each.peer.hasSent(); // It is looked at again until all is acknowledged.
      }
      if (each.isSilent(count == null ? 0 : count, lost, 3 * period, now)) {
        connections.remove(rank);
        silent.accept(rank);
      }
    });
  }
}
