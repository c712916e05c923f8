// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.Page;
import weft.transport.job.JobInfo;

/// What `weft top --report` has seen of a running job, as a page. Its parts have the names and
/// colours of the page of a finished run.
final class TopPage {
  /// What ranks do, in the order of the page of a run.
  private static final List<String> ACTIVITIES = List.of("body", "handlers", "waiting");

  /// The most ranks whose rates are drawn.
  private static final int MOST_LINES = 16;

  /// What a rank sent and received between two looks.
  private record Rates(double messages, double bytes) {}

  private final JobInfo job;
  private final List<Double> times = new ArrayList<>();
  private final Map<Integer, int[]> seen = new TreeMap<>();
  private final Map<Integer, List<Rates>> rates = new TreeMap<>();

  /// How often a rank was seen waiting for this one.
  private final Map<Integer, Integer> awaited = new TreeMap<>();

  private List<RankLine> last = List.of();

  TopPage(JobInfo job) {
    this.job = job;
  }

  /// Adds a look.
  ///
  /// @param before what was seen of each rank at the look before
  /// @param seconds the time since then
  void add(List<RankLine> lines, Map<Integer, RankLine> before, double seconds) {
    times.add((times.isEmpty() ? 0 : times.getLast()) + seconds);
    for (RankLine line : lines) {
      RankLine old = before.getOrDefault(line.rank(), line);
      seen.computeIfAbsent(line.rank(), rank -> new int[ACTIVITIES.size()])[activity(line)]++;
      List<Rates> all = rates.computeIfAbsent(line.rank(), rank -> new ArrayList<>());
      while (all.size() < times.size() - 1) {
        all.add(new Rates(0, 0)); // It answered no earlier look.
      }
      long messages = line.sent() + line.received() - old.sent() - old.received();
      all.add(new Rates(messages / seconds, (line.bytes() - old.bytes()) / seconds));
      if (activity(line) == 2 && line.target() >= 0) {
        awaited.merge(line.target(), 1, Integer::sum);
      }
    }
    last = lines;
  }

  private static int activity(RankLine line) {
    return switch (line.state()) {
      case "waits" -> 2;
      case "runs" -> 1;
      default -> line.handler().isEmpty() ? 0 : 1;
    };
  }

  /// Writes the page of all looks so far.
  void write(Path file) {
    Page page =
        Page.titled(job.program())
            .lead(
                "%s ranks, job %s, still running. Seen %d times in %.1f s, until %s; reload the page for"
                        .formatted(job.size(), job.id(), times.size(), times.getLast(), now())
                    + " more. weft run --report records all that a job does, and names causes.");
    verdict(page.section("What slows it down"));
    Chart bars = Chart.bars("Share of the looks", names()).y("share", "").stacked();
    for (int i = 0; i < ACTIVITIES.size(); i++) {
      int which = i;
      double[] shares =
          seen.values().stream()
              .mapToDouble(counts -> (double) counts[which] / Arrays.stream(counts).sum())
              .toArray();
      if (Arrays.stream(shares).sum() > 0) {
        bars.series(ACTIVITIES.get(i), shares);
      }
    }
    page.section("Where does the time go?").chart(bars).table(now(last));
    if (times.size() > 1) {
      page.section("How much is sent?");
      page.chart(lines("Messages sent and received", "messages a second", "", true));
      page.chart(lines("Payload sent and received", "payload a second", "B", false));
    }
    page.write(file);
  }

  private static String now() {
    return LocalDateTime.now(ZoneId.systemDefault())
        .truncatedTo(ChronoUnit.SECONDS)
        .toString()
        .replace('T', ' ');
  }

  private void verdict(Page page) {
    int waits = seen.values().stream().mapToInt(counts -> counts[2]).sum();
    int looks = seen.values().stream().mapToInt(counts -> Arrays.stream(counts).sum()).sum();
    String share =
        String.format(Locale.ROOT, "Ranks waited in %.0f %% of the looks", 100.0 * waits / looks);
    int most =
        awaited.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(-1);
    int times = awaited.getOrDefault(most, 0);
    if (4 * times > looks) {
      page.finding(
          "Others wait for rank " + most + ".",
          share + ", and in " + times + " of " + waits + " for this rank.");
    } else {
      page.finding(
          share + ".", "They did not wait for one rank in particular. Each look is a moment only.");
    }
  }

  private List<String> names() {
    return seen.keySet().stream().map(rank -> "rank " + rank).toList();
  }

  private static DataTable now(List<RankLine> lines) {
    DataTable table =
        DataTable.titled("At the last look")
            .number("rank", "")
            .text("does")
            .text("in")
            .text("for rank")
            .text("at")
            .number("since", "s")
            .number("backlog", "B")
            .number("registered heap", "B")
            .number("Java heap", "B");
    for (RankLine line : lines) {
      table.row(
          (double) line.rank(),
          ACTIVITIES.get(activity(line)),
          line.call().isEmpty() ? line.handler() : line.call(),
          line.target() < 0 ? "" : Integer.toString(line.target()),
          line.line(),
          line.seconds(),
          (double) line.backlog(),
          (double) line.heap(),
          (double) line.javaHeap());
    }
    return table;
  }

  private Chart lines(String title, String name, String unit, boolean messages) {
    double[] x = times.stream().mapToDouble(Double::doubleValue).toArray();
    Chart chart = Chart.lines(title).x("time", "s").y(name, unit);
    rates.entrySet().stream()
        .limit(MOST_LINES)
        .forEach(entry -> {
          double[] y = new double[x.length];
          List<Rates> all = entry.getValue();
          for (int i = 0; i < Math.min(y.length, all.size()); i++) {
            y[i] = messages ? all.get(i).messages : all.get(i).bytes;
          }
          chart.series("rank " + entry.getKey(), x, y);
        });
    return chart;
  }
}
