// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import org.jspecify.annotations.Nullable;

/// The token of a rank's ownership: which thread may use the rank now, and for what.
///
/// It decides for messages. One-sided memory compares threads itself, in `HeapMap` and
/// `DirectAccess`.
@SuppressWarnings("ReferenceEquality") // compared by identity
public final class Owner {
  private final Thread thread = Thread.currentThread();

  /// 0 while the owner may send, else −1.
  private int mask = -1;

  /// The mask outside code of the program that must not send: −1 before `start()` and after the
  /// end.
  private int baseline = -1;

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
    return isHere() && mask == 0;
  }

  /// 0 while the owner may send, else −1. A fast path that finds its target in an array combines
  /// the target and this by a bitwise or. Then the test that a target is in range refuses a send
  /// that is not allowed, too, and needs no branch of its own.
  public int mask() {
    return mask;
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
    baseline = 0;
    mask = 0;
  }

  /// Forbids to send until [#reopen]: in a pure part of the program, and while a message is written
  /// in place.
  public void shut() {
    mask = -1;
  }

  /// Reverts [#shut].
  public void reopen() {
    mask = baseline;
  }

  /// Forbids all threads to send or poll from now on.
  public void end() {
    baseline = -1;
    mask = -1;
    poller = null;
  }
}
