// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.io.Console;

/// Shows the progress of the work on a terminal, and prints nothing to a pipe.
final class WaveProgress {
  private static final long INTERVAL = 200_000_000;

  private final boolean shown;
  private final int steps;
  private final long begin = System.nanoTime();
  private long last = begin;

  /// Shows the progress of `steps` steps, on the rank where it is `wanted`.
  WaveProgress(boolean wanted, int steps) {
    this.shown = wanted && isTerminal();
    this.steps = steps;
  }

  /// A rank's own standard error is a pipe to the launcher, which tells whether it leads to a
  /// terminal.
  @SuppressWarnings("SystemConsoleNull") // the two lints disagree on whether it can be null
  private static boolean isTerminal() {
    Console console = System.console();
    return System.getenv("WEFT_TERMINAL") != null || (console != null && console.isTerminal());
  }

  /// Shows that a step is done.
  void at(int step) {
    if (!shown) {
      return;
    }
    long now = System.nanoTime();
    if (now - last < INTERVAL) {
      return;
    }
    last = now;
    double left = (now - begin) * 1e-9 / step * (steps - step);
    System.err.printf("wave2d: step %d of %d, %.0f s to go\033[K\r", step, steps, left);
  }

  /// Clears the line.
  void done() {
    if (shown && last != begin) {
      System.err.print("\033[K\r");
    }
  }
}
