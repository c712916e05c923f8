// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.PrintStream;
import java.util.function.Consumer;

/// A stream to which several threads forward the lines of ranks.
public final class LineSink {
  private final PrintStream to;
  private final Consumer<PrintStream> failed;

  // Guarded by `to`.
  private boolean open = true;

  /// Forwards to `to`; if that fails, all is written that can be.
  public LineSink(PrintStream to) {
    this(to, it -> {});
  }

  /// Forwards to `to`.
  ///
  /// @param failed called after each write if the stream has ever failed
  LineSink(PrintStream to, Consumer<PrintStream> failed) {
    this.to = to;
    this.failed = failed;
  }

  /// Ignores all that comes from now on.
  void close() {
    synchronized (to) {
      open = false;
    }
  }

  /// Writes part of a line or more. Only [#whole] calls this.
  void write(byte[] text, int length) {
    if (open) {
      to.write(text, 0, length);
    }
  }

  /// Runs `writes`, so that no other thread writes in between.
  void whole(Runnable writes) {
    boolean isBroken;
    synchronized (to) {
      writes.run();
      isBroken = open && to.checkError(); // it flushes, too
    }
    if (isBroken) {
      failed.accept(to);
    }
  }
}
