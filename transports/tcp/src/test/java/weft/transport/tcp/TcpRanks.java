// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import weft.memory.CarriedRings;
import weft.memory.Inbox;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.memory.Words;
import weft.transport.RecordSink;
import weft.transport.job.GuardedListener;

/// Ranks of one process with real connections between them, each with its rings: what a rank has
/// below its transport. One thread at a time uses a rank.
final class TcpRanks implements AutoCloseable {
  static final String TOKEN = "a token of these ranks alone";

  private final List<Rank> ranks = new ArrayList<>();

  TcpRanks(int count, int ringBytes) throws IOException {
    var listeners = new ArrayList<ServerSocketChannel>();
    var addresses = new ArrayList<InetSocketAddress>();
    for (int rank = 0; rank < count; rank++) {
      var own = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      ServerSocketChannel listener = ServerSocketChannel.open().bind(own, GuardedListener.BACKLOG);
      listeners.add(listener);
      addresses.add((InetSocketAddress) listener.getLocalAddress());
    }
    for (int rank = 0; rank < count; rank++) {
      var all = new ArrayList<List<InetSocketAddress>>();
      for (int peer = 0; peer < count; peer++) {
        all.add(peer == rank ? List.of() : List.of(addresses.get(peer)));
      }
      ranks.add(new Rank(rank, count, ringBytes, all, listeners.get(rank)));
    }
  }

  Rank rank(int rank) {
    return ranks.get(rank);
  }

  @Override
  public void close() {
    ranks.forEach(it -> it.connections.close(true));
  }

  /// One rank.
  static final class Rank implements Connections.Failures {
    final int rank;
    final Connections connections;
    final List<String> failures = new ArrayList<>();
    final InetSocketAddress address;
    private final RingOutbox[] outboxes;
    private final Inbox inbox;

    private Rank(
        int rank,
        int count,
        int ringBytes,
        List<List<InetSocketAddress>> addresses,
        ServerSocketChannel listener)
        throws IOException {
      this.rank = rank;
      this.address = (InetSocketAddress) listener.getLocalAddress();
      var memory = Arena.ofAuto().allocate(CarriedRings.bytes(count, ringBytes), 64);
      var rings = new CarriedRings(count, rank, ringBytes, memory);
      this.outboxes = new RingOutbox[count];
      this.connections =
          new Connections(
              rank,
              TOKEN,
              Selector.open(),
              rings,
              outboxes,
              addresses,
              listener,
              15_000_000_000L,
              this);
      for (int target = 0; target < count; target++) {
        outboxes[target] = connections.outbox(target);
      }
      this.inbox = rings.inbox(connections);
    }

    /// Writes a record of `words` words, the first of which is `value`, or returns false if the
    /// ring is full.
    boolean send(int target, long value, int words) {
      int bytes = RecordLayout.lengthOf(8 * words);
      RingOutbox out = outboxes[target];
      long at = out.claim(bytes);
      if (at < 0) {
        return false;
      }
      for (int i = 0; i < words; i++) {
        Words.set(out.memory(), at + 8 + 8L * i, value + i);
      }
      out.commit(at, bytes, RecordLayout.header(RecordLayout.RSRN, 7, 8 * words));
      return true;
    }

    /// Carries, and passes what has arrived to `sink`.
    int poll(RecordSink sink) {
      connections.send();
      connections.receive();
      int taken = inbox.poll(sink);
      connections.send();
      return taken;
    }

    @Override
    public void unreachable(int peer, String tried) {
      failures.add("unreachable " + peer + ": " + tried);
    }

    @Override
    public void broken(int peer, String why) {
      failures.add("broken " + peer + ": " + why);
    }

    @Override
    public void silent(int peer) {
      failures.add("silent " + peer);
    }
  }
}
