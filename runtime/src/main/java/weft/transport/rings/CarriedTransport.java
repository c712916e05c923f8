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
/// own memory; a subclass copies the bytes of each ring to the same place at its reader, in order,
/// and tells the writer what the reader has consumed.
///
/// A position counts all bytes ever written to a ring; the byte at position `p` is at offset `p`
/// modulo [#ringBytes]. Bytes of a ring are sent in pieces that begin and end between records: at
/// what [#written] has returned, or where the ring ends. The reader sees records as soon as the
/// first word of a piece is in its ring: a subclass puts that word there last.
@SuppressWarnings("exports") // what it has of weft.memory is not for subclasses
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

  /// The end of `rank` in a job of `ranks`, with the memory that `environment` asks for.
  ///
  /// @param usualRing the bytes of each ring where it asks for none, a power of two
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

  /// Moves what can be moved now, in both directions, without waiting.
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

  /// The position up to which this rank has consumed what `source` wrote.
  protected final long consumed(int source) {
    return rings.consumed(source);
  }

  /// `target` has consumed what this rank wrote up to `position`.
  protected final void consumedBy(int target, long position) {
    rings.consumedBy(target, position);
  }

  /// Records of `source` are in its ring.
  protected final void arrived(int source) {
    rings.arrived(source);
  }

  @Override
  public final int poll(RecordSink sink) {
    carry();
    int taken = super.poll(sink);
    if (taken > 0) {
      carry(); // What handlers sent does not wait for the next poll.
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

  /// Gives the memory back.
  @Override
  public void close() {
    ownHeap.close();
  }
}
