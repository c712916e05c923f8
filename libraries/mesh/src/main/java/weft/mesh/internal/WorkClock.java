// SPDX-License-Identifier: Apache-2.0
package weft.mesh.internal;

import java.util.concurrent.CancellationException;

/// The one clock of a long work: its loops ask it at each step whether to go on. It knows the time
/// that there is, and asks a watcher now and then.
public final class WorkClock {
  /// Nanoseconds between two calls of the watcher.
  private static final long EVERY = 10_000_000;

  /// Steps that are shorter than this are not timed one by one.
  private static final long SHORT = 200_000;

  private static final int MANY = 16;

  /// Follows the work, and may end it.
  @FunctionalInterface
  public interface Watcher {
    /// Returns whether to go on.
    boolean goOn(int done, int left);
  }

  private final Watcher watcher;
  private final long begin = System.nanoTime();
  private final long nanos;
  private long last = begin;
  private long told = begin - EVERY;
  private int skips;
  private boolean late;
  private boolean ended;

  /// Begins.
  ///
  /// @param nanos how long the work may take
  public WorkClock(long nanos, Watcher watcher) {
    this.nanos = nanos;
    this.watcher = watcher;
  }

  /// A clock that never ends the work.
  public static WorkClock endless() {
    return new WorkClock(Long.MAX_VALUE, (done, left) -> true);
  }

  /// The nanoseconds since it began.
  public long used() {
    return System.nanoTime() - begin;
  }

  /// Whether the time is over.
  public boolean isLate() {
    return late;
  }

  /// Whether the watcher ended the work.
  public boolean isEnded() {
    return ended;
  }

  /// Has the watcher called at the next step, as at the begin of another part of the work.
  public void beginPart() {
    told = System.nanoTime() - EVERY;
    skips = 0;
  }

  /// Returns whether to go on.
  ///
  /// @param done what is done, such as tets that are there
  /// @param left what is known to be left
  public boolean goesOn(int done, int left) {
    if (late || ended) {
      return false;
    }
    if (--skips > 0) {
      return true;
    }
    long now = System.nanoTime();
    skips = now - last < SHORT ? MANY : 1;
    last = now;
    if (now - begin > nanos) {
      late = true;
    } else if (now - told >= EVERY) {
      told = now;
      ended = !watcher.goOn(done, left);
    }
    return !late && !ended;
  }

  /// The same, for work that leaves nothing when it ends.
  ///
  /// @throws CancellationException if the work is to end, with a sentence
  public void check(int done, int left) {
    if (!goesOn(done, left)) {
      throw new CancellationException(
          late
              ? "the time was over before there was a mesh; give more time"
              : "the work was ended before there was a mesh");
    }
  }
}
