// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.io.Console;
import java.util.Locale;

/// A line that shows how far the work is, on a terminal; nothing in a pipe.
public final class ProgressLine {
  private static final long INTERVAL = 200_000_000;

  private final String unit;
  private final boolean shown;
  private long begin = System.nanoTime();
  private long last = begin;
  private boolean written;

  /// @param unit the program and what it counts, as "wave2d: step"
  /// @param wanted whether this rank writes the line: one does
  public ProgressLine(String unit, boolean wanted) {
    this.unit = unit;
    this.shown = wanted && isTerminal();
  }

  /// The work begins now.
  public void begin() {
    begin = System.nanoTime();
    last = begin;
  }

  /// A rank's own standard error is a pipe to the launcher, which says where that leads.
  @SuppressWarnings("SystemConsoleNull") // the two lints disagree on whether it can be null
  private static boolean isTerminal() {
    Console console = System.console();
    return System.getenv("WEFT_TERMINAL") != null || (console != null && console.isTerminal());
  }

  /// Shows that `done` steps of `of` are done, if the line is older than a moment.
  public void at(long done, long of) {
    if (!shown || done == 0) {
      return;
    }
    long now = System.nanoTime();
    if (now - last < INTERVAL) {
      return;
    }
    last = now;
    written = true;
    double left = (now - begin) * 1e-9 / done * (of - done);
    System.err.printf(Locale.ROOT, "%s %d of %d, %.0f s to go\033[K\r", unit, done, of, left);
  }

  /// Wipes the line.
  public void done() {
    if (written) {
      System.err.print("\033[K\r");
      written = false;
    }
  }
}
