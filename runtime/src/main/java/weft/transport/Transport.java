// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One rank's end of a transport: it moves records and wakes sleepers, and knows nothing of
/// handlers.
///
/// Credits, bulk, backlog and quiescence live above it. The rank's own thread calls all methods but
/// [#wake] and [#fail]. Whoever writes one begins at docs/design/0035, and is done when the
/// conformance suite of the test kit passes.
public interface Transport extends AutoCloseable {
  /// The transport's name, as `--transport` takes it.
  String name();

  /// This rank, from 0.
  int rank();

  /// How many ranks the job has.
  int size();

  /// How many ranks share how many processors of this machine; null where only the launcher knows.
  default @Nullable Occupancy occupancy() {
    return null;
  }

  /// The largest record, header included, in bytes; larger payloads are sent in fragments.
  int maxRecord();

  /// Where records for `target` are written; `target` may be this rank.
  Outbox outbox(int target);

  /// Gives `sink` a bounded batch of what has arrived and returns how many records it took.
  int poll(RecordSink sink);

  /// Flushes what was sent so far. A transport that collects messages sends the rest at the latest
  /// when the rank polls or waits.
  default void flush() {}

  /// How this rank waits, and its clock; always the same object.
  Waits waits();

  /// A way for large payloads beside the records; null where they go in fragments.
  default @Nullable Bulk bulk() {
    return null;
  }

  /// Whether every rank reaches the registered heaps of all others by [#heap].
  default boolean sharesHeaps() {
    return true;
  }

  /// The registered heap of `rank` as it is mapped in this process; null where memory of that rank
  /// cannot be reached directly. Its own is always reached. Only what that rank has committed may
  /// be touched. Once the job is over, an access throws an IllegalStateException.
  ///
  /// @throws weft.WeftException when the heaps cannot be made
  @Nullable MemorySegment heap(int rank);

  /// Gives storage to `bytes` bytes from `offset` on in this rank's own heap, as far as they have
  /// none: from then on they can be touched, by all ranks. What gets storage now holds zeros; what
  /// had some is left as it is.
  ///
  /// @throws weft.WeftException with sizes, when the machine has none left; the heap is as usable
  ///   as before
  void commitHeap(long offset, long bytes);

  /// Announces that this rank is about to sleep. The caller polls on for some microseconds, then
  /// calls [Waits#sleep].
  void prepareSleep();

  /// Ends [#prepareSleep], and makes the next poll look everywhere.
  void awake();

  /// Wakes this rank from another thread of its process, if it sleeps.
  void wake();

  /// Sets who is told, on some other thread, that the job has failed, and who is asked what this
  /// rank does. Called once, before anything else.
  void connect(Watcher watcher);

  /// Ends the job everywhere, with this report; the first one counts. May be called from any
  /// thread.
  void fail(FailureReport report);

  /// This rank has taken part in the collective end of the job: from now on its absence is no
  /// failure. When the job fails meanwhile it returns all the same, and the watcher has been told.
  void finished();

  /// Gives up what this rank holds. Never throws.
  @Override
  void close();

  /// What a transport tells and asks the rank from outside its thread.
  interface Watcher {
    /// The job has failed.
    void failed(FailureReport report);

    /// One block of text: what this rank does now, since when, and what is under way.
    String describe();

    /// A number that grows with every message sent, handler run and task done, and its complement,
    /// which is negative, while the rank does not wait: when none changes, and some rank waits, the
    /// job stands still.
    long activity();
  }
}
