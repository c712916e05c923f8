// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.transport.host.PortRange;

/// The TCP ports of one process of a job, to which any process can connect. Every connection gets a
/// challenge, all at once. Those whose other end proves that it knows the token of the job are
/// passed on, see [Handshake]; the others wait here, and disturb nothing.
///
/// A connection that has proved nothing costs a file descriptor and a few bytes. There are at most
/// [#MOST_STRANGERS] more of them than connections that are expected: then the oldest is closed. So
/// there is no time limit, and a rank that is stopped while it joins goes on when it runs again.
///
/// One thread at a time may call the methods.
public final class GuardedListener implements Closeable {
  /// The maximum number of unproved connections in addition to the expected ones.
  public static final int MOST_STRANGERS = 256;

  /// The number of connections that the kernel is asked to keep until they are accepted.
  public static final int BACKLOG = 4096;

  /// So many connections are accepted before those that have answered get their turn.
  private static final int ACCEPTED_AT_ONCE = 16;

  private static final long PAUSE = 1_000_000;

  private final String token;
  private final int self;
  private final int most;
  private final Owner owner;
  private final List<ServerSocketChannel> serverSockets = new ArrayList<>();
  private final Set<Stranger> strangers = new LinkedHashSet<>();

  /// Receives the proved connections.
  public interface Owner {
    /// Returns whether a connection of `caller` is wanted. If not, it is closed.
    boolean wants(Handshake.Caller caller);

    /// Takes a connection, which has been welcomed. Its key belongs to the selector of the
    /// listener.
    ///
    /// @throws IOException if the connection cannot be used; it is then closed
    void take(Handshake.Caller caller, SocketChannel channel, SelectionKey key) throws IOException;
  }

  /// Creates the listener of `self`, a rank or [Handshake#LAUNCHER].
  ///
  /// @param expected the number of connections that the job itself may make at once
  public GuardedListener(String token, int self, int expected, Owner owner) {
    this.token = token;
    this.self = self;
    this.most = expected + MOST_STRANGERS;
    this.owner = owner;
  }

  /// Also listens at `address`, and returns the address with its port.
  public InetSocketAddress open(Selector selector, InetSocketAddress address) throws IOException {
    ServerSocketChannel serverSocket = ServerSocketChannel.open();
    try {
      add(selector, serverSocket.bind(address, BACKLOG));
      return (InetSocketAddress) serverSocket.getLocalAddress();
    } catch (IOException e) {
      serverSocket.close();
      throw e;
    }
  }

  /// Also listens at `address`, or at all addresses if that is null, at one of `ports`. Returns the
  /// address with its port.
  public InetSocketAddress open(Selector selector, @Nullable InetAddress address, PortRange ports)
      throws IOException {
    return ports.open(port -> open(selector, new InetSocketAddress(address, port)));
  }

  /// Also accepts the connections of `serverSocket`, which is bound. The attachments of all keys
  /// are [ReadyChannel]s.
  public void add(Selector selector, ServerSocketChannel serverSocket) throws IOException {
    serverSocket.configureBlocking(false);
    ReadyChannel accept = key -> accept(selector, serverSocket);
    serverSocket.register(selector, SelectionKey.OP_ACCEPT, accept);
    serverSockets.add(serverSocket);
  }

  private void accept(Selector selector, ServerSocketChannel serverSocket) {
    for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
      SocketChannel channel = next(serverSocket);
      if (channel == null) {
        return;
      }
      try {
        strangers.add(new Stranger(channel, selector));
      } catch (IOException e) {
        close(channel); // Its other end is gone already.
      }
      if (strangers.size() > most) {
        strangers.iterator().next().leave();
      }
    }
  }

  /// The next connection, or null.
  private @Nullable SocketChannel next(ServerSocketChannel serverSocket) {
    try {
      return serverSocket.accept();
    } catch (IOException e) {
      // Its other end is gone already, or this process has too many open files. The selector would
      // report the same connection again at once.
      if (strangers.isEmpty()) {
        LockSupport.parkNanos(PAUSE);
      } else {
        strangers.iterator().next().leave();
      }
      return null;
    }
  }

  /// The number of connections that have not proved anything.
  public int strangers() {
    return strangers.size();
  }

  /// Stops listening, and closes the connections that have proved nothing.
  @Override
  public void close() {
    serverSockets.forEach(GuardedListener::close);
    serverSockets.clear();
    List.copyOf(strangers).forEach(Stranger::leave);
  }

  private static void close(Closeable channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is not used any more.
    }
  }

  /// A connection that has proved nothing yet.
  private final class Stranger implements ReadyChannel {
    private final SocketChannel channel;
    private final byte[] challenge = Handshake.challenge();
    private final ByteBuffer answer = ByteBuffer.allocate(Handshake.ANSWER_BYTES);

    Stranger(SocketChannel channel, Selector selector) throws IOException {
      this.channel = channel;
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      write(channel, challenge);
      channel.register(selector, SelectionKey.OP_READ, this);
    }

    @Override
    public void ready(SelectionKey key) {
      try {
        if (channel.read(answer) < 0) {
          leave();
        } else if (!answer.hasRemaining()) {
          answered(key);
        }
      } catch (IOException e) {
        leave();
      }
    }

    private void answered(SelectionKey key) throws IOException {
      Handshake.Caller caller = Handshake.check(token, self, challenge, answer.array());
      if (caller == null || !owner.wants(caller)) {
        leave();
        return;
      }
      write(channel, caller.welcome());
      strangers.remove(this);
      owner.take(caller, channel, key);
    }

    /// Closes the connection.
    void leave() {
      strangers.remove(this);
      close(channel);
    }
  }

  /// Writes to a connection on which little was sent, so that its buffer has room.
  private static void write(SocketChannel channel, byte[] bytes) throws IOException {
    if (channel.write(ByteBuffer.wrap(bytes)) < bytes.length) {
      throw new IOException("the socket takes no " + bytes.length + " bytes");
    }
  }
}
