// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.lang.foreign.MemorySegment;

/// The place where one rank writes its records for one target: claim space, write in place, commit.
///
/// Only the rank's thread uses it. There must be no poll between a claim and its commit. A process
/// that loads only one subclass calls its methods directly, because the compiler sees that there is
/// no other.
public abstract class Outbox {
  /// The result of [#claim] when there is no room.
  public static final long NO_ROOM = -1;

  /// For subclasses.
  protected Outbox() {}

  /// The target's rank.
  public abstract int target();

  /// Claims `bytes`, the whole length of a record, and returns the offset in [#memory] at which to
  /// write it, or [#NO_ROOM]. The length is a multiple of 8 and at most [Transport#maxRecord].
  public abstract long claim(int bytes);

  /// Claims as [#claim] does, for the caller of [#hold].
  public abstract long claimHeld(int bytes);

  /// The memory in which a claimed record is written.
  public abstract MemorySegment memory();

  /// Writes word `index` (from 0) of the payload of the record claimed at `at`.
  public abstract void word(long at, int index, long value);

  /// Makes the record of `bytes` claimed at `at` visible, and wakes a target that sleeps. `header`
  /// becomes the first word of the record; a transport moves it without interpreting it.
  public abstract void commit(long at, int bytes, long header);

  /// Wakes the target if it sleeps, or is about to, after something else was written for it.
  public abstract void wake();

  /// From now on [#claim] finds no room, so that no other record gets between the fragments of a
  /// large message or ahead of a backlog.
  public abstract void hold();

  /// Whether only [#claimHeld] finds room.
  public abstract boolean isHeld();

  /// Ends [#hold].
  public abstract void release();

  /// Asks to be woken when there is room, and returns whether `bytes` fit already. If they do, this
  /// rank may or may not be woken.
  public abstract boolean requestWake(int bytes);

  /// Whether the largest record would not fit now; for reports, from any thread.
  public abstract boolean isFull();
}
