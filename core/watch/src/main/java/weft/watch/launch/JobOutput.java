// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import weft.transport.job.RankStreams;
import weft.transport.job.WholeLines;

/// The output of all ranks, which it forwards to the output of this process in whole lines.
public final class JobOutput {
  private final RankStreams streams;
  private final WholeLines[][] lines;

  /// Output of `ranks` ranks.
  ///
  /// @param isTagged whether each line begins with its rank
  /// @param readerLeft ends the job, because nobody reads its output
  public JobOutput(int ranks, boolean isTagged, Runnable readerLeft) {
    streams = new RankStreams(System.out, System.err, readerLeft);
    lines = new WholeLines[ranks][];
    for (int rank = 0; rank < ranks; rank++) {
      String tag = isTagged ? "[" + rank + "] " : "";
      lines[rank] =
          new WholeLines[] {new WholeLines(streams.out(), tag), new WholeLines(streams.err(), tag)};
    }
  }

  /// Forwards the lines that are complete with these bytes.
  public void add(int rank, boolean isError, byte[] bytes, int length) {
    WholeLines to = lines[rank][isError ? 1 : 0];
    synchronized (to) {
      to.add(bytes, 0, length);
      to.pass();
    }
  }

  /// Forwards the rest of the output of `rank`, which has ended.
  public void end(int rank) {
    for (WholeLines each : lines[rank]) {
      synchronized (each) {
        each.end();
      }
    }
  }

  /// The exit code of a job that has ended with `code`, after all was forwarded.
  public int exitCode(int code) {
    return streams.exitCode(code);
  }
}
