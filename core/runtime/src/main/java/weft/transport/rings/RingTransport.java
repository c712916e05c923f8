// SPDX-License-Identifier: Apache-2.0
package weft.transport.rings;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import weft.memory.Doorbell;
import weft.memory.Heaps;
import weft.memory.Inbox;
import weft.memory.Place;
import weft.memory.RingMemory;
import weft.memory.RingOutbox;
import weft.memory.Storage;
import weft.transport.Outbox;
import weft.transport.RecordSink;
import weft.transport.Transport;

/// A transport made of rings, the common part of threads and processes of one machine. Subclasses
/// add the memory itself, the bell, the sleep and the job.
@SuppressWarnings("exports") // weft.memory is for transports, not for users
public abstract class RingTransport implements Transport {
  private final RingMemory memory;
  private final int rank;
  private final Inbox inbox;
  private final RingOutbox[] outboxes;

  /// The endpoint of `rank`; `bell` wakes sleeping ranks.
  protected RingTransport(RingMemory memory, int rank, Doorbell bell) {
    this(memory, rank, new Inbox(memory, rank, bell), new RingOutbox[memory.ranks()]);
    for (int target = 0; target < outboxes.length; target++) {
      outboxes[target] = new RingOutbox(memory, rank, target, bell);
    }
  }

  /// The endpoint of `rank` with this inbox and these outboxes.
  protected RingTransport(RingMemory memory, int rank, Inbox inbox, RingOutbox[] outboxes) {
    this.memory = memory;
    this.rank = rank;
    this.inbox = inbox;
    this.outboxes = outboxes;
  }

  @Override
  public final int rank() {
    return rank;
  }

  @Override
  public final int size() {
    return outboxes.length;
  }

  @Override
  public int maxRecord() {
    return RingOutbox.maxRecord(memory.ringBytes());
  }

  @Override
  public final Outbox outbox(int target) {
    return outboxes[target];
  }

  @Override
  public int poll(RecordSink sink) {
    return inbox.poll(sink);
  }

  @Override
  public void prepareSleep() {
    inbox.prepareSleep();
  }

  @Override
  public void awake() {
    inbox.awake();
    inbox.sweep();
  }

  /// The registered heaps, which all ranks have mapped; or null.
  ///
  /// @throws weft.WeftException if they cannot be created
  protected abstract @Nullable Heaps heaps();

  /// The index in [#heaps] of the heap of `rank`, or −1 if its memory cannot be accessed.
  protected int heapOf(int rank) {
    return rank;
  }

  @Override
  public final @Nullable MemorySegment heap(int rank) {
    int heap = heapOf(rank);
    Heaps heaps = heap < 0 ? null : heaps();
    return heaps == null ? null : heaps.heap(heap);
  }

  @Override
  public final void commitHeap(long offset, long bytes) {
    Heaps heaps = heaps();
    if (heaps == null || !heaps.isOpen()) {
      throw new weft.WeftException(
          "rank " + rank + " has no registered heap" + (heaps == null ? "" : ": its job is over"));
    }
    try {
      heaps.commit(heapOf(rank), offset, bytes);
    } catch (IOException e) {
      throw new weft.WeftException(
          "rank "
              + rank
              + " cannot have "
              + Storage.size(bytes)
              + " more of its registered heap: "
              + heaps.state(heapOf(rank))
              + ". Make room there, set "
              + Place.VARIABLE
              + " to a directory with more, or say how large the heaps will be (--heap SIZE), so"
              + " that the job looks for a place where they fit",
          e);
    }
  }

  /// Whether this rank has announced sleep and has not been woken since; from any thread.
  protected final boolean isAsleep() {
    return inbox.isAsleep();
  }
}
