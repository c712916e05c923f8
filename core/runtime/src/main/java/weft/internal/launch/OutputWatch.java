// SPDX-License-Identifier: Apache-2.0
package weft.internal.launch;

import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.job.StandardStream;

/// Detects, in a process that runs ranks of a program, that the program's output cannot be written.
///
/// If the reader of a pipe has gone, it ends the process silently with the exit code of SIGPIPE, as
/// that signal ends programs that are not JVMs. Anything else is told once, and makes the exit code
/// nonzero at the end of the job.
public final class OutputWatch implements AutoCloseable {
  /// Thrown at the end of a job whose output could not be written, which the user was told.
  public static final class OutputLostException extends WeftException {
    private static final long serialVersionUID = 1;

    OutputLostException(String sentence) {
      super(sentence);
    }
  }

  private static final long MILLIS_BETWEEN_LOOKS = 200;

  private final Thread thread = new Thread(this::watch, "weft-watch-output");
  private volatile boolean over;

  private OutputWatch() {}

  /// Begins to watch the output of this process.
  public static OutputWatch open() {
    var watch = new OutputWatch();
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /// A look flushes the stream, which waits while a rank is blocked by a slow reader. So it has a
  /// thread of its own.
  private void watch() {
    while (!over) {
      StandardStream failure = StandardStream.failure();
      if (failure != null && failure.hasNoReader()) {
        System.exit(StandardStream.NO_READER);
      }
      try {
        Thread.sleep(MILLIS_BETWEEN_LOOKS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /// Ends the watch.
  @Override
  public void close() {
    over = true;
    thread.interrupt();
  }

  /// Called when a job of this process has ended well. Throws if its output could not be written.
  ///
  /// @throws OutputLostException after the sentence was printed
  public static void check() {
    @Nullable StandardStream failure = StandardStream.failure();
    if (failure == null) {
      return;
    }
    if (failure.hasNoReader()) {
      System.exit(StandardStream.NO_READER);
    }
    System.err.println("weft: " + failure.sentence());
    System.err.flush();
    Respawn.silence(Thread.currentThread(), OutputLostException.class);
    throw new OutputLostException(failure.sentence());
  }

  /// Whether a thread with this stack ends the JVM because the reader of the output has gone.
  static boolean ends(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals(OutputWatch.class.getName())) {
        return true;
      }
    }
    return false;
  }
}
