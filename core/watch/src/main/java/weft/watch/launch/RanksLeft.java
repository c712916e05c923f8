// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

/// The ranks of a job that have not ended yet, and the exit code of the first one that failed.
public final class RanksLeft {
  private int running;
  private int code;

  /// A job of `size` ranks, which all run.
  public RanksLeft(int size) {
    running = size;
  }

  /// Records that `ranks` ranks have ended, with `itsCode`.
  public synchronized void ended(int ranks, int itsCode) {
    running -= ranks;
    code = code == 0 ? itsCode : code;
    notifyAll();
  }

  /// Waits until all ranks have ended, but only `millisToEnd` after the first has failed.
  public synchronized void await(long millisToEnd) throws InterruptedException {
    while (running > 0 && code == 0) {
      wait();
    }
    awaitAll(millisToEnd);
  }

  /// Waits until all ranks have ended, for at most `millis`.
  public synchronized void awaitAll(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    for (long left = millis;
        running > 0 && left > 0;
        left = (deadline - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
  }

  /// The exit code of the first rank that failed, or 0.
  public synchronized int code() {
    return code;
  }
}
