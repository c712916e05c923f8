// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.memory.CarriedRings;
import weft.memory.Carrier;
import weft.memory.HeapLayout;
import weft.memory.Heaps;
import weft.memory.Inbox;
import weft.memory.Lines;
import weft.memory.RingOutbox;
import weft.transport.RecordSink;

/// A transport over a network. Ranks of one host may share memory ([Neighbours]). Each rank keeps
/// the rings to and from all others in its own memory. A subclass copies the bytes of each ring, in
/// order, to the same place at its reader. It also reports the reader's position to the writer.
///
/// A position counts all bytes ever written to a ring; the byte at position `p` is at offset `p`
/// modulo [#ringBytes]. Bytes of a ring are sent in pieces that begin and end between records. Such
/// a place is a position that [#written] has returned, or the end of the ring. The reader sees
/// records as soon as the first word of a piece is in its ring: a subclass puts that word there
/// last.
@SuppressWarnings("exports") // its parts of weft.memory are not for subclasses
public abstract class CarriedTransport extends RingTransport {
  /// A rank that finds records from its host polls the network less often by this factor.
  private static final int LOOKS = 8;

  /// It does so for this many polls after it has found some.
  private static final int BUSY_POLLS = 64 * LOOKS;

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
  private final @Nullable Neighbours neighbours;
  private final int maxRecord;

  /// Whether there are ranks that only the network reaches.
  private final boolean reachesOut;

  /// The number of polls for which this rank still polls the network rarely.
  private int busyPolls;

  /// The endpoint of `rank` in a job of `ranks` ranks that share no memory, with the memory sizes
  /// from `environment`.
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
    this(
        rings,
        rank,
        rings.inbox(NONE),
        outboxes,
        null,
        RingOutbox.maxRecord(ringBytes),
        MemorySettings.heap(environment));
  }

  /// The endpoint of `rank` with these rings.
  ///
  /// @param inbox reads the rings that are carried
  /// @param outboxes to each rank: of `rings`, or of `neighbours` for a rank of this host
  /// @param neighbours the ranks to which nothing is carried; null if there are none
  /// @param maxRecord the largest record, the same on all ranks
  /// @param heap the size of the registered heap, if it is not in the memory of `neighbours`
  protected CarriedTransport(
      CarriedRings rings,
      int rank,
      Inbox inbox,
      RingOutbox[] outboxes,
      @Nullable Neighbours neighbours,
      int maxRecord,
      HeapLayout heap) {
    super(rings, rank, inbox, outboxes);
    this.rings = rings;
    this.outboxes = outboxes.clone();
    this.ownHeap = new ProcessHeaps(1, heap);
    this.neighbours = neighbours;
    this.maxRecord = maxRecord;
    this.reachesOut = neighbours == null || !neighbours.areAll();
  }

  /// Moves available bytes in both directions, without waiting.
  protected abstract void carry();

  /// Moves bytes to the network that are ready, without looking for arrivals. A rank does that
  /// while it finds records from its own host.
  protected void depart() {
    carry();
  }

  /// Polls the network: carries, and passes records that have arrived to `sink`.
  protected int pollNetwork(RecordSink sink) {
    carry();
    int taken = pollCarried(sink);
    if (taken > 0) {
      carry(); // Messages of handlers do not wait for the next poll.
    }
    return taken;
  }

  /// Passes records that are in the rings from other hosts to `sink`.
  protected final int pollCarried(RecordSink sink) {
    return super.poll(sink);
  }

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

  /// Whether there are ranks that only the network reaches. If there are none, nothing is carried,
  /// and the registered heaps are in the memory of this host.
  protected final boolean reachesOut() {
    return reachesOut;
  }

  /// The number of records that arrived from ranks of this host.
  protected final long takenNearby() {
    return neighbours == null ? 0 : neighbours.taken();
  }

  /// Makes the next poll check all rings of this host, for a rank that its neighbours cannot wake.
  protected final void sweepNearby() {
    if (neighbours != null) {
      neighbours.sweep();
    }
  }

  @Override
  public final int maxRecord() {
    return maxRecord;
  }

  @Override
  public final int poll(RecordSink sink) {
    Neighbours neighbours = this.neighbours;
    if (neighbours == null) {
      return pollNetwork(sink);
    }
    int taken = neighbours.poll(sink);
    if (!reachesOut) {
      return taken;
    }
    if (taken > 0) {
      busyPolls = BUSY_POLLS;
    }
    // A poll of the network costs ten to a hundred times as much.
    if (busyPolls > 0 && --busyPolls % LOOKS != 0) {
      depart();
      return taken;
    }
    return taken + pollNetwork(sink);
  }

  @Override
  public void flush() {
    if (reachesOut) {
      carry();
    }
  }

  @Override
  public final void prepareSleep() {
    if (reachesOut) {
      super.prepareSleep();
    }
    if (neighbours != null) {
      neighbours.prepareSleep();
    }
  }

  @Override
  public final void awake() {
    if (reachesOut) {
      super.awake();
    }
    if (neighbours != null) {
      neighbours.awake();
    }
  }

  @Override
  public final boolean sharesHeaps() {
    return size() == 1 || !reachesOut;
  }

  @Override
  protected final Heaps heaps() {
    return reachesOut ? ownHeap.get() : Objects.requireNonNull(neighbours).heaps();
  }

  @Override
  protected final int heapOf(int rank) {
    return !reachesOut ? rank : rank == rank() ? 0 : -1;
  }

  /// Releases the memory.
  @Override
  public void close() {
    ownHeap.close();
    if (neighbours != null) {
      neighbours.close();
    }
  }
}
