// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

import weft.internal.dispatch.Dispatcher;

/// Who may call what: the rank's thread its calls, the body alone those that wait, nobody anything
/// after the end.
@SuppressWarnings("ReferenceEquality") // threads are themselves
public final class Contexts {
  private final Thread owner = Thread.currentThread();
  private final Refusals refusals;
  private final Failures failures;
  private final Dispatcher dispatcher;
  private boolean started;
  private volatile boolean closed;

  /// The contexts of the calling thread's rank.
  public Contexts(Refusals refusals, Failures failures, Dispatcher dispatcher) {
    this.refusals = refusals;
    this.failures = failures;
    this.dispatcher = dispatcher;
  }

  public Thread owner() {
    return owner;
  }

  public boolean isStarted() {
    return started;
  }

  /// `start()` is called: there is no more registering.
  public void start() {
    checkMayWait("World.start");
    if (started) {
      throw refusals.startedTwice();
    }
    started = true;
  }

  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  public void checkRegistering(String name) {
    checkThread("registering \"" + name + "\"");
    if (started || closed) {
      throw refusals.registeredLate(name);
    }
  }

  public void checkThread(String call) {
    if (Thread.currentThread() != owner) {
      throw refusals.wrongThread(call, owner);
    }
    if (closed && failures.isKnown()) {
      throw failures.exception();
    }
  }

  public void checkOpen(String call) {
    checkThread(call);
    if (closed) {
      throw refusals.over(call);
    }
  }

  public void checkMayWait(String call) {
    checkMayWait(call, "");
  }

  /// For a wait in `call` of `name`.
  public void checkMayWait(String call, String name) {
    if (Thread.currentThread() != owner || dispatcher.inHandler() || closed) {
      checkOpen(call + name);
      throw refusals.waitInHandler(call + name, dispatcher.where());
    }
  }

  /// Why a send of `name` to `target` is refused.
  public RuntimeException cannotSend(int target, String name) {
    checkOpen("a send of \"" + name + "\"");
    return started ? refusals.noSuchRank(name, target) : refusals.notStarted(name);
  }
}
