// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import weft.transport.job.ExitCause;
import weft.transport.job.ExitCause.Stage;

/// The host's knowledge of its ranks' ends: which joined, how each ended, and what has been
/// reported.
///
/// Ranks that have joined watch each other, and one of them reports what happens. The host reports
/// what happens before that, and what no rank was left to report.
final class Ending implements RankOutput.Listener {
  /// The end of one rank's process.
  private record End(int rank, int code, String host) {}

  /// Output of `mpirun` itself, and its time.
  private record Said(String text, long nanos) {}

  /// Lines that `mpirun` prints around its message about a rank's end; the report has more details.
  private static final List<String> AFTERMATH =
      List.of(
          "Primary job  terminated normally, but",
          "a non-zero exit code. Per user-direction",
          "detected that one or more processes exited with non-zero status",
          "noticed that process rank",
          "has exited due to process rank",
          "= BAD TERMINATION",
          "YOUR APPLICATION TERMINATED WITH",
          "killing job",
          "Sending Ctrl-C to processes as requested",
          "Press Ctrl-C again to force abort",
          "abort is already in progress",
          "Forwarding signal",
          "An MPI communication peer process has unexpectedly disconnected",
          "help-mpi-btl-tcp.txt / peer hung up",
          "_base_help_aggregate\" to 0 to see all help",
          "pml_ob1_sendreq.c");

  /// The library's error on a send to a lost rank. It is also the error when hosts cannot reach
  /// each other; then the job continues and hangs.
  private static final List<String> NO_WAY =
      List.of(
          "Open MPI failed to TCP connect to a peer MPI process",
          "help-mpi-btl-tcp.txt / client connect fail");

  private final boolean[] joined;
  private final List<End> ends = new ArrayList<>();

  /// The reasons that ranks gave for not joining.
  private final Map<Integer, String> obstacles = new HashMap<>();

  private final List<String> block = new ArrayList<>();
  private final List<Said> own = new ArrayList<>();
  private final LongSupplier clock;
  private long lastLine;
  private boolean inBlock;

  /// The rank that the first report names; −1 while there is none.
  private int reported = -1;

  /// Creates the state of a job of `size` ranks.
  Ending(int size) {
    this(size, System::nanoTime);
  }

  /// As above, with another clock, which counts nanoseconds.
  Ending(int size, LongSupplier clock) {
    this.joined = new boolean[size];
    this.clock = clock;
  }

  @Override
  public synchronized void failed(int rank) {
    reported = reported < 0 ? rank : reported;
  }

  @Override
  public synchronized void mark(int rank, String text) {
    if (rank >= joined.length) {
      return; // A program that has started more processes through MPI itself.
    }
    if (text.equals(Marks.JOINS)) {
      joined[rank] = true;
    } else if (text.startsWith(Marks.CANNOT_JOIN)) {
      obstacles.put(rank, text.substring(Marks.CANNOT_JOIN.length()));
    } else if (text.startsWith("end ")) {
      String[] words = text.split(" ", 3);
      ends.add(new End(rank, Integer.parseInt(words[1]), words.length > 2 ? words[2] : ""));
    }
  }

  /// Groups `mpirun`'s own lines into messages: the lines between rules, or single lines.
  @Override
  public synchronized void own(String line) {
    boolean rule = line.matches("-{20,}|={20,}");
    if (rule && !inBlock) {
      inBlock = true;
    } else if (rule) {
      inBlock = false;
    }
    block.add(line);
    lastLine = clock.getAsLong();
    if (!inBlock) {
      endBlock();
    }
  }

  private void endBlock() {
    if (!block.isEmpty()) {
      own.add(new Said(String.join("\n", block), lastLine));
      block.clear();
    }
    inBlock = false;
  }

  /// Returns `mpirun`'s messages of at least this age that are not printed yet, while the job runs.
  /// A message that may explain a rank's end is kept until that end.
  synchronized List<String> said(long nanosAgo) {
    long now = clock.getAsLong();
    if (now - lastLine >= nanosAgo) {
      endBlock(); // No line has followed for so long that the block counts as complete.
    }
    var lines = new ArrayList<String>();
    own.removeIf(said -> {
      boolean due = now - said.nanos >= nanosAgo && !isAftermath(said.text);
      due = due && !(reported >= 0 && isNoWay(said.text));
      if (due && !said.text.isBlank()) {
        lines.add(said.text);
      }
      return due;
    });
    return lines;
  }

  /// Whether the ranks themselves cannot end the job after a failure: one has failed, or ended
  /// without joining, while others run.
  synchronized boolean isWrong() {
    return failed() != null;
  }

  /// The rank that failed first: the one that the report names, or without a report the first that
  /// ended. The end of a killed rank may be announced after the ends that it caused. Ranks that
  /// `mpirun` ended because of it ended by a signal that users send too.
  private @Nullable End failed() {
    End byUser = null;
    boolean some = someJoined();
    for (End end : ends) {
      if (end.rank == reported && end.code != 0) {
        return end;
      }
    }
    for (End end : ends) {
      if (ExitCause.isByUser(end.code)) {
        byUser = byUser == null ? end : byUser;
      } else if (end.code != 0 || (some && !joined[end.rank])) {
        return end;
      }
    }
    return byUser;
  }

  private boolean someJoined() {
    for (boolean each : joined) {
      if (each) {
        return true;
      }
    }
    return false;
  }

  /// The exit code of the job, given `mpirun`'s own exit `code`.
  synchronized int exitCode(int code) {
    End failed = failed();
    int own = failed == null ? code : failed.code;
    return own == 0 && (failed != null || reported >= 0) ? 1 : own;
  }

  /// The lines to print after `mpirun` has ended with `code`. Its own output is omitted if it only
  /// repeats a report.
  synchronized List<String> rest(int code) {
    var lines = new ArrayList<String>();
    endBlock();
    End failed = failed();
    boolean explained = reported >= 0 || failed != null;
    for (Said said : own) {
      if (!said.text.isBlank() && !(explained && (isAftermath(said.text) || isNoWay(said.text)))) {
        lines.add(said.text);
      }
    }
    own.clear();
    if (reported < 0 && failed != null) {
      lines.add("weft: rank " + failed.rank + " failed: " + sentence(failed));
    }
    if (code != 0 && !explained && lines.isEmpty()) {
      lines.add("weft: mpirun ended with exit code " + code + ", and gave no reason");
    }
    return lines;
  }

  private static boolean isNoWay(String text) {
    return NO_WAY.stream().anyMatch(text::contains);
  }

  private static boolean isAftermath(String text) {
    return AFTERMATH.stream().anyMatch(text::contains)
        || text.startsWith("This typically refers to a problem with your application")
        || text.startsWith("Please see the FAQ page");
  }

  private String sentence(End end) {
    String obstacle = obstacles.get(end.rank);
    if (obstacle != null) {
      return obstacle;
    }
    String process = end.host.isEmpty() ? "" : "on host " + end.host;
    if (end.code == 126 || end.code == 127) {
      return "its process "
          + (process.isEmpty() ? "" : process + " ")
          + "could not be started; Java and all files must have the same path on all hosts";
    }
    return ExitCause.of(
        process, 0, end.code, joined[end.rank] ? Stage.JOINED_OR_FINISHED : Stage.NOT_JOINED);
  }

  @Override
  public String toString() {
    return "joined " + Arrays.toString(joined) + ", ended " + ends;
  }
}
