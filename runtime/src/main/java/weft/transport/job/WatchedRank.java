// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.Transport.Watcher;

/// A rank as the thread that listens for it knows it: it is told of the job's failure, once, and
/// asked what it does. For any thread.
public final class WatchedRank {
  private final int rank;

  // Guarded by this.
  private @Nullable Watcher watcher;
  private @Nullable FailureReport failure;
  private boolean left;

  /// A rank that nobody has connected to yet.
  public WatchedRank(int rank) {
    this.rank = rank;
  }

  /// From now on `watcher` is told and asked.
  public synchronized void connect(Watcher watcher) {
    this.watcher = watcher;
    if (failure != null) {
      watcher.failed(failure);
    }
  }

  /// The rank has left the job; its process goes on.
  public synchronized void disconnect() {
    watcher = null;
    left = true;
  }

  /// Tells the rank that the job has failed; false when it knew.
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

  /// What the rank does.
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
