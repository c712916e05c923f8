// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.util.function.LongSupplier;

/// Decides how many messages a step of a rank's objects handles before the rank polls again.
///
/// A step lasts for a slice of time while objects have mail: one poll may bring hundreds of
/// messages, and with few handled per poll, mailboxes would outgrow the caches while senders keep
/// sending. If handlers are short, the clock is read once for many of them. Once they have been
/// seen to be long, a step handles what takes about a slice, at least one message, so that the rank
/// answers others soon. A step that finds no mail reads no clock.
public final class StepLength {
  /// Messages handled before the clock is first read, if handlers are short.
  static final int BATCH = 32;

  /// Messages handled between two later readings.
  static final int BETWEEN_LOOKS = 16;

  /// The nanoseconds of a slice.
  static final long SLICE = 20_000;

  private final LongSupplier clock;

  /// Of so many steps with long handlers, one measures whether they are still long.
  private static final int STEPS_PER_LOOK = 8;

  private int batch = BATCH;
  private int steps;
  private long last;
  private long end;
  private boolean hasBegun;

  /// For the clock of this JVM.
  public StepLength() {
    this(System::nanoTime);
  }

  StepLength(LongSupplier clock) {
    this.clock = clock;
  }

  /// Begins a step, and returns the most messages to handle first.
  public int first() {
    hasBegun = false;
    return batch;
  }

  /// Whether the step goes on, after `count` messages were handled and more may wait.
  public boolean goesOn(int count) {
    if (!hasBegun) {
      if (batch < BATCH && ++steps % STEPS_PER_LOOK != 0) {
        return false; // they were a slice
      }
      hasBegun = true;
      last = clock.getAsLong();
      end = last + SLICE;
      return true;
    }
    long now = clock.getAsLong();
    learn(now - last, count);
    last = now;
    return now - end < 0;
  }

  /// The most messages to handle next in this step.
  public int more() {
    return Math.min(batch, BETWEEN_LOOKS);
  }

  private void learn(long nanos, int count) {
    batch = nanos * BATCH <= SLICE * count ? BATCH : (int) Math.max(1, SLICE * count / nanos);
  }
}
