// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.io.Console;

/// A line that tells how far the work is, on a terminal; nothing in a pipe.
final class WaveProgress {
  private static final long INTERVAL = 200_000_000;

  private final boolean shown;
  private final int steps;
  private final long begin = System.nanoTime();
  private long last = begin;

  /// For so many steps; `wanted` at one rank.
  WaveProgress(boolean wanted, int steps) {
    this.shown = wanted && isTerminal();
    this.steps = steps;
  }

  /// A rank's own standard error is a pipe to the launcher, which says where that leads.
  @SuppressWarnings("SystemConsoleNull") // the two lints disagree on whether it can be null
  private static boolean isTerminal() {
    Console console = System.console();
    return System.getenv("WEFT_TERMINAL") != null || (console != null && console.isTerminal());
  }

  /// Tells that a step is done.
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

  /// Wipes the line.
  void done() {
    if (shown && last != begin) {
      System.err.print("\033[K\r");
    }
  }
}
