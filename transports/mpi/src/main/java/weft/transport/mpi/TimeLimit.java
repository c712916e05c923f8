// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

/// What is done when calls of MPI that wait for other ranks do not return: they wait without a
/// bound, and nothing interrupts them, so the last thing is usually to end the process. A daemon
/// thread does it, until this is closed.
///
/// A time in which this process was stopped counts as a second at most.
final class TimeLimit implements AutoCloseable {
  private static final long MILLIS_BETWEEN_LOOKS = 100;
  private static final long LONGEST_LOOK = 1_000_000_000;

  private final Step[] steps;
  private boolean closed;

  /// Something to do after a while.
  ///
  /// @param nanos after how many nanoseconds from the beginning on
  record Step(long nanos, Runnable action) {}

  private TimeLimit(Step... steps) {
    this.steps = steps;
  }

  /// Counts from now on.
  ///
  /// @param name of the thread
  /// @param steps in the order of their times
  static TimeLimit start(String name, Step... steps) {
    var limit = new TimeLimit(steps);
    var thread = new Thread(limit::run, name);
    thread.setDaemon(true);
    thread.start();
    return limit;
  }

  private synchronized void run() {
    long waited = 0;
    long before = System.nanoTime();
    for (Step step : steps) {
      while (waited < step.nanos) {
        try {
          wait(MILLIS_BETWEEN_LOOKS);
        } catch (InterruptedException e) {
          return; // Nobody has a reason to.
        }
        if (closed) {
          return;
        }
        long now = System.nanoTime();
        waited += Math.min(now - before, LONGEST_LOOK);
        before = now;
      }
      step.action.run();
    }
  }

  /// All has returned: nothing is done any more.
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
