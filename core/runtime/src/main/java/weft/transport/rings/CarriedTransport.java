// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import weft.memory.CarriedRings;
import weft.memory.Carrier;
import weft.memory.Heaps;
import weft.memory.Lines;
import weft.memory.RingOutbox;
import weft.transport.RecordSink;

/// A transport whose ranks share no memory. Each rank keeps the rings to and from all others in its
/// own memory. A subclass copies the bytes of each ring, in order, to the same place at its reader.
/// It also reports the reader's position to the writer.
///
/// A position counts all bytes ever written to a ring; the byte at position `p` is at offset `p`
/// modulo [#ringBytes]. Bytes of a ring are sent in pieces that begin and end between records. Such
/// a place is a position that [#written] has returned, or the end of the ring. The reader sees
/// records as soon as the first word of a piece is in its ring: a subclass puts that word there
/// last.
@SuppressWarnings("exports") // its parts of weft.memory are not for subclasses
public abstract class CarriedTransport extends RingTransport {
  private static final Carrier NONE =
      new Carrier() {
        @Override
        public void written(int target) {}

        @Override
        public void depart(int target) {}

        @Override
        public void wrap(int target) {}

        @Override
        public void consumed(int source) {}
      };

  private final CarriedRings rings;
  private final RingOutbox[] outboxes;
  private final ProcessHeaps ownHeap;

  /// The endpoint of `rank` in a job of `ranks`, with the memory sizes from `environment`.
  ///
  /// @param usualRing the default size of each ring, a power of two
  /// @throws weft.WeftException naming the variable that is wrong
  protected CarriedTransport(int ranks, int rank, Map<String, String> environment, long usualRing) {
    long ringBytes = MemorySettings.ring(environment, usualRing);
    MemorySegment memory =
        Arena.ofAuto().allocate(CarriedRings.bytes(ranks, ringBytes), Lines.LINE);
    var rings = new CarriedRings(ranks, rank, ringBytes, memory);
    var outboxes = new RingOutbox[ranks];
    for (int target = 0; target < ranks; target++) {
      outboxes[target] = rings.outbox(target, Long.MAX_VALUE / 2, NONE);
    }
    super(rings, rank, rings.inbox(NONE), outboxes);
    this.rings = rings;
    this.outboxes = outboxes;
    this.ownHeap = new ProcessHeaps(1, MemorySettings.heap(environment));
  }

  /// Moves available bytes in both directions, without waiting.
  protected abstract void carry();

  /// The bytes of one ring, a power of two.
  protected final long ringBytes() {
    return rings.ringBytes();
  }

  /// The ring to `target`.
  protected final MemorySegment outgoing(int target) {
    return rings.control().asSlice(rings.outgoing(target), ringBytes());
  }

  /// The ring from `source`.
  protected final MemorySegment incoming(int source) {
    return rings.control().asSlice(rings.incoming(source), ringBytes());
  }

  /// The position up to which this rank has written records for `target`.
  protected final long written(int target) {
    return outboxes[target].position();
  }

  /// The position up to which this rank has consumed the ring of `source`.
  protected final long consumed(int source) {
    return rings.consumed(source);
  }

  /// Records that `target` has consumed its ring up to `position`.
  protected final void consumedBy(int target, long position) {
    rings.consumedBy(target, position);
  }

  /// Called when records of `source` have arrived in its ring.
  protected final void arrived(int source) {
    rings.arrived(source);
  }

  @Override
  public final int poll(RecordSink sink) {
    carry();
    int taken = super.poll(sink);
    if (taken > 0) {
      carry(); // Messages of handlers do not wait for the next poll.
    }
    return taken;
  }

  @Override
  public final void flush() {
    carry();
  }

  @Override
  public final boolean sharesHeaps() {
    return size() == 1;
  }

  @Override
  protected final Heaps heaps() {
    return ownHeap.get();
  }

  @Override
  protected final int heapOf(int rank) {
    return rank == rank() ? 0 : -1;
  }

  /// Releases the memory.
  @Override
  public void close() {
    ownHeap.close();
  }
}
