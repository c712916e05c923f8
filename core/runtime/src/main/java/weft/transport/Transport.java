// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One rank's end of a transport: it moves records and wakes sleepers, and does not know handlers.
///
/// Credits, bulk, backlog and quiescence are above it. The rank's own thread calls all methods
/// except [#wake] and [#fail]. To write a transport, begin at docs/design/0035; it is done when the
/// conformance suite of the test kit passes.
public interface Transport extends AutoCloseable {
  /// The transport's name, as `--transport` takes it.
  String name();

  /// This rank, from 0.
  int rank();

  /// The number of ranks of the job.
  int size();

  /// The numbers of ranks and of processors on this machine; null if only the launcher knows them.
  default @Nullable Occupancy occupancy() {
    return null;
  }

  /// The largest record, header included, in bytes; larger payloads are sent in fragments.
  int maxRecord();

  /// The outbox for `target`, which may be this rank.
  Outbox outbox(int target);

  /// Passes a bounded batch of arrived records to `sink`, and returns their number.
  int poll(RecordSink sink);

  /// Flushes the records sent so far. A transport that batches messages flushes at the latest when
  /// the rank polls or waits.
  default void flush() {}

  /// The policy by which this rank waits, and its clock; always the same object.
  Waits waits();

  /// The mover of large payloads beside the records; null if they are sent in fragments.
  default @Nullable Bulk bulk() {
    return null;
  }

  /// Whether every rank can access the registered heaps of all others by [#heap].
  default boolean sharesHeaps() {
    return true;
  }

  /// The registered heap of `rank` as it is mapped in this process; null if memory of that rank
  /// cannot be accessed directly. Its own heap is always mapped. Only memory that that rank has
  /// committed may be accessed. Once the job is over, an access throws an IllegalStateException.
  ///
  /// @throws weft.WeftException if the heaps cannot be created
  @Nullable MemorySegment heap(int rank);

  /// Gives storage to `bytes` bytes from `offset` on in this rank's own heap, as far as they have
  /// none. From then on all ranks can access them. New storage holds zeros; existing storage is
  /// unchanged.
  ///
  /// @throws weft.WeftException with sizes, if the machine has none left; the heap stays usable
  void commitHeap(long offset, long bytes);

  /// Announces that this rank is about to sleep. The caller keeps polling for some microseconds,
  /// then calls [Waits#sleep].
  void prepareSleep();

  /// Ends [#prepareSleep], and makes the next poll check all sources.
  void awake();

  /// Wakes this rank from another thread of its process, if it sleeps.
  void wake();

  /// Sets the watcher. Another thread reports the job's failure to it, and queries this rank's
  /// status from it. Called once, before anything else.
  void connect(Watcher watcher);

  /// Ends the job everywhere, with this report; the first one counts. May be called from any
  /// thread.
  void fail(FailureReport report);

  /// Called when this rank has taken part in the collective end of the job: from now on its absence
  /// is no failure. If the job fails meanwhile, this still returns, and the watcher has been
  /// notified by then.
  void finished();

  /// Releases the resources of this rank. Never throws.
  @Override
  void close();

  /// Receives failures and questions for a rank from outside its thread.
  interface Watcher {
    /// Called when the job has failed.
    void failed(FailureReport report);

    /// The status of this rank in one block of text: its current call, since when, and pending
    /// work.
    String describe();

    /// A number that grows with every message sent, handler run and task done, or its complement,
    /// which is negative, while the rank does not wait. If none of these numbers changes, and some
    /// rank waits, the job stands still.
    long activity();
  }
}
