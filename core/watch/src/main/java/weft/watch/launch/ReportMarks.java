// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/// Finds the reports of failed jobs in the standard error of one rank. A rank marks them for a
/// launcher that prints only one of a job: several ranks may have one, on both sides of a cut.
public final class ReportMarks {
  private static final byte[] BEGIN = "\u0001weft report\u0002".getBytes(UTF_8);
  private static final byte END = 3;

  private final Receiver receiver;

  /// The number of bytes of [#BEGIN] that have come last.
  private int matched;

  /// The bytes of the report that has begun, or null.
  private @Nullable ByteArrayOutputStream report;

  /// Receives both.
  interface Receiver {
    /// Called with output that is no report.
    void output(byte[] bytes, int start, int length);

    /// Called with a report, with its newline.
    void report(String text);
  }

  ReportMarks(Receiver receiver) {
    this.receiver = receiver;
  }

  /// Marks `text`, which ends with a newline.
  public static byte[] mark(String text) {
    var marked = new ByteArrayOutputStream();
    marked.writeBytes(BEGIN);
    marked.writeBytes(text.getBytes(UTF_8));
    marked.write(END);
    return marked.toByteArray();
  }

  /// Takes the first `length` bytes.
  void add(byte[] bytes, int length) {
    int from = 0; // Bytes before it were passed on.
    for (int i = 0; i < length; i++) {
      ByteArrayOutputStream inside = report;
      if (inside != null) {
        if (bytes[i] == END) {
          report = null;
          receiver.report(inside.toString(UTF_8));
        } else {
          inside.write(bytes[i]);
        }
        from = i + 1;
      } else if (bytes[i] == BEGIN[matched]) {
        if (matched == 0) {
          pass(bytes, from, i - from);
        }
        from = i + 1;
        matched++;
        if (matched == BEGIN.length) {
          matched = 0;
          report = new ByteArrayOutputStream();
        }
      } else if (matched > 0) {
        pass(BEGIN, 0, matched);
        matched = 0;
        from = i;
        i--; // This byte may begin a mark.
      }
    }
    pass(bytes, from, length - from);
  }

  private void pass(byte[] bytes, int start, int length) {
    if (length > 0) {
      receiver.output(bytes, start, length);
    }
  }

  /// Passes on what has begun and will not end, since the rank has ended.
  void end() {
    pass(BEGIN, 0, matched);
    matched = 0;
    if (report != null) {
      byte[] begun = report.toByteArray();
      report = null;
      pass(begun, 0, begun.length);
    }
  }
}
