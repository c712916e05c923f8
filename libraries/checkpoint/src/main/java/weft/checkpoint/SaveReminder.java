// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import weft.layer.LayerCalls;

/// Says once that a job which is to save checkpoints has not tried to for long: the body does not
/// make the call. Only another thread notices this in a body that computes. It runs on rank 0.
final class SaveReminder implements AutoCloseable {
  /// The number of intervals without a checkpoint after which it is said.
  private static final int INTERVALS = 5;

  /// Steps may well be longer than a very short interval.
  private static final long LEAST = TimeUnit.SECONDS.toNanos(1);

  private final long every;
  private final boolean hasObjects;
  private final Thread body = Thread.currentThread();

  /// The thread that reminds; null where nothing is to be said.
  private final @Nullable Thread thread;

  private volatile long last = System.nanoTime();
  private volatile boolean closed;

  /// The call of [Checkpoints] that rank 0 is in; empty for none.
  private volatile String call = "";

  private volatile boolean saving;

  /// @param isOn whether to remind: in a job that saves, on rank 0
  /// @param hasObjects whether the program has state that [Checkpoints#quiesce] is for
  SaveReminder(boolean isOn, Duration every, boolean hasObjects) {
    this.every = every.toNanos();
    this.hasObjects = hasObjects;
    this.thread =
        isOn
            ? Thread.ofPlatform().daemon().name("weft-checkpoint-reminder").start(this::watch)
            : null;
  }

  /// Rank 0 enters this call of [Checkpoints].
  void enters(String call) {
    this.call = call;
  }

  void leaves() {
    call = "";
  }

  /// A checkpoint is being written.
  void saves() {
    saving = true;
  }

  /// A checkpoint was saved at `now`, or could not be saved, which is said elsewhere.
  void saved(long now) {
    last = now;
    saving = false;
  }

  private void watch() {
    long most = Math.max(LEAST, INTERVALS * Math.min(every, Long.MAX_VALUE / (2 * INTERVALS)));
    while (!closed) {
      long left = last + most - System.nanoTime();
      if (left <= 0 && !saving) {
        System.err.println(text());
        return;
      }
      LockSupport.parkNanos(this, saving ? most : left);
    }
  }

  private String text() {
    String line = LayerCalls.line(body);
    String call = this.call;
    return "weft: No checkpoint was saved for "
        + seconds(System.nanoTime() - last)
        + ", and one is due every "
        + seconds(every)
        + ". "
        + (call.isEmpty()
            ? "Rank 0 has called none of saveIfDue, save and quiesce of Checkpoints meanwhile. Call"
                + " saveIfDue in each step of a loop"
                + (hasObjects ? ", or Checkpoints.quiesce instead of World.quiesce" : "")
                + ", on every rank."
            : "Rank 0 waits in Checkpoints."
                + call
                + " until all ranks call it, and all handlers and messages have ended.")
        + (line.isEmpty() ? "" : " Rank 0 is at " + line + ".");
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, nanos < 10e9 ? "%.2g s" : "%.0f s", nanos * 1e-9);
  }

  @Override
  public void close() {
    closed = true;
    Thread thread = this.thread;
    if (thread == null) {
      return;
    }
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
