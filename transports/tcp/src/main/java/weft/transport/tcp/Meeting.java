// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import weft.transport.job.Proof;

/// A connection whose ends have not proved yet that they are ranks of one job. Neither shows the
/// job's token: each answers a challenge of the other. Who lacks it gets no byte, because the first
/// message holds a proof, too; it can be replayed, but then what follows cannot.
///
/// ```
/// who connects → who listens   "WEFT", int from, int to, nonce a, proof of (from, to, a)
/// who listens → who connects   nonce b, proof of (a, b)
/// who connects → who listens   proof of (b, a), and frames from now on
/// ```
final class Meeting implements Ready {
  private static final int MAGIC = 0x57454654;
  private static final int RANKS = 3 * Integer.BYTES;
  private static final int HELLO = RANKS + Proof.NONCE_BYTES + Proof.BYTES;
  private static final int WELCOME = Proof.NONCE_BYTES + Proof.BYTES;

  private enum State {
    CONNECTING,
    EXPECTS_WELCOME,
    EXPECTS_HELLO,
    EXPECTS_PROOF
  }

  private final Connections connections;
  private final String token;
  private final int self;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final ByteBuffer in = ByteBuffer.allocate(HELLO);
  private final byte[] own = Proof.nonce();
  private byte[] other = {};
  private State state;
  private int peer;

  /// The time at which it began, by [System#nanoTime].
  final long began = System.nanoTime();

  private Meeting(
      Connections connections,
      String token,
      int self,
      int peer,
      State state,
      SocketChannel channel,
      Selector selector)
      throws IOException {
    this.connections = connections;
    this.token = token;
    this.self = self;
    this.peer = peer;
    this.state = state;
    this.channel = channel;
    channel.configureBlocking(false);
    boolean connects = state == State.CONNECTING;
    this.key =
        channel.register(selector, connects ? SelectionKey.OP_CONNECT : SelectionKey.OP_READ, this);
    expect(connects ? WELCOME : HELLO);
  }

  /// Begins to connect `self` to `peer`, which listens at `address`.
  static Meeting begin(
      Connections connections,
      String token,
      int self,
      int peer,
      InetSocketAddress address,
      Selector selector)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      var meeting =
          new Meeting(connections, token, self, peer, State.CONNECTING, channel, selector);
      if (channel.connect(address)) {
        meeting.greet();
      }
      return meeting;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// Takes a connection that `self` has accepted.
  static Meeting accept(
      Connections connections, String token, int self, SocketChannel channel, Selector selector)
      throws IOException {
    return new Meeting(connections, token, self, -1, State.EXPECTS_HELLO, channel, selector);
  }

  private void expect(int bytes) {
    in.clear().limit(bytes);
  }

  /// The other rank; −1 if it has not said yet who it is.
  int peer() {
    return peer;
  }

  /// Whether this rank began it.
  boolean isOwn() {
    return state == State.CONNECTING || state == State.EXPECTS_WELCOME;
  }

  /// Whether the other side's kernel has not answered yet.
  boolean isConnecting() {
    return state == State.CONNECTING;
  }

  @Override
  public void ready(SelectionKey key) {
    try {
      if (state == State.CONNECTING) {
        if (channel.finishConnect()) {
          greet();
        }
        return;
      }
      if (channel.read(in) < 0) {
        connections.failed(this, "it closed the connection");
      } else if (!in.hasRemaining()) {
        in.flip();
        answer();
      }
    } catch (IOException e) {
      connections.failed(this, String.valueOf(e.getMessage()));
    }
  }

  private void answer() throws IOException {
    switch (state) {
      case EXPECTS_HELLO -> welcome();
      case EXPECTS_WELCOME -> confirm();
      case EXPECTS_PROOF -> {
        if (prove("confirm", own, other, bytes(Proof.BYTES))) {
          meet();
        }
      }
      case CONNECTING -> throw new IllegalStateException("an answer before the connection");
    }
  }

  private void greet() throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    state = State.EXPECTS_WELCOME;
    key.interestOps(SelectionKey.OP_READ);
    byte[] ranks = ranks(self, peer);
    write(ranks, own, Proof.of(token, "hello", ranks, own));
  }

  private static byte[] ranks(int from, int to) {
    return ByteBuffer.allocate(RANKS).putInt(MAGIC).putInt(from).putInt(to).array();
  }

  private void welcome() throws IOException {
    byte[] ranks = bytes(RANKS);
    int from = ByteBuffer.wrap(ranks).getInt(Integer.BYTES);
    other = bytes(Proof.NONCE_BYTES);
    if (!Arrays.equals(ranks, ranks(from, self))) {
      connections.failed(this, "another process than a rank of this job connects");
      return;
    }
    if (!prove("hello", ranks, other, bytes(Proof.BYTES))) {
      return;
    }
    if (!connections.admits(from)) {
      connections.failed(this, "this rank connects to rank " + from + " itself");
      return;
    }
    peer = from;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    state = State.EXPECTS_PROOF;
    expect(Proof.BYTES);
    write(own, Proof.of(token, "welcome", other, own));
  }

  private void confirm() throws IOException {
    other = bytes(Proof.NONCE_BYTES);
    if (prove("welcome", own, other, bytes(Proof.BYTES))) {
      write(Proof.of(token, "confirm", other, own));
      meet();
    }
  }

  /// Whether the other side knows the token; else it is not part of the job.
  private boolean prove(String role, byte[] first, byte[] second, byte[] shown) {
    boolean proved = Proof.same(Proof.of(token, role, first, second), shown);
    if (!proved) {
      connections.failed(this, "another process than a rank of this job answers there");
    }
    return proved;
  }

  private void meet() {
    connections.met(peer, channel, key, this);
  }

  private byte[] bytes(int count) {
    var bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  /// Writes to a connection on which nothing is under way, so that its buffer has room.
  private void write(byte[]... parts) throws IOException {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      all.put(part);
    }
    channel.write(all.flip());
    if (all.hasRemaining()) {
      throw new IOException("the socket takes no " + length + " bytes");
    }
  }

  void close() {
    Connections.close(channel);
  }
}
