// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/// The output of a launcher, to which it forwards the output of its ranks.
///
/// If it cannot be written, the user is told once, the job goes on, and the exit code is not 0: the
/// results may be in files. If its reader has gone, the job ends at once and silently, as SIGPIPE
/// ends other programs (docs/design/0089).
public final class RankStreams {
  private static final int LOST = 1;

  private final PrintStream outStream;
  private final PrintStream errStream;
  private final Runnable readerLeft;
  private final LineSink out;
  private final LineSink err;

  // Guarded by this.
  private int code;

  /// Forwards to `out` and `err`.
  ///
  /// @param readerLeft ends the job; called once, on a thread of its own
  public RankStreams(PrintStream out, PrintStream err, Runnable readerLeft) {
    this.outStream = out;
    this.errStream = err;
    this.readerLeft = readerLeft;
    this.out = new LineSink(out, this::failed);
    this.err = new LineSink(err, this::failed);
  }

  /// The sink for the ranks' standard output.
  public LineSink out() {
    return out;
  }

  /// The sink for the ranks' standard error.
  public LineSink err() {
    return err;
  }

  /// The exit code of a job that has ended with `jobCode`, after all was forwarded.
  public int exitCode(int jobCode) {
    failed(outStream);
    failed(errStream);
    synchronized (this) {
      return code == StandardStream.NO_READER || jobCode == 0 ? code : jobCode;
    }
  }

  private void failed(PrintStream stream) {
    StandardStream failure = begins(stream);
    if (failure == null) {
      return;
    }
    if (failure.hasNoReader()) {
      out.close();
      err.close();
      var end = new Thread(readerLeft, "weft-end-output");
      end.setDaemon(true);
      end.start();
    } else if (!stream.equals(errStream)) {
      synchronized (errStream) {
        errStream.println("weft: " + failure.sentence());
        errStream.flush();
      }
    }
  }

  /// Returns the failure of `stream` if it is the first one, or else null.
  private synchronized @Nullable StandardStream begins(PrintStream stream) {
    StandardStream failure = code == 0 ? StandardStream.failure(stream) : null;
    if (failure != null) {
      code = failure.hasNoReader() ? StandardStream.NO_READER : LOST;
    }
    return failure;
  }
}
