// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import java.util.function.BooleanSupplier;
import weft.internal.rank.Pending;

/// What one-sided memory needs of its rank: who may call what, waiting, failure, and what
/// quiescence counts.
public interface RankServices {
  /// Whether a handler runs.
  boolean inHandler();

  /// Refuses `call` by other threads, and after the end.
  void checkOpen(String call);

  /// Refuses `call` in a handler too.
  void checkMayWait(String call);

  /// Waits in `call` for `target`, progressing, until `condition` holds.
  void await(String call, int target, BooleanSupplier condition);

  /// Reports a failure of this rank, which ends the job, and throws it.
  RuntimeException report(Throwable thrown);

  /// Quiescence waits from now on for one thing more.
  void expect();

  /// One thing that was expected has happened.
  void happened();

  /// Whether every poll calls [MemoryAccess#carryOut].
  void setDelayed(boolean delayed);

  /// Leaves the least of each word of all ranks, in `Heap.mallocAll`.
  void agreeOnMalloc(long[] least);

  /// Leaves the least of each word of all ranks, in `Heap.freeAll`.
  void agreeOnFree(long[] least);

  /// A new operation of one-sided memory itself; `handle` is its owner.
  Pending pending(Object handle);

  /// Keeps `pending` until its reply comes, and returns its ticket.
  long register(Pending pending);

  /// The operation with this ticket, which is given back.
  Pending take(long ticket);

  /// A new channel for the messages of one-sided memory.
  MemoryChannel channel();
}
