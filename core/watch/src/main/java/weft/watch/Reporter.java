// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.regex.Pattern;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.job.Message;
import weft.watch.launch.ReportMarks;

/// Prints the report of a failed job quickly: some launchers leave less than a millisecond for it.
/// A launcher of ours gets it marked, and prints one of a job.
public final class Reporter {
  /// The value of [JobVariables#MARK_REPORTS] for a launcher that gets the output of ranks in
  /// lines.
  public static final String LINES = "lines";

  /// Begins each line of a report for such a launcher.
  public static final String LINE_MARK = "\u0002weft report line\u0003";

  private static final String MARKED = System.getenv().getOrDefault(JobVariables.MARK_REPORTS, "0");

  private static final Pattern LINE_START =
      Pattern.compile("^", Pattern.MULTILINE | Pattern.UNIX_LINES);

  private Reporter() {}

  /// Prints `report` for the user.
  public static void print(FailureReport report) {
    print(report, System.err);
  }

  private static void print(FailureReport report, PrintStream err) {
    String text = "weft: " + report.text() + "\n";
    byte[] bytes =
        switch (MARKED) {
          case "0", "" -> text.getBytes(UTF_8);
          case LINES -> LINE_START.matcher(text).replaceAll(LINE_MARK).getBytes(UTF_8);
          default -> ReportMarks.mark(text);
        };
    err.write(bytes, 0, bytes.length);
    err.flush();
  }

  /// Loads and links the classes that a report of `self` about another rank needs, which takes some
  /// milliseconds.
  static void preload(Peer self) {
    for (boolean isLeaving : new boolean[] {true, false}) {
      var link = new Link(self);
      link.state.end(LinkState.End.CLOSED, 0);
      if (isLeaving) {
        link.state.leave(0);
      }
      FailureReport report = link.report(self, 0);
      print(report, new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
      try {
        var _ = Message.next(new Message.Abort(report).frame());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
