// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import weft.transport.Transport;

/// The work of the next poll besides taking messages, one bit for each kind. A poll with nothing
/// due costs two loads.
public final class DueWork {
  /// Raised: the job has failed.
  static final int FAILED = 1;

  /// Raised: a worker thread has submitted a task.
  static final int TASKS = 2;

  /// Due: messages are in the backlog.
  public static final int BACKLOG = 1;

  /// Due: actions of completions.
  static final int ACTIONS = 2;

  /// Due: delayed work of one-sided memory.
  public static final int DELAYED = 4;

  /// Due: a library holds partly filled buffers.
  public static final int BUFFERS = 8;

  private final Transport transport;
  private volatile int raised;
  private int due;

  DueWork(Transport transport) {
    this.transport = transport;
  }

  boolean isAny() {
    return raised != 0 || due != 0;
  }

  /// From any thread: sets this bit, and wakes the rank.
  void raise(int bit) {
    synchronized (this) {
      raised |= bit;
    }
    transport.wake();
  }

  synchronized void clear(int bit) {
    raised &= ~bit;
  }

  boolean isRaised(int bit) {
    return (raised & bit) != 0;
  }

  /// From the rank's thread: every poll does this work, until [#remove].
  public void add(int bit) {
    due |= bit;
  }

  /// Ends [#add].
  public void remove(int bit) {
    due &= ~bit;
  }
}
