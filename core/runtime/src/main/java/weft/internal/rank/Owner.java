// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import org.jspecify.annotations.Nullable;

/// The token of a rank's ownership: which thread may use the rank now, and for what.
///
/// No other class compares threads to decide which thread may call.
@SuppressWarnings("ReferenceEquality") // compared by identity
public final class Owner {
  private final Thread thread = Thread.currentThread();

  /// Null before `start()` and after the end.
  private @Nullable Thread sender;

  /// Null after the end.
  private @Nullable Thread poller = thread;

  /// The calling thread owns the rank.
  Owner() {}

  /// Whether the calling thread is the rank's own.
  public boolean isHere() {
    return Thread.currentThread() == thread;
  }

  /// Whether the calling thread may send now.
  public boolean maySend() {
    return Thread.currentThread() == sender;
  }

  /// Whether the calling thread may poll, and use registered memory, now.
  public boolean mayPoll() {
    return Thread.currentThread() == poller;
  }

  /// The rank's own thread.
  public Thread thread() {
    return thread;
  }

  /// Allows the owner to send from now on.
  public void letSend() {
    sender = thread;
  }

  /// Forbids all threads to send or poll from now on.
  public void end() {
    sender = null;
    poller = null;
  }
}
