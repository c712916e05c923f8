// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.memory.Words;
import weft.transport.job.ReadyChannel;

/// A rank that only the network reaches: what is to be sent to it, what arrives from it, and the
/// connection, once there is one.
///
/// Bytes go from the ring to the socket, and from the socket to the ring. Short ones are copied
/// beside their heads, so that one system call moves many.
final class TcpPeer implements ReadyChannel {
  private static final int STAGE = 1 << 12;

  /// Records of at most this many bytes are copied beside their head.
  private static final int SHORT = 1 << 10;

  private static final int ROOM = 1 << 16;

  /// So many missing bytes of a frame are read to their place without a copy.
  private static final int LONG = 1 << 13;

  /// The most reads of one poll: other connections wait.
  private static final int MOST_READS = 8;

  private static final long NONE = -1;
  private static final ByteBuffer EMPTY = ByteBuffer.allocateDirect(0);

  private final int rank;
  private final Connections connections;
  private final TcpBulk bulk;
  private final CarriedRings rings;
  private final RingOutbox outbox;
  private final MemorySegment memory;
  private final long mask;
  private final long outgoing;
  private final long incoming;
  private final ByteBuffer outRing;
  private final ByteBuffer inRing;

  private @Nullable SocketChannel channel;
  private @Nullable SelectionKey key;

  /// Whether the socket has taken no more.
  private boolean blocked;

  /// Whether bytes were sent since [#takeHasSent].
  private volatile boolean hasSent;

  /// Whether the connection has ended. There is no second one, since nobody knows what was lost.
  private boolean over;

  // What is being sent: heads and short bytes, then the body.
  private final ByteBuffer stage = ByteBuffer.allocateDirect(STAGE).limit(0);
  private final ByteBuffer[] both = {stage, EMPTY};
  private ByteBuffer body = EMPTY;
  private int payload;
  private boolean payloadFirst;

  /// The position of the ring up to which bytes were sent, and that of a header that ends its lap.
  private long sent;

  private long wrapAt = NONE;
  private boolean owesCredit;
  private boolean owesGrant;

  // What is being received: bytes that were read, and the place of the frame's missing ones.
  private final ByteBuffer read = ByteBuffer.allocateDirect(ROOM).limit(0);
  private ByteBuffer into = EMPTY;
  private int kind;
  private int bytes;
  private long word;

  /// The position of the ring up to which bytes have arrived.
  private long received;

  TcpPeer(int rank, Connections connections, TcpBulk bulk, CarriedRings rings, RingOutbox outbox) {
    this.rank = rank;
    this.connections = connections;
    this.bulk = bulk;
    this.rings = rings;
    this.outbox = outbox;
    this.memory = rings.control();
    this.mask = rings.ringBytes() - 1;
    this.outgoing = rings.outgoing(rank);
    this.incoming = rings.incoming(rank);
    this.outRing = memory.asSlice(outgoing, rings.ringBytes()).asByteBuffer();
    this.inRing = memory.asSlice(incoming, rings.ringBytes()).asByteBuffer();
  }

  /// Begins to use a connection, both ends of which are proved.
  void connect(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
    key.attach(this);
    key.interestOps(SelectionKey.OP_READ);
    send();
  }

  boolean isConnected() {
    return channel != null;
  }

  boolean isOver() {
    return over;
  }

  // Sending.

  /// Records that the lap of the ring ends at the position of the outbox.
  void wrap() {
    wrapAt = outbox.position();
  }

  /// Sends the position up to which the ring of this peer is consumed.
  void oweCredit() {
    owesCredit = true;
  }

  /// Sends a grant for the next payload.
  void oweGrant() {
    owesGrant = true;
  }

  /// Whether nothing is left to be sent.
  boolean isQuiet() {
    return over || isAllSent();
  }

  private boolean isAllSent() {
    return !stage.hasRemaining()
        && !body.hasRemaining()
        && !owesCredit
        && !owesGrant
        && wrapAt == NONE
        && sent == outbox.position();
  }

  /// Sends what is ready, as far as the socket takes it.
  void send() {
    if (channel == null || blocked) {
      return;
    }
    try {
      while (stage.hasRemaining() || body.hasRemaining() || next()) {
        write(channel);
        if (stage.hasRemaining() || body.hasRemaining()) {
          blocked = true;
          setOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
          return;
        }
        bulk.left(payload);
        payload = 0;
      }
    } catch (IOException e) {
      end(e);
    }
  }

  /// Records that bytes are under way.
  void hasSent() {
    hasSent = true;
  }

  /// Returns whether bytes were sent since the last call, which another thread makes.
  boolean takeHasSent() {
    boolean was = hasSent;
    hasSent = false;
    return was;
  }

  private void write(SocketChannel channel) throws IOException {
    hasSent();
    if (body.hasRemaining()) {
      both[1] = body;
      long _ = channel.write(both);
    } else {
      int _ = channel.write(stage);
    }
  }

  /// Prepares the next frames, or returns false if nothing is to be sent.
  private boolean next() {
    stage.clear();
    body = EMPTY;
    if (owesCredit) {
      owesCredit = false;
      head(TcpFrames.CREDIT, 0, rings.consumed(rank));
    }
    if (owesGrant) {
      owesGrant = false;
      head(TcpFrames.GRANT, 0, 0);
    }
    // In turn, so that neither waits for all of the other.
    payloadFirst = !payloadFirst;
    if (payloadFirst) {
      addPayload();
    }
    addRecords();
    if (!payloadFirst) {
      addPayload();
    }
    return stage.flip().hasRemaining();
  }

