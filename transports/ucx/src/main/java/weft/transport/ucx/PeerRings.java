// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.lang.foreign.MemorySegment;
import weft.memory.CarriedRings;
import weft.memory.RecordLayout;
import weft.memory.RingOutbox;
import weft.memory.Words;

/// A rank that only the network reaches: what is to be sent to it, and where what arrives from it
/// belongs.
///
/// A frame carries whole records, and the header that ends a lap, from a position of the ring to
/// the same position at the reader. Frames may arrive in any order. The ring is the delay table of
/// DMCS, section 5.1.2: its reader stops at the first word that is still zero, so that records that
/// are early wait where they lie.
final class PeerRings {
  /// The most bytes of a frame, unless one record is larger: what the library copies in one piece
  /// over its networks.
  private static final int MOST = 8_000;

  private static final long NONE = -1;

  private final int rank;
  private final FrameWire wire;
  private final CarriedRings rings;
  private final RingOutbox outbox;
  private final MemorySegment memory;
  private final long mask;
  private final long outgoing;
  private final long incoming;

  /// The position of the ring up to which bytes were sent, and that of a header that ends its lap.
  private long sent;

  private long wrapAt = NONE;
  private boolean owesCredit;

  /// The largest position up to which this peer has consumed its ring.
  private long credit;

  PeerRings(int rank, FrameWire wire, CarriedRings rings, RingOutbox outbox) {
    this.rank = rank;
    this.wire = wire;
    this.rings = rings;
    this.outbox = outbox;
    this.memory = rings.control();
    this.mask = rings.ringBytes() - 1;
    this.outgoing = rings.outgoing(rank);
    this.incoming = rings.incoming(rank);
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

  /// Whether nothing is left to be sent.
  boolean isQuiet() {
    return !owesCredit && wrapAt == NONE && sent == outbox.position();
  }

  /// Sends what is ready, as far as the network takes it. Returns whether it has taken all.
  boolean send() {
    if (owesCredit) {
      if (!wire.send(FrameWire.CREDIT, rank, rings.consumed(rank), 0, 0)) {
        return false;
      }
      owesCredit = false;
    }
    while (!isQuiet()) {
      long lap = (sent | mask) + 1;
      long end = cut(Math.min(wrapAt != NONE ? wrapAt : outbox.position(), lap));
      boolean endsLap = end == wrapAt;
      int bytes = (int) (end - sent) + (endsLap ? RecordLayout.HEADER : 0);
      long address = memory.address() + outgoing + (sent & mask);
      if (!wire.send(FrameWire.RECORDS, rank, sent, address, bytes)) {
        return false;
      }
      sent = endsLap ? lap : end;
      if (endsLap) {
        wrapAt = NONE;
      }
    }
    return true;
  }

  /// The end of a frame that begins at `sent`: `end`, or the end of the last record that fits.
  private long cut(long end) {
    if (end - sent <= MOST) {
      return end;
    }
    long at = sent;
    while (true) {
      long next = at + RecordLayout.length(Words.get(memory, outgoing + (at & mask)));
      if (next - sent > MOST && at > sent) {
        return at;
      }
      at = next;
      if (at == end) {
        return end;
      }
    }
  }

  // Receiving.

  /// Puts records at their position, or returns false if they cannot belong there.
  boolean place(long position, long address, int bytes) {
    long consumed = rings.consumed(rank);
    long at = position & mask;
    if (position < consumed
        || position + bytes > consumed + mask + 1
        || at + bytes > mask + 1
        || bytes < RecordLayout.HEADER
        || ((position | bytes) & (Long.BYTES - 1)) != 0) {
      return false;
    }
    MemorySegment.copy(Ucp.ALL, address, memory, incoming + at, bytes);
    rings.arrived(rank);
    return true;
  }

  /// Records that this peer has consumed its ring up to `position`. Credits may overtake each
  /// other: the larger one counts. Returns false if nothing was sent there.
  boolean credit(long position) {
    if (position > sent) {
      return false;
    }
    if (position > credit) {
      credit = position;
      rings.consumedBy(rank, position);
    }
    return true;
  }
}
