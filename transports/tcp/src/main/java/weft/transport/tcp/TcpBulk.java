// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import weft.transport.Bulk;

/// Large payloads over TCP, from the sender's memory to the receiver's. The receiver grants each
/// when it has room for it. Bytes that come before would keep the messages and credits behind them
/// from arriving, and those may be what makes the room.
final class TcpBulk implements Bulk {
  /// A payload waits for a grant, and so for one round trip. From this size on, that takes less
  /// time than two copies.
  private static final long FROM = 1 << 17;

  /// The bytes that one buffer shows of a payload, a multiple of [TcpFrames#MOST_PAYLOAD].
  private static final long WINDOW = 1 << 30;

  private final Connections connections;
  private final Move sending = new Move();
  private final @Nullable Move[] receiving;

  TcpBulk(Connections connections, int ranks) {
    this.connections = connections;
    this.receiving = new Move[ranks];
  }

  @Override
  public long from() {
    return FROM;
  }

  @Override
  public boolean leadsTo(int target) {
    return connections.carriesTo(target);
  }

  @Override
  public void send(int target, MemorySegment payload, long offset, long bytes) {
    sending.begin(target, payload, offset, bytes);
    connections.depart(target);
  }

  @Override
  public boolean isSent() {
    return sending.left == 0;
  }

  @Override
  public void receive(int source, MemorySegment payload, long offset, long bytes) {
    Move move = receiving[source];
    if (move == null) {
      move = new Move();
      receiving[source] = move;
    }
    move.begin(source, payload, offset, bytes);
    connections.grant(source);
  }

  @Override
  public boolean isReceived(int source) {
    Move move = receiving[source];
    return move != null && move.left == 0;
  }

  // Called by the connections.

  /// Records that `target` has room for the payload that is being sent to it.
  ///
  /// @throws WrongFrameException if none is
  void granted(int target) {
    if (sending.peer != target || sending.left == 0 || sending.granted) {
      throw new WrongFrameException("a grant for no payload");
    }
    sending.granted = true;
  }

  /// The next bytes of the payload for `target`; null if there are none to be sent now.
  @Nullable ByteBuffer nextPiece(int target) {
    return sending.peer == target && sending.granted && sending.shown < sending.bytes
        ? sending.next(Math.min(TcpFrames.MOST_PAYLOAD, sending.bytes - sending.shown))
        : null;
  }

  /// Records that the bytes of [#nextPiece] have left.
  void left(int bytes) {
    sending.left -= bytes;
  }

  /// The place of the next `bytes` bytes from `source`.
  ///
  /// @throws WrongFrameException if they were not granted
  ByteBuffer arriving(int source, int bytes) {
    Move move = receiving[source];
    if (move == null || bytes <= 0 || bytes > Math.min(TcpFrames.MOST_PAYLOAD, move.left)) {
      throw new WrongFrameException("a payload that was not granted");
    }
    return move.next(bytes);
  }

  /// Records that the bytes of [#arriving] have arrived.
  void arrived(int source, int bytes) {
    Move move = receiving[source];
    if (move != null) {
      move.left -= bytes;
    }
  }

  /// One payload on its way.
  private static final class Move {
    private int peer = -1;
    private MemorySegment payload = MemorySegment.NULL;
    private long offset;
    private long bytes;

    /// The bytes whose place was shown to the connection, and those that it has not moved yet.
    private long shown;

    private long left;
    private boolean granted;
    private ByteBuffer window = ByteBuffer.allocate(0);

    void begin(int peer, MemorySegment payload, long offset, long bytes) {
      this.peer = peer;
      this.payload = payload;
      this.offset = offset;
      this.bytes = bytes;
      this.shown = 0;
      this.left = bytes;
      this.granted = false;
    }

    ByteBuffer next(long piece) {
      long within = shown % WINDOW;
      if (within == 0) {
        long size = Math.min(WINDOW, bytes - shown);
        window = payload.asSlice(offset + shown, size).asByteBuffer();
      }
      shown += piece;
      return window.clear().position((int) within).limit((int) (within + piece));
    }
  }
}
