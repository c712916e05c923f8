// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.Transport.Watcher;

/// A rank as seen by the listening thread, which reports the job's failure to it once and queries
/// its status. Thread-safe.
public final class WatchedRank {
  private final int rank;

  // Guarded by this.
  private @Nullable Watcher watcher;
  private @Nullable FailureReport failure;
  private boolean left;

  /// Creates a rank that has no watcher yet.
  public WatchedRank(int rank) {
    this.rank = rank;
  }

  /// Sets the watcher, which gets failures and queries from now on.
  public synchronized void connect(Watcher watcher) {
    this.watcher = watcher;
    if (failure != null) {
      watcher.failed(failure);
    }
  }

  /// Records that the rank has left the job; its process continues.
  public synchronized void disconnect() {
    watcher = null;
    left = true;
  }

  /// Reports the job's failure to the rank; returns false if the rank knew already.
  public synchronized boolean deliver(FailureReport report) {
    if (failure != null) {
      return false;
    }
    failure = report;
    if (watcher != null) {
      watcher.failed(report);
    }
    return true;
  }

  /// The status of the rank.
  public Message.Description answer(boolean withText) {
    Watcher watcher;
    boolean left;
    synchronized (this) {
      watcher = this.watcher;
      left = this.left;
    }
    if (watcher == null) {
      String text = "rank " + rank + (left ? " has left the job" : " has joined and not begun yet");
      return new Message.Description(withText, -1, withText ? text : "");
    }
    return new Message.Description(
        withText, watcher.activity(), withText ? watcher.describe() : "");
  }
}
