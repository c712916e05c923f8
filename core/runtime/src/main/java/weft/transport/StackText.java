// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The stack trace of an exception as readable text. For an endless recursion the JVM prints a
/// thousand frames, of which the first and the last suffice.
public final class StackText {
  private static final int FIRST = 30;
  private static final int LAST = 20;
  private static final int CAUSES = 8;

  /// A frame of the library: not of a program, a test or a tool that lies below `weft`, too.
  private static final Pattern WEFT =
      Pattern.compile(
          "^\\s*at (\\S*/)?weft\\.(?!\\S*Test[.$])([A-Z]|(internal|layer|memory|transport|recording|codec|files|watch"
              + "|collective|overlap|mobile|outofcore|linalg|accelerate)\\.)");

  private StackText() {}

  /// The trace as the JVM prints it, without the middle of long stacks. If a method of the
  /// exception throws, the trace has what the others return.
  public static String of(Throwable thrown) {
    var text = new StringWriter();
    try {
      thrown.printStackTrace(new PrintWriter(text, true));
    } catch (Throwable _) {
      return sentence(thrown) + "\n" + of(frames(thrown)) + causes(thrown);
    }
    return cut(text.toString());
  }

  private static String causes(Throwable thrown) {
    var text = new StringBuilder();
    @Nullable Throwable cause = cause(thrown);
    for (int i = 0; cause != null && i < CAUSES; i++) {
      text.append("Caused by: ").append(sentence(cause)).append('\n').append(of(frames(cause)));
      cause = cause(cause);
    }
    return text.toString();
  }

  // Methods of an exception may be overridden, and throw or return null. These never do.

  /// The class and the message, as `toString` returns them.
  public static String sentence(Throwable thrown) {
    try {
      String sentence = thrown.toString();
      if (sentence != null) {
        return sentence;
      }
      return thrown.getClass().getName() + " (its toString returned null)";
    } catch (Throwable again) {
      return thrown.getClass().getName() + " (" + threw("toString", again) + ")";
    }
  }

  /// The message; null if there is none.
  public static @Nullable String message(Throwable thrown) {
    try {
      return thrown.getMessage();
    } catch (Throwable again) {
      return "(" + threw("getMessage", again) + ")";
    }
  }

  private static String threw(String method, Throwable again) {
    return "its " + method + " threw " + again.getClass().getName();
  }

  /// The frames; empty if there are none.
  public static StackTraceElement[] frames(Throwable thrown) {
    try {
      @Nullable StackTraceElement[] frames = thrown.getStackTrace();
      return frames == null
          ? new StackTraceElement[0]
          : Arrays.stream(frames).filter(Objects::nonNull).toArray(StackTraceElement[]::new);
    } catch (Throwable _) {
      return new StackTraceElement[0];
    }
  }

  /// The cause; null if there is none.
  public static @Nullable Throwable cause(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (Throwable _) {
      return null;
    }
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

  private static void append(StringBuilder cut, List<String> all) {
    List<String> frames = folded(all);
    all.clear();
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
  }

  /// `frames` with one line for the frames of Weft in a row, except for the method that the program
  /// has called. The line names the first of them, for reports of faults in Weft.
  private static List<String> folded(List<String> frames) {
    var folded = new ArrayList<String>();
    for (int i = 0; i < frames.size(); ) {
      int end = i;
      while (end < frames.size() && isWeft(frames.get(end))) {
        end++;
      }
      // The last one is what the program has called, unless nothing of the program follows.
      int last = end < frames.size() && !frames.get(end).contains("java.base/") ? end - 1 : end;
      if (last - i >= 2) {
        String first = frames.get(i);
        int at = first.indexOf("at ");
        folded.add(
            first.substring(0, at)
                + "... %d frames of Weft, from %s".formatted(last - i, first.substring(at + 3)));
        i = last;
      }
      for (; i < Math.max(end, last); i++) {
        folded.add(frames.get(i));
      }
      if (i == end && i < frames.size()) {
        folded.add(frames.get(i++));
      }
    }
    return folded;
  }

  private static boolean isWeft(String frame) {
    return WEFT.matcher(frame).find();
  }
}
