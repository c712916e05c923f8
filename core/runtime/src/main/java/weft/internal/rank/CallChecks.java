// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// Decides which calls a rank accepts. Only its own thread may call it, only the body may wait, and
/// no thread may call it after the end. A pure part of the program, such as a codec, may not even
/// send.
public final class CallChecks {
  private final Owner owner;
  private final CurrentContext context;
  private final Refusals refusals;
  private final Failures failures;
  private final OtherThreads otherThreads;
  private boolean started;
  private volatile boolean closed;

  CallChecks(
      Owner owner,
      CurrentContext context,
      Refusals refusals,
      Failures failures,
      OtherThreads otherThreads) {
    this.owner = owner;
    this.context = context;
    this.refusals = refusals;
    this.failures = failures;
    this.otherThreads = otherThreads;
  }

  /// Whether `start()` has been called.
  public boolean isStarted() {
    return started;
  }

  /// Records the call of `start()`, which ends registration.
  void start() {
    checkMayWait("World.start");
    if (started) {
      throw refusals.startedTwice();
    }
    started = true;
  }

  void close() {
    closed = true;
  }

  /// Whether the rank has ended.
  public boolean isOver() {
    return closed;
  }

  boolean isClosed() {
    return closed;
  }

  /// Refuses to register handler `name` after `start()`.
  public void checkRegistering(String name) {
    checkThread("registering \"" + name + "\"");
    if (started || closed) {
      throw refusals.registeredLate(name);
    }
  }

  /// Refuses `call` by other threads, and fails the job if one makes it; see [OtherThreads].
  public void checkThread(String call) {
    if (!owner.isHere()) {
      throw otherThreads.refused(closed, refusals.wrongThread(call, owner.thread()));
    }
    if (closed && failures.isKnown()) {
      throw failures.exception();
    }
  }

  /// Refuses `call` by other threads, and after the end.
  public void checkOpen(String call) {
    checkThread(call);
    if (closed) {
      throw refusals.over(call);
    }
  }

  /// Refuses `call` in pure parts of the program, by other threads, and after the end.
  public void checkMaySend(String call) {
    checkOpen(call);
    if (context.isPure()) {
      throw refusals.inPure(call, context.where());
    }
  }

  /// Refuses `call` in handlers, by other threads, and after the end.
  public void checkMayWait(String call) {
    checkMayWait(call, "");
  }

  /// Refuses a wait in `call` of `name` as [#checkMayWait(String)] does.
  public void checkMayWait(String call, String name) {
    if (!owner.isHere() || !context.isBody() || closed) {
      checkMaySend(call + name);
      throw refusals.waitInHandler(call + name, context.where());
    }
  }

  /// Refuses `call` before `start()`.
  public void checkStarted(String call) {
    if (!started) {
      throw refusals.calledEarly(call);
    }
  }

  /// The reason why a send of `name` to `target` is refused.
  public RuntimeException cannotSend(int target, String name) {
    checkMaySend("a send of \"" + name + "\"");
    return started ? refusals.noSuchRank(name, target) : refusals.notStarted(name);
  }

  /// The reason why a send of `name` is refused while the message `open` is written.
  public RuntimeException cannotSend(String name, String open) {
    checkThread("a send of \"" + name + "\"");
    failures.check();
    return refusals.whileOpen(name, open);
  }
}
