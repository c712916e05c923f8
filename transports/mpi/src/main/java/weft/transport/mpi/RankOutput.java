// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import weft.transport.job.WholeLines;

/// Sorts what `mpirun` passes on of its ranks, in pieces that end anywhere, into whole lines.
///
/// `mpirun` is asked to put the rank before each piece and each line: Open MPI writes
/// `[1,3]<stdout>:`, MPICH what [MpirunCommand] asks it for. A line without is `mpirun`'s own. What
/// stands behind [MpirunCommand#MARK] is for the host.
final class RankOutput implements Runnable {
  /// Who is told what is not for the user to read.
  interface Listener {
    /// `mpirun` itself has written this line.
    void own(String line);

    /// The shell or the JVM of `rank` has told this.
    void mark(int rank, String text);

    /// A rank has begun a line that says that `rank` failed, and why.
    void failed(int rank);
  }

  private static final int ROOM = 1 << 14;
  private static final int OWN = -1;
  private static final int LONGEST_SOURCE = 48;
  private static final int LONGEST_MARK = 4_000;
  private static final int LONGEST_REPORT = 32;

  /// How the report of a job that has failed begins.
  private static final Pattern REPORT = Pattern.compile("weft: rank (\\d{1,7}) failed");

  private static final Pattern SOURCE =
      Pattern.compile(
          "\\[\\w{1,20},(\\d{1,7})\\]<std(?:out|err|diag)>:"
              + "|"
              + MpirunCommand.BEFORE_RANK
              + "(\\d{1,7})"
              + MpirunCommand.AFTER_RANK);

  /// What the shell of a rank and its JVM tell the host; anything else is what a program writes.
  private static final Pattern MARKED =
      Pattern.compile(
          MpirunCommand.MARK
              + "("
              + Marks.JOINS
              + "|"
              + Marks.CANNOT_JOIN
              + "[^\n]*|end \\d{1,3}(?: [^\n]*)?)\n");

  /// What is known of one rank's output.
  private static final class Source {
    private final WholeLines lines;

    /// The beginning of the current line, as far as a report can be told from it.
    private final byte[] head = new byte[LONGEST_REPORT];

    private int length;

    Source(WholeLines lines) {
      this.lines = lines;
    }

    /// The rank that a report names, if these bytes, of one line, complete its beginning; else −1.
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
  private final PrintStream to;
  private final boolean tagged;
  private final boolean spaced;
  private final Listener listener;
  private final TreeMap<Integer, Source> ranks = new TreeMap<>();
  private final ByteArrayOutputStream own = new ByteArrayOutputStream();
  private int source = OWN;

  private volatile boolean reading = true;

  /// Sorts `from` and writes to `to`.
  ///
  /// @param tagged whether `[rank]` is to stand before each line
  /// @param spaced whether `mpirun` puts a space before each line, as Open MPI 5 does
  RankOutput(InputStream from, PrintStream to, boolean tagged, boolean spaced, Listener listener) {
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

  /// Reads on, even when nothing can be made of it any more: mpirun, and all ranks behind it, would
  /// wait for somebody to read.
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
      // The stream was closed under us: mpirun is gone.
    }
    reading = false;
    int _ = sort(bytes, held, true);
    ranks.values().forEach(rank -> rank.lines.end());
    endOwn();
  }

  /// Whether it waits for `mpirun`, not for whoever takes the output.
  boolean isReading() {
    return reading;
  }

  /// Sorts the first `length` bytes, and returns how many it could: what may be the beginning of
  /// something longer is left, unless this is the end.
  @SuppressWarnings("JdkObsolete") // hitEnd: this is such streaming
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

  /// Gives bytes to the source whose they are.
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
    Source rank = ranks.computeIfAbsent(source, it -> new Source(lines(it)));
    int failed = rank.failed(bytes, from, to);
    if (failed >= 0) {
      listener.failed(failed);
    }
    rank.lines.add(bytes, from, to - from);
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
