// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.function.BooleanSupplier;
import weft.internal.rank.Pending;

/// The services of a rank that one-sided memory needs: checks of calls, waiting, failure, and
/// counts for quiescence.
public interface RankServices {
  /// Whether a handler runs.
  boolean inHandler();

  /// Refuses `call` by other threads, and after the end.
  void checkOpen(String call);

  /// Refuses `call` in a handler too.
  void checkMayWait(String call);

  /// Waits in `call` for `target` until `condition` holds, and makes progress meanwhile.
  void await(String call, int target, BooleanSupplier condition);

  /// Waits for room in `call`, which sends to `target`. Handlers run meanwhile, and never steps of
  /// objects.
  void awaitRoom(String call, int target, BooleanSupplier room);

  /// Reports a failure of this rank, which ends the job, and throws it.
  RuntimeException report(Throwable thrown);

  /// Makes quiescence wait for one more event.
  void expect();

  /// Counts one expected event.
  void happened();

  /// Sets whether every poll calls [MemoryAccess#carryOut].
  void setDelayed(boolean delayed);

  /// Leaves the minimum of each word over all ranks, in `Heap.mallocAll`.
  void agreeOnMalloc(long[] least);

  /// Leaves the minimum of each word over all ranks, in `Heap.freeAll`.
  void agreeOnFree(long[] least);

  /// A new operation of one-sided memory itself; `handle` is its owner.
  Pending pending(Object handle);

  /// Keeps `pending` until its reply arrives, and returns its ticket.
  long register(Pending pending);

  /// Returns the operation with this ticket, and frees the ticket.
  Pending take(long ticket);

  /// A new channel for the messages of one-sided memory.
  MemoryChannel channel();
}
