// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.recording.LastMoments;

/// Runs a job on its own thread, and stops waiting when its ranks have reported nothing for a time
/// limit, see [Patience]. So a hang is told from a slow machine.
final class Deadline {
  /// Ends a job that does not end by itself, and describes its state.
  @FunctionalInterface
  interface Rescue {
    String end(Thread runner);
  }

  /// The time for an ended job to report how it ended.
  private static final Duration TO_END = Duration.ofSeconds(2);

  private Deadline() {}

  /// Runs `job` and returns the exception that it threw, or null. If `reports`, which grows with
  /// each report of a rank, does not change for `timeout`, returns an AssertionError with the
  /// description from `rescue`.
  static @Nullable Throwable run(
      Runnable job, Duration timeout, LongSupplier reports, Rescue rescue) {
    var thrown = new Throwable[1];
    var runner =
        Thread.ofPlatform()
            .name("weft-test-job")
            .daemon()
            .unstarted(() -> {
              try {
                job.run();
              } catch (Throwable e) {
                thrown[0] = e;
              }
            });
    runner.start();
    boolean interrupted = false;
    try {
      long before;
      do {
        before = reports.getAsLong();
      } while (!Patience.await(runner, timeout) && reports.getAsLong() != before);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (runner.isAlive()) {
      String seen = rescue.end(runner);
      try {
        runner.join(TO_END);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      var late =
          new AssertionError(
              (interrupted
                      ? "the test was interrupted"
                      : "no rank has reported progress in "
                          + timeout.toSeconds()
                          + " s, so they were ended")
                  + "; the state of its ranks:\n"
                  + seen);
      if (!runner.isAlive()) {
        LastMoments.pass(thrown[0], late);
      }
      return late;
    }
    return thrown[0];
  }
}
