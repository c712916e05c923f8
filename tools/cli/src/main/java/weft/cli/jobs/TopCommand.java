// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import weft.WeftException;
import weft.cli.CommandException;
import weft.cli.LongWork;
import weft.report.Page;
import weft.report.ReportException;
import weft.transport.job.JobInfo;
import weft.transport.job.Jobs;

/// `weft top`: shows a running job, refreshed.
@Command(
    name = "top",
    customSynopsis = "weft top [OPTIONS] [ID]",
    sortOptions = false,
    description = {
      "Shows what each rank of a running job does, refreshed: messages and bytes per second,",
      "how often it was seen waiting and for which rank, backlog, registered heap and Java",
      "heap in use. The busiest rank comes first.",
      ""
    },
    footer = {"", "Keys: q quits, p pauses. Without a terminal: one table per interval."})
public final class TopCommand implements Callable<Integer> {
  /// The lines of the terminal that show no rank.
  private static final int HEADING_LINES = 4;

  private static final int DEFAULT_LINES = 20;

  /// The time between the first look and the first table, in seconds.
  private static final double FIRST_SECONDS = 0.5;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      description = "The time between two queries; 1 by default.")
  double interval = 1;

  @Option(names = "--count", paramLabel = "N", description = "End after N tables.")
  int count = Integer.MAX_VALUE;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = {
        "Write a page of what was seen, anew after each look, and no tables; reload it to see more."
      })
  @Nullable Path report;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "The job, or the beginning of its id; by default the only job.")
  @Nullable String id;

  private final PrintStream out;
  private final InputStream keys = System.in;
  private final Map<Integer, RankLine> before = new HashMap<>();
  private final Map<Integer, Integer> waits = new HashMap<>();
  private int looks;

  /// Null if tables are printed.
  private @Nullable TopPage page;

  private boolean paused;
  private int most = Integer.MAX_VALUE;

  /// Writes to `out`.
  public TopCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (!(interval >= 0.1 && interval <= 3600)) {
      throw CommandException.usage("--interval must be from 0.1 to 3600 seconds.");
    }
    checkReport();
    JobInfo job = RunningJobs.find(RunningJobs.all(), id);
    if (report != null) {
      page = new TopPage(job);
      show(job, false);
      return 0;
    }
    boolean terminal = LongWork.isTerminal(Path.of("/proc/self/fd/1"));
    if (!terminal) {
      show(job, false);
      return 0;
    }
    int given = lines(stty("size"));
    most = given > 0 ? given - HEADING_LINES : DEFAULT_LINES;
    var _ = stty("-icanon -echo");
    // Ctrl-C also restores the terminal.
    var restore = new Thread(() -> stty("icanon echo"), "weft-restore-terminal");
    Runtime.getRuntime().addShutdownHook(restore);
    show(job, true);
    return 0;
  }

  /// Runs stty and returns its output. Without stty, keys take effect after Enter.
  private static String stty(String what) {
    try {
      Process stty =
          new ProcessBuilder("sh", "-c", "stty " + what + " < /dev/tty 2> /dev/null").start();
      String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      var _ = stty.waitFor();
      return said;
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /// The first number in the output of `stty size`.
  private static int lines(String size) {
    String first = size.strip().split(" ", -1)[0];
    return first.matches("\\d{1,5}") ? Integer.parseInt(first) : 0;
  }

  private void show(JobInfo job, boolean terminal) throws InterruptedException, IOException {
    long last = 0;
    for (int tables = 0; tables < count && job.isAlive(); ) {
      long now = System.nanoTime();
      if (!paused) {
        String answer;
        try {
          answer = Jobs.describe(job);
        } catch (WeftException e) {
          break; // It has just ended.
        }
        List<RankLine> ranks = RankLine.parse(answer);
        if (last == 0) {
          // Rates need two looks.
          ranks.forEach(rank -> before.put(rank.rank(), rank));
          last = now;
          Thread.sleep((long) (1000 * Math.min(interval, FIRST_SECONDS)));
          continue;
        }
        double seconds = (now - last) / 1e9;
        last = now;
        if (page != null) {
          write(page, ranks, seconds);
        } else {
          print(job, ranks, seconds, terminal);
        }
        if (out.checkError()) {
          return; // Its reader has gone, or there is no room: the exit code shows it.
        }
        tables++;
      }
      if (tables < count && waitForKey(terminal)) {
        return;
      }
    }
    if (!job.isAlive()) {
      out.println("job " + job.id() + " has ended.");
    }
  }

  private void checkReport() {
    try {
      if (report != null) {
        Page.checkWritable(report);
      }
    } catch (ReportException e) {
      throw CommandException.usage(String.valueOf(e.getMessage()));
    }
  }

  private void write(TopPage page, List<RankLine> ranks, double seconds) {
    page.add(ranks, before, seconds);
    ranks.forEach(rank -> before.put(rank.rank(), rank));
    try {
      page.write(Objects.requireNonNull(report));
    } catch (ReportException e) {
      throw CommandException.failure("--report: " + e.getMessage());
    }
    if (looks++ == 0) {
      out.println("weft: writes " + report + " after each look; reload it to see more.");
    }
  }

  /// Waits for the interval, and returns whether the user wants to quit.
  private boolean waitForKey(boolean terminal) throws InterruptedException, IOException {
    long end = System.nanoTime() + (long) (interval * 1e9);
    while (System.nanoTime() - end < 0) {
      if (terminal && keys.available() > 0) {
        int key = keys.read();
        if (key == 'q') {
          return true;
        }
        if (key == 'p') {
          paused = !paused;
          out.print(paused ? "paused; p continues\r" : "                 \r");
          out.flush();
        }
      }
      Thread.sleep(Math.clamp((end - System.nanoTime()) / 1_000_000, 1, 50));
    }
    return false;
  }

  private void print(JobInfo job, List<RankLine> lines, double seconds, boolean terminal) {
    var text = new StringBuilder(terminal ? "\033[H\033[2J" : "");
    text.append("job ").append(job.id()).append(", ").append(job.size()).append(" ranks: ");
    text.append(job.program()).append('\n');
    text.append(
        String.format(
            "%5s %10s %10s %8s %7s %-28s %8s %8s %9s%n",
            "RANK",
            "SENT/s",
            "RECEIVED/s",
            "BYTES/s",
            "WAITING",
            "IN",
            "BACKLOG",
            "HEAP",
            "JAVA HEAP"));
    looks++;
    var sorted = new ArrayList<>(lines);
    sorted.sort(Comparator.comparingDouble(it -> -rate(it, seconds)));
    for (RankLine line : lines) {
      if (line.state().equals("waits")) {
        waits.merge(line.rank(), 1, Integer::sum);
      }
    }
    for (RankLine line : sorted.subList(0, Math.min(most, sorted.size()))) {
      RankLine old = before.getOrDefault(line.rank(), line);
      String in = line.call().isEmpty() ? line.state() : line.call();
      in = line.target() < 0 ? in : in + " for " + line.target();
      text.append(
          String.format(
              Locale.ROOT,
              "%5d %10.0f %10.0f %8s %6.0f%% %-28s %8s %8s %9s%n",
              line.rank(),
              perSecond(line.sent() - old.sent(), seconds),
              perSecond(line.received() - old.received(), seconds),
              size(perSecond(line.bytes() - old.bytes(), seconds)),
              100.0 * waits.getOrDefault(line.rank(), 0) / looks,
              in.length() > 28 ? in.substring(0, 28) : in,
              size((double) line.backlog()),
              size((double) line.heap()),
              size((double) line.javaHeap())));
    }
    if (most < sorted.size()) {
      text.append("and ").append(sorted.size() - most).append(" ranks that are less busy\n");
    }
    lines.forEach(line -> before.put(line.rank(), line));
    out.print(text.append(terminal ? "q quits, p pauses\n" : "\n"));
    out.flush();
  }

  private double rate(RankLine line, double seconds) {
    RankLine old = before.getOrDefault(line.rank(), line);
    return perSecond(line.sent() - old.sent() + line.received() - old.received(), seconds);
  }

  private static double perSecond(long count, double seconds) {
    return count / seconds;
  }

  private static String size(double bytes) {
    return bytes < 10_000
        ? String.format(Locale.ROOT, "%.0f B", bytes)
        : bytes < 10e6
            ? String.format(Locale.ROOT, "%.0f kB", bytes / 1e3)
            : String.format(Locale.ROOT, "%.0f MB", bytes / 1e6);
  }
}
