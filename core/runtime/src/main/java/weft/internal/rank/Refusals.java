// SPDX-License-Identifier: Apache-2.0
package weft.internal.rank;

/// The exceptions for calls that a rank refuses, before anything is sent.
public final class Refusals {
  private final int rank;
  private final int size;

  public Refusals(int rank, int size) {
    this.rank = rank;
    this.size = size;
  }

  public RuntimeException noSuchRank(String name, int target) {
    return new IndexOutOfBoundsException(
        "rank "
            + rank
            + " sends \""
            + name
            + "\" to rank "
            + target
            + ", but the ranks of this job are 0 to "
            + (size - 1));
  }

  RuntimeException notStarted(String name) {
    return tooEarly(" sends \"" + name + "\"");
  }

  RuntimeException calledEarly(String call) {
    return tooEarly(" calls " + call);
  }

  private RuntimeException tooEarly(String what) {
    return new IllegalStateException(
        "rank "
            + rank
            + what
            + " before World.start(); register all handlers, then call start() on every rank");
  }

  RuntimeException whileOpen(String name, String open) {
    return new IllegalStateException(
        "rank "
            + rank
            + " sends \""
            + name
            + "\" while it writes a message of \""
            + open
            + "\"; close that message first");
  }

  RuntimeException startedTwice() {
    return new IllegalStateException("World.start was called twice on rank " + rank);
  }

  RuntimeException registeredLate(String name) {
    return new IllegalStateException(
        "rank "
            + rank
            + " registers the handler \""
            + name
            + "\" after World.start(); register all handlers first");
  }

  RuntimeException wrongThread(String call, Thread owner) {
    return new IllegalStateException(
        call
            + " was called by "
            + named(Thread.currentThread())
            + ", but rank "
            + rank
            + " belongs to "
            + named(owner)
            + "; hand work to it with World.submit");
  }

  /// Virtual threads rarely have a name.
  private static String named(Thread thread) {
    return thread.getName().isEmpty()
        ? (thread.isVirtual() ? "virtual thread #" : "thread #") + thread.threadId()
        : "thread \"" + thread.getName() + "\"";
  }

  RuntimeException waitInHandler(String call, String handler) {
    return new IllegalStateException(
        call
            + " was called on rank "
            + rank
            + " in "
            + handler
            + "; a handler must not wait: send, or set a field for the body");
  }

  RuntimeException inPure(String call, String part) {
    return new IllegalStateException(
        call
            + " was called on rank "
            + rank
            + " in "
            + part
            + ", which must neither send nor wait: it runs in the middle of another operation; let"
            + " it compute alone, and send or wait where that operation is called");
  }

  RuntimeException over(String call) {
    return new IllegalStateException(
        call + " was called on rank " + rank + " after its body had returned");
  }

  RuntimeException taskNeverRan() {
    return new IllegalStateException(
        "a task was submitted to rank "
            + rank
            + " while its body returned, and has not run; await tasks before the body returns");
  }
}
