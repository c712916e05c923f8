// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where a job's host listens and sleeps: the control socket, its connections, and the news of
/// processes that have ended.
final class ControlServer implements Closeable, Consumer<SelectionKey> {
  private static final long MILLI = 1_000_000;

  private final Selector selector;
  private final ServerSocketChannel server;
  private final ConcurrentLinkedQueue<RankProcess> exits = new ConcurrentLinkedQueue<>();
  private @Nullable Listener listener;

  /// Who is told what arrives.
  interface Listener {
    /// A message.
    void heard(Connection from, Message message);

    /// A connection has ended.
    void lost(Connection connection);
  }

  private ControlServer(Selector selector, ServerSocketChannel server) {
    this.selector = selector;
    this.server = server;
  }

  /// Opens the control socket of the job in `directory`.
  static ControlServer open(Path directory, int ranks) throws IOException {
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(JobDirectory.control(directory)), ranks + 16);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    return new ControlServer(selector, server);
  }

  /// The process of `rank` has ended; from any thread.
  void exited(RankProcess rank) {
    exits.add(rank);
    selector.wakeup();
  }

  /// Ends the current or the next [#await] at once; from any thread.
  void wake() {
    selector.wakeup();
  }

  /// Waits until something happens, `nanos` at most ([Verdict#NEVER] for no bound), and tells
  /// `listener` what was said.
  void await(Listener listener, long nanos) throws IOException {
    this.listener = listener;
    if (nanos <= 0) {
      selector.selectNow(this);
    } else {
      selector.select(this, nanos == Verdict.NEVER ? 0 : (nanos + MILLI - 1) / MILLI);
    }
  }

  /// The next process that has ended, or null.
  @Nullable RankProcess nextExit() {
    return exits.poll();
  }

  /// What the selector found.
  @Override
  public void accept(SelectionKey key) {
    if (key.attachment() instanceof Connection connection) {
      if (key.isWritable()) {
        connection.flush();
      }
      if (key.isReadable()) {
        hear(connection);
      }
    } else {
      admit();
    }
  }

  private void admit() {
    try {
      SocketChannel visitor = server.accept();
      if (visitor != null) {
        hear(new Connection(visitor, selector));
      }
    } catch (IOException e) {
      // Who knocked has left again.
    }
  }

  private void hear(Connection connection) {
    Listener listener = this.listener;
    if (listener == null) {
      return;
    }
    try {
      boolean open = connection.fill();
      for (Message message = connection.next(); message != null; message = connection.next()) {
        listener.heard(connection, message);
      }
      if (open) {
        return;
      }
    } catch (IOException e) {
      // Not one of us, or gone.
    }
    connection.close();
    listener.lost(connection);
  }

  @Override
  public void close() {
    try {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      // Nobody is left to be heard.
    }
  }
}
