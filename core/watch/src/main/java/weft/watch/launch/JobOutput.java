// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.nio.charset.StandardCharsets;
import weft.transport.job.RankStreams;
import weft.transport.job.WholeLines;

/// The output of all ranks, which it forwards to the output of this process in whole lines, and of
/// the reports of a job that fails one.
public final class JobOutput {
  private final RankStreams streams;
  private final WholeLines[][] lines;
  private final ReportMarks[] marks;
  private final JobReports reports;

  /// Output of `ranks` ranks.
  ///
  /// @param isTagged whether each line begins with its rank
  /// @param readerLeft ends the job, because nobody reads its output
  public JobOutput(int ranks, boolean isTagged, Runnable readerLeft) {
    streams = new RankStreams(System.out, System.err, readerLeft);
    lines = new WholeLines[ranks][];
    marks = new ReportMarks[ranks];
    var own = new WholeLines(streams.err(), "");
    reports = new JobReports(report -> print(own, report));
    for (int rank = 0; rank < ranks; rank++) {
      String tag = isTagged ? "[" + rank + "] " : "";
      lines[rank] =
          new WholeLines[] {new WholeLines(streams.out(), tag), new WholeLines(streams.err(), tag)};
      marks[rank] = new ReportMarks(new ErrorLines(lines[rank][1]));
    }
  }

  private static void print(WholeLines to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    synchronized (to) {
      to.add(bytes, 0, bytes.length);
      to.pass();
    }
  }

  /// The standard error of one rank.
  private final class ErrorLines implements ReportMarks.Receiver {
    private final WholeLines to;

    ErrorLines(WholeLines to) {
      this.to = to;
    }

    @Override
    public void output(byte[] bytes, int start, int length) {
      to.add(bytes, start, length);
    }

    @Override
    public void report(String text) {
      to.pass();
      reports.take(text);
    }
  }

  /// Forwards the lines that are complete with these bytes.
  public void add(int rank, boolean isError, byte[] bytes, int length) {
    WholeLines to = lines[rank][isError ? 1 : 0];
    synchronized (to) {
      if (isError) {
        marks[rank].add(bytes, length);
      } else {
        to.add(bytes, 0, length);
      }
      to.pass();
    }
  }

  /// Forwards the rest of the output of `rank`, which has ended with `code`.
  public void end(int rank, int code) {
    synchronized (lines[rank][1]) {
      marks[rank].end();
    }
    for (WholeLines each : lines[rank]) {
      synchronized (each) {
        each.end();
      }
    }
    reports.ended(rank, code);
  }

  /// Prints `sentence` of this launcher about a lost host, unless a report was printed.
  void lost(String sentence) {
    reports.takeOwn("weft: " + sentence + ".\n");
  }

  /// The exit code of a job that has ended with `code`, after all was forwarded.
  public int exitCode(int code) {
    reports.end();
    return streams.exitCode(code);
  }
}
