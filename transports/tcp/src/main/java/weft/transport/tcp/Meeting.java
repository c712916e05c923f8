// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import weft.transport.job.Handshake;
import weft.transport.job.Proof;
import weft.transport.job.ReadyChannel;

/// A connection that this rank makes, until both ends have proved that they are ranks of one job.
final class Meeting implements ReadyChannel {
  private enum State {
    CONNECTING,
    EXPECTS_CHALLENGE,
    EXPECTS_WELCOME
  }

  private final Connections connections;
  private final Handshake handshake;
  private final SocketChannel channel;
  private final SelectionKey key;
  private State state = State.CONNECTING;
  private ByteBuffer in = ByteBuffer.allocate(Handshake.CHALLENGE_BYTES);
  private byte[] welcome = {};

  /// The time at which it began, by [System#nanoTime].
  final long began = System.nanoTime();

  private Meeting(
      Connections connections, Handshake handshake, SocketChannel channel, Selector selector)
      throws IOException {
    this.connections = connections;
    this.handshake = handshake;
    this.channel = channel;
    channel.configureBlocking(false);
    this.key = channel.register(selector, SelectionKey.OP_CONNECT, this);
  }

  /// Begins to connect to the rank that listens at `address`.
  static Meeting begin(
      Connections connections, Handshake handshake, InetSocketAddress address, Selector selector)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      var meeting = new Meeting(connections, handshake, channel, selector);
      if (channel.connect(address)) {
        meeting.connected();
      }
      return meeting;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /// The other rank.
  int peer() {
    return handshake.to();
  }

  /// Whether the other side's kernel has not answered yet.
  boolean isConnecting() {
    return state == State.CONNECTING;
  }

  /// Whether the other rank may have taken this connection.
  boolean hasAnswered() {
    return state == State.EXPECTS_WELCOME;
  }

  @Override
  public void ready(SelectionKey key) {
    try {
      if (state == State.CONNECTING) {
        if (channel.finishConnect()) {
          connected();
        }
      } else if (channel.read(in) < 0) {
        connections.failed(this, "it closed the connection");
      } else if (!in.hasRemaining()) {
        arrived(in.array());
      }
    } catch (IOException e) {
      connections.failed(this, String.valueOf(e.getMessage()));
    }
  }

  private void connected() throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    connections.keepAlive(channel);
    state = State.EXPECTS_CHALLENGE;
    key.interestOps(SelectionKey.OP_READ);
  }

  private void arrived(byte[] bytes) throws IOException {
    if (state == State.EXPECTS_WELCOME) {
      if (!Proof.same(bytes, welcome)) {
        throw new IOException("another process answers there");
      }
      connections.met(this, channel, key);
      return;
    }
    Handshake.Answer answer = handshake.answer(bytes);
    welcome = answer.welcome();
    in = ByteBuffer.allocate(Handshake.WELCOME_BYTES);
    state = State.EXPECTS_WELCOME;
    if (channel.write(ByteBuffer.wrap(answer.bytes())) < answer.bytes().length) {
      throw new IOException("the socket takes no answer");
    }
  }

  void close() {
    Connections.close(channel);
  }
}
