// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.io.InputStream;
import weft.transport.job.LineSink;
import weft.transport.job.WholeLines;

/// Forwards the output of one rank in whole lines, as [WholeLines] does.
final class LineForwarder implements Runnable {
  private static final int ROOM = 1 << 13;

  private final InputStream from;
  private final WholeLines lines;

  private volatile boolean reading = true;

  /// Forwards `from` to `to`, each line prefixed by `tag`.
  LineForwarder(InputStream from, LineSink to, String tag) {
    this.from = from;
    this.lines = new WholeLines(to, tag);
  }

  /// Runs until the end of the stream.
  @Override
  public void run() {
    var bytes = new byte[ROOM];
    try {
      for (int got = from.read(bytes); got >= 0; got = from.read(bytes)) {
        reading = false;
        lines.add(bytes, 0, got);
        lines.pass();
        reading = true;
      }
    } catch (IOException e) {
      // The stream was closed meanwhile: the process is gone.
    }
    reading = false;
    lines.end();
  }

  /// Whether it waits for output of the rank, and not for the reader of the output.
  boolean isReading() {
    return reading;
  }
}
