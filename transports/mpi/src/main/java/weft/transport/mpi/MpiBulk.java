// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.transport.Bulk;

/// Large payloads over MPI, on a separate communicator, from the sender's memory into the
/// receiver's. MPI keeps the order of each pair, so announcements need no numbers.
///
/// MPI sends payloads below its eager limit at once, and the receiver must store them. So a send is
/// synchronous if more than [#MOST_UNCONFIRMED] bytes for one target would be unconfirmed. It
/// completes when that payload, and so all before it, has arrived.
final class MpiBulk implements Bulk {
  /// From this size on, a copy into the ring and one out of it cost more than a second message.
  private static final long FROM = 1 << 14;

  private static final long MOST_UNCONFIRMED = 1 << 18;

  /// MPI counts in ints.
  private static final long PIECE = 1 << 30;

  private final Departures departures;
  private final long communicator;
  private final Move sending = new Move();
  private final @Nullable Move[] receiving;
  private final long[] unconfirmed;

  MpiBulk(Departures departures, int ranks, long communicator) {
    this.departures = departures;
    this.communicator = communicator;
    this.receiving = new Move[ranks];
    this.unconfirmed = new long[ranks];
  }

  @Override
  public long from() {
    return FROM;
  }

  @Override
  public void send(int target, MemorySegment payload, long offset, long bytes) {
    // The announcement is sent first.
    departures.depart(target);
    sending.begin(true, target, payload.address() + offset, bytes);
  }

  @Override
  public boolean isSent() {
    return sending.isDone();
  }

  @Override
  public void receive(int source, MemorySegment payload, long offset, long bytes) {
    Move move = receiving[source];
    if (move == null) {
      move = new Move();
      receiving[source] = move;
    }
    move.begin(false, source, payload.address() + offset, bytes);
  }

  @Override
  public boolean isReceived(int source) {
    Move move = receiving[source];
    return move != null && move.isDone();
  }

  /// One payload in transit, piece by piece.
  private final class Move {
    private final MemorySegment request = Arena.global().allocate(Long.BYTES, Long.BYTES);
    private boolean outgoing;
    private int peer;
    private long address;
    private long left;
    private boolean busy;

    void begin(boolean outgoing, int peer, long address, long bytes) {
      this.outgoing = outgoing;
      this.peer = peer;
      this.address = address;
      this.left = bytes;
      next();
    }

    private void next() {
      int bytes = (int) Math.min(left, PIECE);
      if (outgoing) {
        depart(bytes);
      } else {
        Mpi.receive(address, bytes, peer, 0, communicator, request.address());
      }
      address += bytes;
      left -= bytes;
      busy = true;
    }

    private void depart(int bytes) {
      unconfirmed[peer] += bytes;
      if (unconfirmed[peer] < MOST_UNCONFIRMED) {
        Mpi.send(address, bytes, peer, 0, communicator, request.address());
      } else {
        unconfirmed[peer] = 0;
        Mpi.sendSynchronously(address, bytes, peer, 0, communicator, request.address());
      }
    }

    boolean isDone() {
      while (busy && Mpi.test(request.address())) {
        busy = false;
        if (left > 0) {
          next();
        }
      }
      return !busy;
    }
  }
}
