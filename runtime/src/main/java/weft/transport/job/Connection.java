// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// One end of a control socket. It never blocks: what a paused process does not take now waits here
/// until it does. Any thread may send; what arrives is for the thread of the [ControlServer].
public final class Connection implements Closeable {
  private final SocketChannel channel;
  private final SelectionKey key;
  private final MessageReader frames = new MessageReader();
  private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>(); // guarded by this
  private @Nullable IOException failure;

  Connection(SocketChannel channel, Selector selector) throws IOException {
    this.channel = channel;
    channel.configureBlocking(false);
    this.key = channel.register(selector, SelectionKey.OP_READ, this);
  }

  /// Sends `message`, now or when the other end takes it.
  public synchronized void send(Message message) {
    unsent.add(message.frame());
    flush();
  }

  /// Sends what waits, as far as the other end takes it.
  public synchronized void flush() {
    try {
      for (ByteBuffer frame = unsent.peek(); frame != null; frame = unsent.peek()) {
        channel.write(frame);
        if (frame.hasRemaining()) {
          key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
          return;
        }
        unsent.remove();
      }
      if (key.isValid()) {
        key.interestOps(SelectionKey.OP_READ);
      }
    } catch (IOException | CancelledKeyException e) {
      // The other end is gone, which reading tells as well; or this one was closed meanwhile.
      unsent.clear();
    }
  }

  /// Whether nothing waits for the other end to take it.
  public synchronized boolean isFlushed() {
    return unsent.isEmpty();
  }

  /// Sets an option of the socket.
  public <T> void set(SocketOption<T> option, T value) throws IOException {
    channel.setOption(option, value);
  }

  /// From now on a message of more than `bytes` bytes ends the connection.
  public void accept(int bytes) {
    frames.accept(bytes);
  }

  /// Why reading ended, or null while it has not, and where it ended as it should.
  public @Nullable IOException failure() {
    return failure;
  }

  void failed(IOException failure) {
    this.failure = failure;
  }

  /// Reads what is there; false at the end.
  public boolean fill() throws IOException {
    return frames.fill(channel) >= 0;
  }

  /// The next message that has arrived as a whole, or null.
  public @Nullable Message next() throws IOException {
    return frames.next();
  }

  /// Whether it is over TCP, so that anybody may have made it.
  public boolean isFromNetwork() {
    try {
      return channel.getLocalAddress() instanceof InetSocketAddress;
    } catch (IOException e) {
      return false; // It is closed.
    }
  }

  /// Whether it has been closed at this end.
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing more was to be said on it.
    }
  }
}
