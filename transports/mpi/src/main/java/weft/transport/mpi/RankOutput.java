// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.transport.job.LineSink;
import weft.transport.job.WholeLines;
import weft.watch.Reporter;

/// Sorts the output that `mpirun` forwards from its ranks into whole lines. The output arrives in
/// pieces that end anywhere.
///
/// Options make `mpirun` put the rank before each piece and each line. Open MPI writes
/// `[1,3]<stdout>:`, MPICH the pattern of [MpirunCommand]. A line without a rank is `mpirun`'s own.
/// Text after [MpirunCommand#MARK] is for the host. Several ranks may report the failure of the
/// job, on both sides of a cut: the report of the first one is passed on.
final class RankOutput implements Runnable {
  /// Receives the output that is not for the user.
  interface Listener {
    /// Called with a line that `mpirun` itself wrote.
    void own(String line);

    /// Called with a mark from the shell or the JVM of `rank`.
    void mark(int rank, String text);

    /// Called when a line begins that reports the failure of `rank`.
    void failed(int rank);
  }

  private static final int ROOM = 1 << 14;
  private static final int OWN = -1;
  private static final int LONGEST_SOURCE = 48;
  private static final int LONGEST_MARK = 4_000;
  private static final int LONGEST_REPORT = 32;

  private static final byte[] REPORT_LINE = Reporter.LINE_MARK.getBytes(ISO_8859_1);

  /// The beginning of the report of a failed job.
  private static final Pattern REPORT = Pattern.compile("weft: rank (\\d{1,7}) failed");

  private static final Pattern SOURCE =
      Pattern.compile(
          "\\[\\w{1,20},(\\d{1,7})\\]<std(?:out|err|diag)>:"
              + "|"
              + MpirunCommand.BEFORE_RANK
              + "(\\d{1,7})"
              + MpirunCommand.AFTER_RANK);

  /// The marks from a rank's shell and JVM to the host; anything else is the program's output.
  private static final Pattern MARKED =
      Pattern.compile(
          MpirunCommand.MARK
              + "("
              + Marks.JOINS
              + "|"
              + Marks.CANNOT_JOIN
              + "[^\n]*|end \\d{1,3}(?: [^\n]*)?)\n");

  /// The state of one rank's output.
  private static final class Source {
    private final WholeLines lines;

    /// The beginning of the current line, long enough to recognize a report.
    private final byte[] head = new byte[LONGEST_REPORT];

    private int length;

    /// Whether the current line belongs to a report after the first one.
    private boolean isRepeated;

    Source(WholeLines lines) {
      this.lines = lines;
    }

    /// Returns the rank that a report names if these bytes of one line complete the report's
    /// beginning, or else −1.
    int failed(byte[] bytes, int from, int to) {
      int known = length;
      int more = Math.min(to - from, head.length - length);
      System.arraycopy(bytes, from, head, length, more);
      length = bytes[to - 1] == '\n' ? 0 : length + more;
      if (more == 0 || head[0] != 'w') {
        return -1;
      }
      Matcher matcher = REPORT.matcher(new String(head, 0, known + more, ISO_8859_1));
      return matcher.lookingAt() && matcher.end() > known ? Integer.parseInt(matcher.group(1)) : -1;
    }
  }

  private final InputStream from;
  private final LineSink to;
  private final boolean tagged;
  private final boolean spaced;
  private final Listener listener;
  private final TreeMap<Integer, Source> ranks = new TreeMap<>();
  private final ByteArrayOutputStream own = new ByteArrayOutputStream();
  private int source = OWN;

  /// The rank whose report is passed on; [#OWN] before there is one.
  private int reporter = OWN;

  private volatile boolean reading = true;

  /// Sorts `from` and writes to `to`.
  ///
  /// @param tagged whether to put `[rank]` before each line
  /// @param spaced whether `mpirun` puts a space before each line, as Open MPI 5 does
  RankOutput(InputStream from, LineSink to, boolean tagged, boolean spaced, Listener listener) {
    this.from = from;
    this.to = to;
    this.tagged = tagged;
    this.spaced = spaced;
    this.listener = listener;
  }

  @Override
  public void run() {
    try {
      pass();
    } finally {
      drain();
    }
  }

  /// Continues to read after an error and discards the output. Otherwise mpirun and all its ranks
  /// would block in their writes.
  private void drain() {
    try {
      from.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // As below.
    }
    reading = false;
  }

