// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A rank's line in the answer to a query about a job, parsed.
///
/// @param rank the rank; −1 if the line belongs to no rank
/// @param state its state: `waits`, `computes`, `runs` a handler, or another word
/// @param call the call in which it waits, or empty
/// @param target the rank that it waits for, or −1
/// @param line the line of the program at which it is, such as `Halo.java:41`, or empty
/// @param handler the handler that it runs, or empty
/// @param seconds since when it waits, or 0
/// @param sent messages sent
/// @param received messages received
/// @param bytesSent payload bytes sent
/// @param bytesReceived payload bytes received
/// @param backlog bytes of backlog
/// @param heap bytes of its registered heap that are in use
/// @param javaHeap bytes of the Java heap of its JVM that are in use
/// @param text the whole text
record RankLine(
    int rank,
    String state,
    String call,
    int target,
    String line,
    String handler,
    double seconds,
    long sent,
    long received,
    long bytesSent,
    long bytesReceived,
    long backlog,
    long heap,
    long javaHeap,
    String text) {
  private static final Pattern RANK =
      Pattern.compile("^(?:\\((?:[^()]|\\([^()]*\\))*\\) )?rank (\\d+) ([a-z]+)");
  private static final Pattern CALL =
      Pattern.compile(" waits in (.*?)(?: for rank (\\d+))?(?: at |, for |;|$)");
  private static final Pattern LINE = Pattern.compile(" at [^;,]*\\(([^();,:]+:\\d+)\\)");
  private static final Pattern HANDLER = Pattern.compile("^[^;]* runs handler \"([^\"]*)\"");
  private static final Pattern SECONDS = Pattern.compile(", for (\\d+\\.?\\d*) s");
  private static final Pattern COUNTS = Pattern.compile("; (\\d+) sent, (\\d+) received");
  private static final Pattern BYTES =
      Pattern.compile("; (\\d+) payload bytes sent, (\\d+) received");
  private static final Pattern BACKLOG = Pattern.compile("; (\\d+) bytes of backlog wait for rank");
  private static final Pattern HEAP = Pattern.compile("; heap (\\d+) bytes");
  private static final Pattern JAVA_HEAP = Pattern.compile(", Java heap (\\d+) of \\d+ MiB");

  /// Parses the ranks of an answer. Continuation lines are joined to the line before.
  static List<RankLine> parse(String answer) {
    var lines = new ArrayList<RankLine>();
    for (String line : answer.lines().toList()) {
      RankLine read = of(line.strip());
      if (read.rank >= 0) {
        lines.add(read);
      }
    }
    return lines;
  }

  static RankLine of(String line) {
    Matcher rank = RANK.matcher(line);
    if (!rank.find()) {
      return new RankLine(-1, "", "", -1, "", "", 0, 0, 0, 0, 0, 0, 0, 0, line);
    }
    Matcher call = CALL.matcher(line);
    boolean waits = call.find();
    return new RankLine(
        Integer.parseInt(rank.group(1)),
        rank.group(2),
        waits ? call.group(1) : "",
        waits && call.group(2) != null ? Integer.parseInt(call.group(2)) : -1,
        first(LINE, line),
        first(HANDLER, line),
        Double.parseDouble("0" + first(SECONDS, line)),
        sum(COUNTS, line, 1),
        sum(COUNTS, line, 2),
        sum(BYTES, line, 1),
        sum(BYTES, line, 2),
        sum(BACKLOG, line, 1),
        sum(HEAP, line, 1),
        sum(JAVA_HEAP, line, 1) << 20,
        line);
  }

  /// The bytes sent and received.
  long bytes() {
    return bytesSent + bytesReceived;
  }

  private static String first(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static long sum(Pattern pattern, String line, int group) {
    long sum = 0;
    for (Matcher matcher = pattern.matcher(line); matcher.find(); ) {
      sum += Long.parseLong(matcher.group(group));
    }
    return sum;
  }
}
