// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import weft.recording.LastMoments;

/// Runs something on a thread of its own, and gives up on it after a time.
final class Deadline {
  /// What ends a job that does not end by itself, and says what it saw.
  @FunctionalInterface
  interface Rescue {
    String end(Thread runner);
  }

  /// How long a job that is ended may take to say how.
  private static final Duration TO_END = Duration.ofSeconds(2);

  private Deadline() {}

  /// Runs `job` and returns what it threw, or null; an AssertionError with what `rescue` said when
  /// it takes longer than `timeout`.
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
      runner.join(timeout);
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
                  + "; its ranks then:\n"
                  + seen);
      if (!runner.isAlive()) {
        LastMoments.pass(thrown[0], late);
      }
      return late;
    }
    return thrown[0];
  }
}
