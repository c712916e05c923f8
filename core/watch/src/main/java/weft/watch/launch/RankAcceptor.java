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
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;
import weft.transport.job.ReadyChannel;

/// Accepts one connection of each rank that joins a job. Any process that reaches the port can
/// connect, and gets a challenge.
public final class RankAcceptor implements GuardedListener.Owner, Closeable {
  private final Selector selector;
  private final GuardedListener listener;
  private final int port;
  private volatile boolean closed;

  private final Set<Integer> missing = ConcurrentHashMap.newKeySet();

  // Used by the accepting thread only.
  private final ArrayDeque<Joining> joining = new ArrayDeque<>();

  /// A connection of a rank that has proved that it knows the token.
  public record Joining(int rank, Socket socket) {}

  /// Listens for `ranks`, one connection of each, on the loopback interface of this host.
  ///
  /// @throws IOException if this process cannot listen there
  RankAcceptor(String token, Collection<Integer> ranks) throws IOException {
    this(
        token,
        Handshake.LAUNCHER,
        ranks,
        List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
  }

  /// Listens for `ranks`, one connection of each, at the first of `places` that is free.
  ///
  /// @param self the rank of this process, or [Handshake#LAUNCHER]
  /// @throws IOException if this process cannot listen at any of them
  public RankAcceptor(
      String token, int self, Collection<Integer> ranks, List<InetSocketAddress> places)
      throws IOException {
    missing.addAll(ranks);
    this.selector = Selector.open();
    this.listener = new GuardedListener(token, self, ranks.size(), this);
    try {
      this.port = open(places);
    } catch (IOException e) {
      selector.close();
      throw e;
    }
  }

  private int open(List<InetSocketAddress> places) throws IOException {
    @Nullable IOException refusal = null;
    for (InetSocketAddress place : places) {
      try {
        return listener.open(selector, place).getPort();
      } catch (IOException e) {
        refusal = e;
      }
    }
    throw refusal == null ? new IOException("there is no place to listen at") : refusal;
  }

  /// The port at which ranks join.
  public int port() {
    return port;
  }

  /// The ranks that have not joined yet; from any thread.
  public Set<Integer> missing() {
    return Set.copyOf(missing);
  }

  /// Waits for the next rank. One thread calls this, and then [#end].
  ///
  /// @throws IOException after [#close]
  public Joining accept() throws IOException {
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
  public void end() {
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
