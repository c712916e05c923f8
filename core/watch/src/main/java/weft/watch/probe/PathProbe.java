// SPDX-License-Identifier: Apache-2.0
package weft.watch.probe;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import weft.transport.host.PortRange;
import weft.transport.job.GuardedListener;
import weft.transport.job.Handshake;
import weft.transport.job.ReadyChannel;

/// Tries the ways from this host to others, and answers theirs. It listens as a rank does, connects
/// as one does, and sends 64 KB: more than any packet holds.
final class PathProbe implements GuardedListener.Owner, AutoCloseable {
  private static final int BYTES = 1 << 16;

  /// A write never waits for the other host.
  private static final int SEND_BUFFER = 4 * BYTES;

  /// The time for one address, and for all of them, as for ranks that join.
  private static final int CONNECT_MILLIS = 3_000;

  private static final int LEAST_MILLIS = 250;
  private static final int ALL_MILLIS = 4_500;

  /// The time for the proof, and for 64 KB.
  private static final int ANSWER_MILLIS = 5_000;

  private final int rank;
  private final int ranks;
  private final String token;
  private final Selector selector;
  private final GuardedListener listener;
  private final int port;
  private volatile boolean closing;

  /// Listens at all addresses, at one of `ports`.
  ///
  /// @throws IOException if that is not possible
  PathProbe(int rank, int ranks, String token, PortRange ports) throws IOException {
    this.rank = rank;
    this.ranks = ranks;
    this.token = token;
    this.selector = Selector.open();
    this.listener = new GuardedListener(token, rank, ranks, this);
    try {
      this.port = listener.open(selector, null, ports).getPort();
    } catch (IOException e) {
      selector.close();
      throw e;
    }
    Thread.ofPlatform().daemon().name("weft-answer-probes").start(this::serve);
  }

  int port() {
    return port;
  }

  private void serve() {
    try (selector;
        listener) {
      while (!closing) {
        int _ = selector.select(key -> ((ReadyChannel) key.attachment()).ready(key));
      }
    } catch (IOException e) {
      // The others say that they did not reach this host.
    }
  }

  @Override
  public boolean wants(Handshake.Caller caller) {
    return caller.purpose() == Handshake.Purpose.PROBE
        && caller.rank() >= 0
        && caller.rank() < ranks;
  }

  @Override
  public void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key)
      throws IOException {
    key.cancel();
    channel.configureBlocking(true);
    Thread.ofVirtual().start(() -> answer(channel.socket()));
  }

  private static void answer(Socket socket) {
    try (socket) {
      socket.setSoTimeout(ANSWER_MILLIS);
      new DataInputStream(socket.getInputStream()).readFully(new byte[BYTES]);
      socket.getOutputStream().write(1);
    } catch (IOException e) {
      // The other end says so.
    }
  }

  /// Tries to reach rank `to` at each of `endpoints`, until one leads there.
  PathResult reach(int to, List<InetSocketAddress> endpoints) {
    var failed = new ArrayList<String>();
    int millis =
        Math.clamp(ALL_MILLIS / Math.max(1, endpoints.size()), LEAST_MILLIS, CONNECT_MILLIS);
    for (InetSocketAddress endpoint : endpoints) {
      String address = endpoint.getAddress().getHostAddress();
      try (var socket = new Socket()) {
        connect(socket, endpoint, millis, to);
        long began = System.nanoTime();
        boolean arrived = send(socket);
        long micros = (System.nanoTime() - began) / 1_000;
        PathFault fault = arrived ? null : PathFault.STALLED;
        return new PathResult(rank, to, address, micros, fault, String.join("; ", failed));
      } catch (IOException e) {
        failed.add(address + ": " + e.getMessage());
      }
    }
    String tried = String.join("; ", failed);
    PathFault fault = endpoints.isEmpty() ? PathFault.NO_ADDRESS : PathFault.of(tried);
    return new PathResult(rank, to, "", 0, fault, tried);
  }

  private void connect(Socket socket, InetSocketAddress endpoint, int millis, int to)
      throws IOException {
    socket.setSendBufferSize(SEND_BUFFER);
    socket.setTcpNoDelay(true);
    try {
      socket.connect(endpoint, millis);
    } catch (SocketTimeoutException e) {
      throw new IOException(PathFault.SILENT.words(), e);
    }
    socket.setSoTimeout(ANSWER_MILLIS);
    try {
      new Handshake(token, Handshake.Purpose.PROBE, rank, to)
          .connect(socket.getInputStream(), socket.getOutputStream());
    } catch (SocketTimeoutException e) {
      throw new IOException("the connection was accepted, and nothing is answered", e);
    }
  }

  /// Returns whether the bytes have arrived.
  private static boolean send(Socket socket) {
    try {
      socket.getOutputStream().write(new byte[BYTES]);
      return socket.getInputStream().read() >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    closing = true;
    selector.wakeup();
  }
}
