// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where a job's host listens and sleeps: the control socket and its connections.
public final class ControlServer implements Closeable, Consumer<SelectionKey> {
  /// What [#await] takes for no bound.
  public static final long NEVER = Long.MAX_VALUE;

  private static final long MILLI = 1_000_000;

  private final Selector selector;
  private final ServerSocketChannel server;
  private @Nullable Listener listener;

  /// Who is told what arrives.
  public interface Listener {
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
  public static ControlServer open(Path directory, int ranks) throws IOException {
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(JobDirectory.control(directory)), ranks + 16);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    return new ControlServer(selector, server);
  }

  /// Ends the current or the next [#await] at once; from any thread.
  public void wake() {
    selector.wakeup();
  }

  /// Waits until something happens, `nanos` at most ([#NEVER] for no bound), and tells `listener`
  /// what was said.
  public void await(Listener listener, long nanos) throws IOException {
    this.listener = listener;
    if (nanos <= 0) {
      selector.selectNow(this);
    } else {
      selector.select(this, nanos == NEVER ? 0 : (nanos + MILLI - 1) / MILLI);
    }
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
