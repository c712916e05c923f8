// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.transport.host.PortRange;

/// The listening sockets of one process of a job, and the connections to them, on which it sleeps.
/// A job's host has a control socket; ranks that watch each other have connections over TCP
/// besides, which a [GuardedListener] has admitted.
public final class ControlServer implements Closeable, Consumer<SelectionKey> {
  /// The argument of [#await] for no bound.
  public static final long NEVER = Long.MAX_VALUE;

  private static final long MILLI = 1_000_000;

  private final Selector selector;
  private @Nullable Listener listener;

  /// Is notified of arrivals.
  public interface Listener {
    /// Called with an arrived message.
    void heard(Connection from, Message message);

    /// Called when a connection has ended; [Connection#failure] says why.
    void lost(Connection connection);
  }

  private ControlServer(Selector selector) {
    this.selector = selector;
  }

  /// Opens a server that does not listen yet.
  public static ControlServer open() throws IOException {
    return new ControlServer(Selector.open());
  }

  /// Opens the control socket of the job in `directory`.
  public static ControlServer open(Path directory, int ranks) throws IOException {
    ControlServer server = open();
    try {
      server.listen(directory, ranks);
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /// Whether a process listens at the control socket in `directory`.
  static boolean listens(Path directory) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(JobDirectory.control(directory)));
    } catch (IOException e) {
      return false;
    }
  }

  /// Also listens at the control socket of the job in `directory`.
  public void listen(Path directory, int ranks) throws IOException {
    listen(
        ServerSocketChannel.open(StandardProtocolFamily.UNIX),
        UnixDomainSocketAddress.of(JobDirectory.control(directory)),
        ranks);
  }

  /// Also lets `listener` listen at `address`, at one of `ports`, and returns the address with its
  /// port. Proved connections are [adopted][#adopt] or not by the owner of the listener.
  public InetSocketAddress listen(InetAddress address, PortRange ports, GuardedListener listener)
      throws IOException {
    return listener.open(selector, address, ports);
  }

  private void listen(ServerSocketChannel server, SocketAddress address, int ranks)
      throws IOException {
    try {
      server.bind(address, ranks + 16);
      server.configureBlocking(false);
      ReadyChannel admit = key -> admit(server);
      server.register(selector, SelectionKey.OP_ACCEPT, admit);
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /// Also receives on `channel`, which this process has opened.
  public Connection adopt(SocketChannel channel) throws IOException {
    var connection = new Connection(channel, selector);
    wake();
    return connection;
  }

  /// Ends the current or the next [#await] at once; from any thread.
  public void wake() {
    selector.wakeup();
  }

  /// Waits until something happens, `nanos` at most ([#NEVER] for no bound), and passes the
  /// messages to `listener`.
  ///
  /// @return the number of sockets with events
  public int await(Listener listener, long nanos) throws IOException {
    this.listener = listener;
    if (nanos <= 0) {
      return selector.selectNow(this);
    }
    return selector.select(this, nanos == NEVER ? 0 : (nanos + MILLI - 1) / MILLI);
  }

  /// Handles a key that the selector has found ready.
  @Override
  public void accept(SelectionKey key) {
    if (!key.isValid()) {
      return; // It was closed because of a message on another connection.
    }
    if (key.attachment() instanceof Connection connection) {
      if (key.isWritable()) {
        connection.flush();
      }
      if (key.isReadable()) {
        hear(connection);
      }
    } else if (key.attachment() instanceof ReadyChannel channel) {
      channel.ready(key);
    }
  }

  private void admit(ServerSocketChannel server) {
    Listener listener = this.listener;
    try {
      SocketChannel channel = server.accept();
      if (channel != null && listener != null) {
        hear(new Connection(channel, selector));
      }
    } catch (IOException e) {
      // The connecting process has left again.
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
      connection.failed(e); // A foreign process, or gone.
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
      // No connection is left.
    }
  }
}
