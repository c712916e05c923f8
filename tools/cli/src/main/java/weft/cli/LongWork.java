// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Shows on a terminal which work takes long, and for how long. It prints nothing to a pipe or a
/// file.
public final class LongWork {
  private static final long PATIENCE_MILLIS = 1000;

  private final String what;
  private final PrintStream terminal;
  private final long patience;
  private final Thread clock;
  private int shown;

  private LongWork(String what, PrintStream terminal, long patience) {
    this.what = what;
    this.terminal = terminal;
    this.patience = patience;
    this.clock = new Thread(this::tick, "weft-progress");
    clock.setDaemon(true);
  }

  /// Starts to show work, until [#end].
  static LongWork of(String what) {
    return begin(what, System.err, PATIENCE_MILLIS, isTerminal(Path.of("/proc/self/fd/2")));
  }

  /// As [#of], with explicit settings.
  static LongWork begin(String what, PrintStream terminal, long patience, boolean isTerminal) {
    var progress = new LongWork(what, terminal, patience);
    if (isTerminal) {
      progress.clock.start();
    }
    return progress;
  }

  /// Whether this open file is a terminal. System.console() would show this too, but is slower.
  public static boolean isTerminal(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private void tick() {
    long begin = System.nanoTime();
    try {
      for (; ; ) {
        Thread.sleep(patience);
        String line = "weft: " + what + " … " + (System.nanoTime() - begin) / 1_000_000_000 + " s";
        terminal.print("\r" + line);
        terminal.flush();
        shown = line.length();
      }
    } catch (InterruptedException e) {
      if (shown > 0) {
        terminal.print("\r" + " ".repeat(shown) + "\r");
        terminal.flush();
      }
    }
  }

  /// Ends the work and clears its line.
  void end() {
    clock.interrupt();
    try {
      clock.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
