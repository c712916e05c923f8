// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.io.Console;
import java.util.Locale;

/// Shows the progress of a program on a terminal. Prints nothing if the output is a pipe.
public final class ProgressLine {
  private static final long INTERVAL = 200_000_000;

  private final String unit;
  private final boolean shown;
  private long begin = System.nanoTime();
  private long last = begin;
  private boolean written;

  /// @param unit the program and its unit of work, such as "wave2d: step"
  /// @param wanted whether this rank writes the line; only one rank does
  public ProgressLine(String unit, boolean wanted) {
    this.unit = unit;
    this.shown = wanted && isTerminal();
  }

  /// Sets the beginning of the work, from which the remaining time is estimated.
  public void begin() {
    begin = System.nanoTime();
    last = begin;
  }

  /// A rank's own standard error is a pipe to the launcher. The launcher's environment variable
  /// tells whether it leads to a terminal.
  @SuppressWarnings("SystemConsoleNull") // the two lints disagree on whether it can be null
  private static boolean isTerminal() {
    Console console = System.console();
    return System.getenv("WEFT_TERMINAL") != null || (console != null && console.isTerminal());
  }

  /// Shows that `done` steps of `of` are done, if the last update is not too recent.
  public void at(long done, long of) {
    at(done, of, "");
  }

  /// As [#at(long, long)], with more about the state.
  public void at(long done, long of, String more) {
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
    String also = more.isEmpty() ? "" : ", " + more;
    System.err.printf(
        Locale.ROOT, "%s %d of %d%s, %.0f s to go\033[K\r", unit, done, of, also, left);
  }

  /// Clears the line.
  public void done() {
    if (written) {
      System.err.print("\033[K\r");
      written = false;
    }
  }
}