  private void head(int kind, int bytes, long word) {
    stage.putInt(kind).putInt(bytes).putLong(word);
  }

  private void addPayload() {
    ByteBuffer piece = body.hasRemaining() ? null : bulk.nextPiece(rank);
    if (piece != null) {
      payload = piece.remaining();
      head(TcpFrames.PAYLOAD, payload, 0);
      body = piece;
    }
  }

  private void addRecords() {
    if (body.hasRemaining()) {
      return; // These are the bytes of the last head.
    }
    long lap = (sent | mask) + 1;
    long end = Math.min(wrapAt != NONE ? wrapAt : outbox.position(), lap);
    if (sent < end) {
      int bytes = (int) (cut(end) - sent);
      int at = (int) (sent & mask);
      int rest = bytes - Long.BYTES;
      head(TcpFrames.RECORDS, bytes, Words.get(memory, outgoing + at));
      if (rest <= SHORT) {
        stage.put(stage.position(), outRing.clear(), at + Long.BYTES, rest);
        stage.position(stage.position() + rest);
      } else {
        body = outRing.clear().position(at + Long.BYTES).limit(at + bytes);
      }
      sent += bytes;
    }
    if (sent == wrapAt && !body.hasRemaining()) {
      head(TcpFrames.WRAP, 0, Words.get(memory, outgoing + (sent & mask)));
      sent = lap;
      wrapAt = NONE;
    }
  }

  /// The end of a frame that begins at `sent`: `end`, or the end of the last record that fits.
  private long cut(long end) {
    if (end - sent <= TcpFrames.MOST_RECORDS) {
      return end;
    }
    long at = sent;
    while (true) {
      long next = at + RecordLayout.length(Words.get(memory, outgoing + (at & mask)));
      if (next - sent > TcpFrames.MOST_RECORDS && at > sent) {
        return at;
      }
      at = next;
    }
  }

  // Receiving.

  @Override
  public void ready(SelectionKey key) {
    if (key.isValid() && key.isWritable()) {
      blocked = false;
      setOps(SelectionKey.OP_READ);
      send();
    }
    if (key.isValid() && key.isReadable() && receive()) {
      connections.hadNews(this);
    }
  }

  /// Takes what has arrived, and returns whether anything has.
  boolean receive() {
    if (channel == null) {
      return false;
    }
    boolean came = false;
    try {
      for (int i = 0; i < MOST_READS; i++) {
        boolean whole = into.remaining() >= LONG && !read.hasRemaining();
        ByteBuffer to = whole ? into : read.compact();
        int room = to.remaining();
        int got = channel.read(to);
        came |= got > 0;
        if (whole) {
          completeFrame();
        } else {
          read.flip();
          parse();
        }
        if (got < 0) {
          end(new SocketException("it was closed"));
        }
        if (got < room) {
          break;
        }
      }
    } catch (IOException | WrongFrameException e) {
      end(e);
    }
    return came;
  }

  private void parse() {
    while (true) {
      if (into.hasRemaining()) {
        int now = Math.min(into.remaining(), read.remaining());
        into.put(into.position(), read, read.position(), now);
        into.position(into.position() + now);
        read.position(read.position() + now);
        if (!completeFrame()) {
          return;
        }
      }
      if (read.remaining() < TcpFrames.HEAD) {
        return;
      }
      kind = read.getInt();
      bytes = read.getInt();
      word = read.getLong();
      begin();
    }
  }

  /// Begins to take the frame whose head has arrived.
  private void begin() {
    switch (kind) {
      case TcpFrames.RECORDS -> {
        int at = (int) (received & mask);
        if (bytes < Long.BYTES || bytes > mask + 1 - at) {
          throw new WrongFrameException("records that do not fit their ring");
        }
        into = inRing.clear().position(at + Long.BYTES).limit(at + bytes);
        boolean _ = completeFrame();
      }
      case TcpFrames.WRAP -> {
        place();
        received = (received | mask) + 1;
      }
      case TcpFrames.CREDIT -> rings.consumedBy(rank, word);
      case TcpFrames.GRANT -> {
        bulk.granted(rank);
        send();
      }
      case TcpFrames.PAYLOAD -> into = bulk.arriving(rank, bytes);
      default -> throw new WrongFrameException("a frame of kind " + kind);
    }
  }

  /// Ends the frame if all its bytes have arrived, and returns whether they have.
  private boolean completeFrame() {
    if (into.hasRemaining()) {
      return false;
    }
    if (kind == TcpFrames.RECORDS) {
      place();
      received += bytes;
    } else if (kind == TcpFrames.PAYLOAD) {
      bulk.arrived(rank, bytes);
    }
    into = EMPTY;
    kind = 0;
    return true;
  }

  /// Puts the first word of the frame into the ring: now its records are seen.
  private void place() {
    Words.set(memory, incoming + (received & mask), word);
    rings.arrived(rank);
  }

  private void setOps(int ops) {
    if (key != null && key.isValid()) {
      key.interestOps(ops);
    }
  }

  private void end(Exception why) {
    SocketChannel channel = this.channel;
    if (channel != null) {
      this.channel = null;
      over = true;
      Connections.close(channel);
      connections.broken(rank, why);
    }
  }
}