  private void pass() {
    var bytes = new byte[ROOM];
    int held = 0;
    try {
      for (int got = from.read(bytes); got >= 0; got = from.read(bytes, held, ROOM - held)) {
        reading = false;
        int length = held + got;
        int done = sort(bytes, length, false);
        held = length - done;
        System.arraycopy(bytes, done, bytes, 0, held);
        ranks.values().forEach(rank -> rank.lines.pass());
        reading = true;
      }
    } catch (IOException e) {
      // The stream was closed meanwhile: mpirun is gone.
    }
    reading = false;
    int _ = sort(bytes, held, true);
    ranks.values().forEach(rank -> rank.lines.end());
    endOwn();
  }

  /// Whether it waits for `mpirun`, and not for the reader of the output.
  boolean isReading() {
    return reading;
  }

  /// Sorts the first `length` bytes, and returns the number of sorted bytes. An incomplete prefix
  /// at the end is left for the next call, unless `last`.
  @SuppressWarnings("JdkObsolete") // hitEnd is needed for streaming
  private int sort(byte[] bytes, int length, boolean last) {
    int begin = 0;
    int at = 0;
    while (at < length) {
      byte b = bytes[at];
      if (b == '[' || b == MpirunCommand.BEFORE_RANK) {
        Matcher matcher = source(bytes, at, length);
        if (matcher.lookingAt()) {
          take(bytes, begin, at);
          source = number(matcher);
          at += matcher.end();
          at += spaced && at < length && bytes[at] == ' ' ? 1 : 0;
          begin = at;
          continue;
        }
        if (!last && matcher.hitEnd() && length - at < LONGEST_SOURCE) {
          break;
        }
      } else if (b == MpirunCommand.MARK && source != OWN) {
        Matcher matcher = mark(bytes, at, length);
        if (matcher.lookingAt()) {
          take(bytes, begin, at);
          listener.mark(source, text(matcher));
          at += matcher.end();
          begin = at;
          source = OWN;
          continue;
        }
        if (!last && matcher.hitEnd() && length - at < LONGEST_MARK) {
          break;
        }
      } else if (b == REPORT_LINE[0] && at == begin && source != OWN) {
        int most = Math.min(REPORT_LINE.length, length - at);
        boolean isSame = Arrays.equals(bytes, at, at + most, REPORT_LINE, 0, most);
        if (isSame && most == REPORT_LINE.length) {
          beginReportLine();
          at += most;
          begin = at;
          continue;
        }
        if (isSame && !last) {
          break;
        }
      }
      at++;
      if (b == '\n') {
        take(bytes, begin, at);
        begin = at;
        source = OWN;
      }
    }
    take(bytes, begin, at);
    return at;
  }

  private void beginReportLine() {
    reporter = reporter == OWN ? source : reporter;
    rank(source).isRepeated = reporter != source;
  }

  private static Matcher source(byte[] bytes, int at, int length) {
    int most = Math.min(LONGEST_SOURCE, length - at);
    return SOURCE.matcher(new String(bytes, at, most, ISO_8859_1));
  }

  private static Matcher mark(byte[] bytes, int at, int length) {
    int most = Math.min(LONGEST_MARK, length - at);
    return MARKED.matcher(new String(bytes, at, most, ISO_8859_1));
  }

  private static String text(Matcher mark) {
    return new String(mark.group(1).getBytes(ISO_8859_1), UTF_8);
  }

  private static int number(Matcher matcher) {
    @Nullable String openMpi = matcher.group(1);
    return Integer.parseInt(openMpi == null ? matcher.group(2) : openMpi);
  }

  /// Passes bytes to the source that they belong to.
  private void take(byte[] bytes, int from, int to) {
    if (from == to) {
      return;
    }
    if (source == OWN) {
      own.write(bytes, from, to - from);
      if (bytes[to - 1] == '\n') {
        endOwn();
      }
      return;
    }
    Source rank = rank(source);
    if (rank.isRepeated) {
      rank.isRepeated = bytes[to - 1] != '\n';
      return;
    }
    int failed = rank.failed(bytes, from, to);
    if (failed >= 0) {
      listener.failed(failed);
    }
    rank.lines.add(bytes, from, to - from);
  }

  private Source rank(int number) {
    return ranks.computeIfAbsent(number, it -> new Source(lines(it)));
  }

  private WholeLines lines(int rank) {
    return new WholeLines(to, tagged ? "[" + rank + "] " : "");
  }

  private void endOwn() {
    if (own.size() > 0) {
      listener.own(own.toString(UTF_8).stripTrailing());
      own.reset();
    }
  }
}
