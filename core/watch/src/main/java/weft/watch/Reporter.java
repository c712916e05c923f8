// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import weft.transport.FailureReport;
import weft.transport.job.Message;

/// Prints the report of a failed job quickly: some launchers leave less than a millisecond for it.
public final class Reporter {
  private Reporter() {}

  /// Prints `report` for the user.
  public static void print(FailureReport report) {
    print(report, System.err);
  }

  private static void print(FailureReport report, PrintStream err) {
    err.println("weft: " + report.text());
    err.flush();
  }

  /// Loads and links the classes that a report of `self` about another rank needs, which takes some
  /// milliseconds.
  static void preload(Peer self) {
    for (boolean isLeaving : new boolean[] {true, false}) {
      var link = new Link(self);
      link.state.end(false, 0);
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
