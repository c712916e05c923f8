// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.util.function.LongConsumer;
import weft.transport.Waits;

/// The time of one rank by activity. One reading of the clock ends one activity and begins the
/// next. Sums are kept in arrays, and copied to the file every few milliseconds, when something is
/// recorded.
final class TimeAccount {
  /// The interval at which sums are copied to the file.
  private static final long COPY_NANOS = 10_000_000;

  private static final long FIRST_BUCKET_NANOS = 1L << 16;

  private final Waits waits;
  private final RecorderFile file;
  private final LongConsumer copying;
  private final long[] stats = new long[STAT_WORDS * IDS];
  private final long[] waited;
  private final Load load;

  /// The time until which the time is accounted for.
  private long mark;

  private long copyAt;

  /// The activity outside handlers, and the rank for which it waits.
  private int current = STARTUP;

  private int currentPeer = -1;

  /// Whether [weft.World#start] has not returned yet. Until then, only handlers have time of their
  /// own.
  private boolean starting = true;

  private boolean waiting;

  /// The time waited for no particular rank, before this wait.
  private long waitedBefore;

  /// @param copying copies all sums to the file at a time, when that is due
  TimeAccount(Waits waits, RecorderFile file, int size, LongConsumer copying) {
    this.waits = waits;
    this.file = file;
    this.copying = copying;
    this.waited = new long[size + 1];
    this.mark = waits.nanoTime();
    this.copyAt = mark + COPY_NANOS;
    this.load = new Load(mark, FIRST_BUCKET_NANOS);
  }

  /// Reads the clock.
  long now() {
    return waits.nanoTime();
  }

  /// The time until which the time is accounted for.
  long mark() {
    return mark;
  }

  /// Called when [weft.World#start] is about to return.
  void started() {
    accountCurrent(now());
    starting = false;
    setCurrent(BODY, -1);
  }

  boolean isStarting() {
    return starting;
  }

  /// Accounts the time from [#mark] to `now` to `id`.
  void account(int id, long now) {
    long nanos = now - mark;
    stats[STAT_WORDS * id + 1] += nanos;
    load.add(category(id), mark, now);
    mark = now;
    if (now - copyAt >= 0) {
      copying.accept(now);
    }
  }

  /// Accounts the time from [#mark] to `now` to the current activity.
  void accountCurrent(long now) {
    long nanos = now - mark;
    account(starting ? STARTUP : current, now);
    if (waiting && !starting) {
      waited[currentPeer + 1] += nanos;
    }
  }

  /// Reads the clock, accounts the time until now to the current activity, and returns it.
  long turn() {
    accountCurrent(now());
    return mark;
  }

  /// Counts `times` ends of `id`, which took `nanos` together.
  void count(int id, int times, long nanos) {
    int at = STAT_WORDS * id;
    stats[at] += times;
    if (nanos > stats[at + 2]) {
      stats[at + 2] = nanos;
    }
  }

  int current() {
    return current;
  }

  int currentPeer() {
    return currentPeer;
  }

  void setCurrent(int id, int peer) {
    current = id;
    currentPeer = peer;
    file.put(H_CURRENT, id);
    file.put(H_CURRENT_PEER, peer);
    file.put(H_UNTIL, mark);
  }

  // Waits.

  /// A wait begins at [#mark].
  void beginWait() {
    waitedBefore = waited[0];
    waiting = true;
  }

  /// The wait has ended at [#mark].
  ///
  /// @param sender the sender of the message that has ended a wait for no particular rank, which is
  ///   the rank that was waited for; else −1
  void endWait(int sender) {
    waiting = false;
    if (sender >= 0) {
      long nanos = waited[0] - waitedBefore;
      waited[0] -= nanos;
      waited[sender + 1] += nanos;
    }
  }

  /// Sets whether a wait goes on, and returns whether one did.
  boolean setWaiting(boolean goesOn) {
    boolean before = waiting;
    waiting = goesOn;
    return before;
  }

  /// Copies the sums to the file at `now`.
  void copy(long now) {
    copyAt = now + COPY_NANOS;
    file.put(STATS, stats);
    file.put(waited(waited.length - 1), waited);
    load.copy(file.memory());
    file.put(H_UNTIL, mark);
  }
}
