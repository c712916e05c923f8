// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.memory.Doorbell;
import weft.transport.job.JobDirectory;

/// A rank's doorbell: a Unix-domain socket to which other ranks write a byte to wake this rank, and
/// connections to their sockets.
///
/// The rank's own thread sleeps in the selector, so a ring wakes it without another thread. A byte
/// that arrives while the rank is awake stays in the socket and ends the next sleep at once, so no
/// ring is lost. Only the rank's thread calls the methods, except [#wake].
final class SocketBell implements Doorbell, Closeable, Consumer<SelectionKey> {
  private static final long MILLI = 1_000_000;

  private final Path directory;
  private final Selector selector;
  private final ServerSocketChannel server;
  private final @Nullable SocketChannel[] peers;
  private final boolean[] gone;
  private final ByteBuffer ring = ByteBuffer.allocateDirect(1);
  private final ByteBuffer rung = ByteBuffer.allocateDirect(256);

  private SocketBell(Path directory, int ranks, Selector selector, ServerSocketChannel server) {
    this.directory = directory;
    this.selector = selector;
    this.server = server;
    this.peers = new SocketChannel[ranks];
    this.gone = new boolean[ranks];
  }

  /// Creates the bell of `rank` in the job's directory.
  static SocketBell open(Path directory, int rank, int ranks) throws IOException {
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    // Every rank can connect while this one computes: no ring may wait or fail.
    server.bind(UnixDomainSocketAddress.of(JobDirectory.bell(directory, rank)), ranks + 16);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    return new SocketBell(directory, ranks, selector, server);
  }

  @Override
  public void ring(int rank) {
    SocketChannel peer = peers[rank];
    if (peer == null) {
      peer = connect(rank);
      if (peer == null) {
        return;
      }
    }
    try {
      ring.clear();
      // If the socket is full, nothing is written: earlier bytes already wake the peer.
      peer.write(ring);
    } catch (IOException e) {
      hangUp(rank, peer);
    }
  }

  /// Connects to the bell of `rank`. A peer that cannot be reached has ended; the job's host
  /// decides what follows.
  private @Nullable SocketChannel connect(int rank) {
    if (gone[rank]) {
      return null;
    }
    try {
      SocketChannel peer = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        peer.configureBlocking(false);
        if (!peer.connect(UnixDomainSocketAddress.of(JobDirectory.bell(directory, rank)))) {
          // Its queue is full, so it has connections to accept and wakes.
          peer.close();
          return null;
        }
      } catch (IOException e) {
        peer.close();
        throw e;
      }
      peers[rank] = peer;
      return peer;
    } catch (IOException e) {
      gone[rank] = true;
      return null;
    }
  }

  private void hangUp(int rank, SocketChannel peer) {
    gone[rank] = true;
    peers[rank] = null;
    try {
      peer.close();
    } catch (IOException e) {
      // The peer is gone.
    }
  }

  /// Sleeps until another rank rings or [#wake] is called, but at most `nanos`, rounded to whole
  /// milliseconds and at least one.
  void sleep(long nanos) throws IOException {
    selector.select(this, Math.max(1, nanos / MILLI));
  }

  /// Wakes this rank from another thread of its process.
  void wake() {
    selector.wakeup();
  }

  /// Handles a new connection or a ring that the selector found.
  @Override
  public void accept(SelectionKey key) {
    SelectableChannel channel = key.channel();
    try {
      if (channel instanceof SocketChannel connection) {
        rung.clear();
        if (connection.read(rung) < 0) {
          connection.close();
        }
      } else {
        SocketChannel connection = server.accept();
        if (connection != null) {
          connection.configureBlocking(false);
          connection.register(selector, SelectionKey.OP_READ);
        }
      }
    } catch (IOException e) {
      key.cancel();
    }
  }

  @Override
  public void close() {
    if (!selector.isOpen()) {
      return;
    }
    try {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      for (SocketChannel peer : peers) {
        if (peer != null) {
          peer.close();
        }
      }
      selector.close();
    } catch (IOException e) {
      // The kernel closes them when the process ends.
    }
  }
}
