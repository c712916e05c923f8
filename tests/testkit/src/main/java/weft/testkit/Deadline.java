// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import weft.recording.LastMoments;

/// Runs a job on its own thread, and stops waiting after a time limit, see [Patience].
final class Deadline {
  /// Ends a job that does not end by itself, and describes its state.
  @FunctionalInterface
  interface Rescue {
    String end(Thread runner);
  }

  /// The time for an ended job to report how it ended.
  private static final Duration TO_END = Duration.ofSeconds(2);

  private Deadline() {}

  /// Runs `job` and returns the exception that it threw, or null. If it takes longer than
  /// `timeout`, returns an AssertionError with the description from `rescue`.
  static @Nullable Throwable run(Runnable job, Duration timeout, Rescue rescue) {
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
      var _ = Patience.await(runner, timeout);
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
              (interrupted ? "the test was interrupted" : "the job did not end in " + timeout)
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
