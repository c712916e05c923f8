// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.function.IntConsumer;
import java.util.function.Supplier;
import weft.transport.JobVariables;

/// A time limit for MPI calls that wait for other ranks: such calls wait without a bound, and
/// cannot be interrupted. After a quarter of the time a rank reports the call that it is in. At the
/// limit it ends its process. A daemon thread does this until the limit is closed.
///
/// Time during which this process was stopped counts as at most a second.
public final class TimeLimit implements AutoCloseable {
  private static final long SECOND = 1_000_000_000;
  private static final long FIRST_OF_MANY = 30 * SECOND;
  private static final long MILLIS_BETWEEN_LOOKS = 100;
  private static final int EXIT_CODE = 1;

  private final int rank;
  private final long limit;
  private final IntConsumer end;
  private final Supplier<String> words;
  private boolean closed;

  private TimeLimit(int rank, long limit, IntConsumer end, Supplier<String> words) {
    this.rank = rank;
    this.limit = limit;
    this.end = end;
    this.words = words;
  }

  /// Starts the time limit.
  ///
  /// @param limit the nanoseconds that the calls may take together; 0 for no limit
  /// @param end ends this process with an exit code, and does not return
  /// @param words the sentences that continue "rank 2 on alpha has waited 30 s "
  public static TimeLimit start(int rank, long limit, IntConsumer end, Supplier<String> words) {
    var made = new TimeLimit(rank, limit, end, words);
    var thread = new Thread(made::run, "weft-time-limit");
    thread.setDaemon(true);
    thread.start();
    return made;
  }

  private synchronized void run() {
    long first = limit == 0 ? FIRST_OF_MANY : limit / 4;
    if (isOver(first)) {
      return;
    }
    if (rank <= 1) { // Two ranks suffice: a thousand need not all report it.
      String then = "It continues to wait.";
      report(first, limit == 0 ? then : "After " + limit / SECOND + " s it ends the job.");
    }
    // Rank 0 is the first to end: most launchers then end the others.
    if (limit > 0 && !isOver(limit - first + (rank == 0 ? 0 : SECOND))) {
      report(
          limit,
          "It ends now. " + JobVariables.JOIN + " sets this limit in seconds; 0 means no limit.");
      end.accept(EXIT_CODE);
    }
  }

  /// Waits for `nanos`, and returns whether the calls returned meanwhile.
  private boolean isOver(long nanos) {
    long waited = 0;
    long before = System.nanoTime();
    while (!closed && waited < nanos) {
      try {
        wait(MILLIS_BETWEEN_LOOKS);
      } catch (InterruptedException e) {
        return true; // No code interrupts this thread.
      }
      long now = System.nanoTime();
      waited += Math.min(now - before, SECOND);
      before = now;
    }
    return closed;
  }

  private void report(long nanos, String then) {
    String begin = "weft: rank " + rank + " on " + LocalHost.hostName() + " has waited ";
    System.err.println(begin + nanos / SECOND + " s " + words.get() + " " + then);
    System.err.flush();
  }

  /// Ends the limit, since the calls have returned.
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
