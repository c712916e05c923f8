// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// One end of a control socket. It never blocks: bytes that a paused process does not read wait
/// here. Any thread may send; only the thread of the [ControlServer] receives.
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

  /// Sends `message`, now or when the other end reads it.
  public synchronized void send(Message message) {
    unsent.add(message.frame());
    flush();
  }

  /// Sends waiting bytes, as far as the other end reads them.
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
      // The other end is gone, which reading also detects, or this end was closed meanwhile.
      unsent.clear();
    }
  }

  /// Whether all bytes have been passed to the socket.
  public synchronized boolean isFlushed() {
    return unsent.isEmpty();
  }

  /// The reason why reading failed, or null.
  public @Nullable IOException failure() {
    return failure;
  }

  void failed(IOException failure) {
    this.failure = failure;
  }

  /// Reads the available bytes; returns false at the end.
  public boolean fill() throws IOException {
    return frames.fill(channel) >= 0;
  }

  /// The next complete message, or null.
  public @Nullable Message next() throws IOException {
    return frames.next();
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
      // Nothing more was to be sent on the connection.
    }
  }
}
