// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/// The stack trace of an exception as readable text. For an endless recursion the JVM prints a
/// thousand frames, of which the first and the last suffice.
public final class StackText {
  private static final int FIRST = 30;
  private static final int LAST = 20;

  private StackText() {}

  /// The trace as the JVM prints it, without the middle of long stacks.
  public static String of(Throwable thrown) {
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return cut(text.toString());
  }

  /// These frames, shortened in the same way.
  public static String of(StackTraceElement[] frames) {
    var text = new StringBuilder();
    for (StackTraceElement frame : frames) {
      text.append("\tat ").append(frame).append('\n');
    }
    return cut(text.toString());
  }

  /// `trace` without the middle of long stacks; a line says how many frames were left out.
  static String cut(String trace) {
    var cut = new StringBuilder();
    var frames = new ArrayList<String>();
    for (String line : trace.lines().toList()) {
      if (line.stripLeading().startsWith("at ")) {
        frames.add(line);
      } else {
        append(cut, frames);
        cut.append(line).append('\n');
      }
    }
    append(cut, frames);
    return cut.toString();
  }

  private static void append(StringBuilder cut, List<String> frames) {
    int size = frames.size();
    boolean isLong = size > FIRST + LAST + 1;
    for (int i = 0; i < size; i++) {
      if (isLong && i == FIRST) {
        String frame = frames.get(i);
        cut.append(frame, 0, frame.indexOf("at "))
            .append("... ")
            .append(size - FIRST - LAST)
            .append(" frames left out\n");
        i = size - LAST;
      }
      cut.append(frames.get(i)).append('\n');
    }
    frames.clear();
  }
}
