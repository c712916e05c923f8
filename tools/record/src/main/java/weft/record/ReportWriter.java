// SPDX-License-Identifier: Apache-2.0
package weft.record;

import static weft.recording.RecordingLayout.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weft.recording.JobRecording;
import weft.recording.RecordedRank;
import weft.recording.RecordingWriter;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.HeatMap;
import weft.report.Page;
import weft.transport.JobVariables;

/// Writes a page that shows how the time of a job was spent, beginning with the causes of delay.
public final class ReportWriter implements RecordingWriter {
  /// What a rank does, in the order of the categories; each has one colour on the whole page.
  static final String[] CATEGORY_NAMES = {
    "body", "handlers", "waiting", "collectives", "tasks, completions", "start-up"
  };

  private static final int MOST_ROWS = 40;

  /// Called by the service loader.
  public ReportWriter() {}

  @Override
  public String variable() {
    return JobVariables.REPORT;
  }

  @Override
  public void write(Path folder, int ranks, String program, Path file) {
    List<RecordedRank> recorded = RecordedRank.readAll(folder, ranks);
    Page page = Page.titled(program.isEmpty() ? "A job" : program);
    if (recorded.isEmpty()) {
      page.lead("No rank has left a readable recording.").write(file);
      return;
    }
    var totals = new Totals(recorded);
    var operations = new Operations(totals);
    var pause = new LongestPause(totals);
    page.lead(lead(totals, ranks));
    page.section("What slowed it down");
    for (Findings.Finding it :
        Findings.of(totals, operations, ObjectsSection.disk(totals, folder))) {
      page.finding(it.headline(), it.text());
    }
    Path results = folder.resolve(JobRecording.RESULTS);
    if (Files.isRegularFile(results) && results.toFile().length() > 0) {
      page.include(results);
    }
    time(page, totals);
    if (ranks > 1) {
      waits(page, totals, ranks);
    }
    collectives(page, totals, operations);
    messages(page, totals, ranks);
    load(page, totals);
    ObjectsSection.add(page, totals, folder, ranks);
    longestPause(page, totals, pause);
    page.section("Who did what, and when");
    page.timeline(RankTimelines.timeline(totals));
    sums(page, totals);
    page.write(file);
  }

  private static String lead(Totals totals, int ranks) {
    long lost = 0;
    for (RecordedRank rank : totals.ranks) {
      lost += rank.firstEvent();
    }
    String missing =
        totals.count() < ranks
            ? " There is no recording of " + ranks(ranks - totals.count()) + "."
            : "";
    long running = totals.ranks.stream().filter(RecordedRank::isRunning).count();
    return ranks(ranks)
        + ", "
        + Units.time(totals.clock.length())
        + ". "
        + Units.accuracy(totals.clock)
        + missing
        + (running > 0 ? " " + ranks(running) + " did not end normally." : "")
        + (totals.cut() > 0
            ? " The job failed or was ended: what came last, such as a wait that went on, is in no"
                + " sum."
            : "")
        + (lost > 0
            ? " "
                + Units.count(lost)
                + " events did not fit. The sums include them; the timeline and the table of"
                + " collective operations do not."
            : "")
        + " Written on "
        + LocalDateTime.now(ZoneId.systemDefault())
            .truncatedTo(ChronoUnit.MINUTES)
            .toString()
            .replace('T', ' ')
        + ", on "
        + machine()
        + ".";
  }

  private static String machine() {
    return System.getProperty("os.name")
        + " ("
        + System.getProperty("os.arch")
        + ", "
        + cores(Runtime.getRuntime().availableProcessors())
        + "), Java "
        + Runtime.version().feature();
  }

  private static String cores(int count) {
    return count + (count == 1 ? " core" : " cores");
  }

  private static String ranks(long count) {
    return count + (count == 1 ? " rank" : " ranks");
  }

  private static List<String> labels(Totals totals) {
    return totals.ranks.stream().map(it -> "rank " + it.rank()).toList();
  }

  private static void time(Page page, Totals totals) {
    page.section("Where did the time go?");
    Chart chart = Chart.bars("Time of each rank", labels(totals)).y("time", "s").stacked();
    for (int category = 0; category < CATEGORIES; category++) {
      if (Arrays.stream(totals.nanos[category]).sum() > 0) {
        chart.series(CATEGORY_NAMES[category], seconds(totals.nanos[category]));
      }
    }
    page.chart(chart);
    Map<String, double[]> names = new LinkedHashMap<>();
    for (int i = 0; i < totals.count(); i++) {
      RecordedRank rank = totals.ranks.get(i);
      for (int id = 0; id < IDS; id++) {
        if (Totals.isShown(rank, id)) {
          String key = CATEGORY_NAMES[category(id)] + "\n" + Totals.name(rank, id);
          double[] sums = names.computeIfAbsent(key, name -> new double[5]);
          sums[0] += rank.count(id);
          sums[1] += rank.nanos(id);
          sums[2] = Math.max(sums[2], (double) rank.longest(id));
          if (rank.nanos(id) > sums[3]) {
            sums[3] = rank.nanos(id);
            sums[4] = rank.rank();
          }
        }
      }
    }
    DataTable table =
        DataTable.titled("By name, all ranks together")
            .text("what")
            .text("name")
            .number("times", "")
            .number("time", "s")
            .number("longest", "ms")
            .number("most on rank", "")
            .number("there", "s");
    var sorted = new ArrayList<>(names.entrySet());
    sorted.sort(Comparator.comparingDouble(it -> -it.getValue()[1]));
    for (Map.Entry<String, double[]> it : sorted.subList(0, Math.min(MOST_ROWS, sorted.size()))) {
      String[] key = it.getKey().split("\n", 2);
      double[] sums = it.getValue();
      // The body and the start-up are not counted.
      double times = sums[0] == 0 ? Double.NaN : sums[0];
      double longest = sums[0] == 0 ? Double.NaN : sums[2] / 1e6;
      table.row(key[0], key[1], times, sums[1] / 1e9, longest, sums[4], sums[3] / 1e9);
    }
    page.table(
        table.note(
            "The time of a wait excludes the handlers that ran in it. Short messages of one handler"
                + " may share one reading of the clock; the longest time is then that of all"
                + " of them together."));
  }

  private static double[] seconds(double[] nanos) {
    var seconds = new double[nanos.length];
    for (int i = 0; i < nanos.length; i++) {
      seconds[i] = nanos[i] / 1e9;
    }
    return seconds;
  }

  private static void waits(Page page, Totals totals, int ranks) {
    page.section("Who waited for whom?");
    var waited = new double[totals.count()][ranks];
    double unknown = 0;
    for (int i = 0; i < totals.count(); i++) {
      for (int peer = 0; peer < ranks; peer++) {
        waited[i][peer] = totals.ranks.get(i).waitedFor(peer) / 1e9;
      }
      unknown += totals.ranks.get(i).waitedFor(-1) / 1e9;
    }
    if (Arrays.stream(waited).flatMapToDouble(Arrays::stream).sum() == 0) {
      page.text(
          unknown == 0
              ? "No rank waited for another."
              : "Ranks waited for "
                  + Units.time(unknown * 1e9)
                  + ", and for no rank that is known.");
      return;
    }
    page.heatMap(
        HeatMap.of("Time that a rank waited for another", waited)
            .rows("rank that waits")
            .columns("for rank")
            .values("time", "s")
            .note(
                "If a call names no rank, the wait is for the rank whose message ended it."
                    + " Waits for unknown ranks: "
                    + Units.time(unknown * 1e9)
                    + "."));
  }

  private static void collectives(Page page, Totals totals, Operations operations) {
    List<Operations.Kind> kinds = operations.worstFirst();
    if (kinds.isEmpty()) {
      return;
    }
    page.section("Which collective operation was late?");
    DataTable table =
        DataTable.titled("Collective operations")
            .text("operation, algorithm")
            .number("calls", "")
            .number("bytes", "")
            .number("waited for the last rank", "ms")
            .number("last was mostly rank", "")
            .number("because of it", "ms");
    for (Operations.Kind kind : kinds.subList(0, Math.min(MOST_ROWS, kinds.size()))) {
      int last = Totals.greatest(kind.latenessByRank);
      table.row(
          kind.name,
          (double) kind.calls,
          kind.bytes,
          kind.lateness / 1e6,
          (double) totals.rank(last),
          kind.latenessByRank[last] / 1e6);
    }
    page.table(table);
  }

  private static void messages(Page page, Totals totals, int ranks) {
    page.section("Who sends how much to whom?");
    var messages = new double[totals.count()][ranks];
    var bytes = new double[totals.count()][ranks];
    var sizes = new double[SIZE_COUNT];
    for (int i = 0; i < totals.count(); i++) {
      RecordedRank rank = totals.ranks.get(i);
      for (int peer = 0; peer < ranks; peer++) {
        messages[i][peer] = rank.sentTo(peer);
        bytes[i][peer] = rank.bytesTo(peer);
      }
      for (int size = 0; size < SIZE_COUNT; size++) {
        sizes[size] += rank.word(SIZES + size);
      }
    }
    if (Arrays.stream(sizes).sum() == 0) {
      page.text("The program sent no messages of its own. Libraries of Weft sent theirs.");
      return;
    }
    if (ranks > 1) {
      page.heatMap(
          HeatMap.of("Messages", messages)
              .rows("from rank")
              .columns("to rank")
              .values("messages", ""));
      page.heatMap(
          HeatMap.of("Bytes", bytes).rows("from rank").columns("to rank").values("bytes", "B"));
    }
    int most = 1;
    for (int size = 0; size < SIZE_COUNT; size++) {
      most = sizes[size] > 0 ? size + 1 : most;
    }
    var labels = new ArrayList<String>();
    for (int size = 0; size < most; size++) {
      labels.add(size == 0 ? "0 B" : "up to " + Units.bytes((1L << size) - 1));
    }
    page.chart(
        Chart.bars("How large messages are", labels)
            .x("size", "")
            .y("messages", "")
            .series("messages", Arrays.copyOf(sizes, most)));
  }

  private static void load(Page page, Totals totals) {
    page.section("How even was the load, over time?");
    int parts = 64;
    var busy = new double[totals.count()][];
    double length = Math.max(1, totals.clock.length());
    for (int i = 0; i < totals.count(); i++) {
      busy[i] = totals.busyOver(i, parts);
      for (int part = 0; part < parts; part++) {
        busy[i][part] = Math.min(100, 100 * busy[i][part] * parts / length);
      }
    }
    page.heatMap(
        HeatMap.of("Share of the time in which a rank computed", busy)
            .rows("rank", index -> Integer.toString(totals.rank(index)))
            .columns("time", "s", 0, length / 1e9)
            .values("busy", "%"));
  }

  private static void longestPause(Page page, Totals totals, LongestPause pause) {
    page.section("When did nothing move?");
    page.text(
        pause.nanos == 0
            ? "Something moved all the time."
            : "The longest time without any message or call on any rank took "
                + Units.time(pause.nanos)
                + ", from "
                + Units.time(pause.from)
                + " on.");
    DataTable table =
        DataTable.titled("Ranks that did not end normally")
            .number("rank", "")
            .text("was in")
            .number("for rank", "")
            .number("since", "s");
    int rows = 0;
    for (int i = 0; i < totals.count(); i++) {
      RecordedRank rank = totals.ranks.get(i);
      if (rank.isRunning()) {
        rows++;
        table.row(
            (double) rank.rank(),
            rank.name(rank.current()),
            (double) rank.currentPeer(),
            totals.clock.time(i, rank.until()) / 1e9);
      }
    }
    if (rows > 0) {
      page.table(table);
    }
  }

  private static void sums(Page page, Totals totals) {
    page.section("Sums");
    DataTable table =
        DataTable.titled("Messages of the program")
            .number("rank", "")
            .number("sent", "")
            .number("received", "")
            .number("payload sent", "B")
            .number("payload received", "B")
            .number("collections", "")
            .text("World.counters");
    for (RecordedRank rank : totals.ranks) {
      boolean equal =
          rank.word(H_SENT) == rank.word(H_COUNTERS)
              && rank.word(H_RECEIVED) == rank.word(H_COUNTERS + 1)
              && rank.word(H_SENT_BYTES) == rank.word(H_COUNTERS + 2)
              && rank.word(H_RECEIVED_BYTES) == rank.word(H_COUNTERS + 3);
      table.row(
          (double) rank.rank(),
          (double) rank.word(H_SENT),
          (double) rank.word(H_RECEIVED),
          (double) rank.word(H_SENT_BYTES),
          (double) rank.word(H_RECEIVED_BYTES),
          (double) rank.word(H_GCS),
          rank.isRunning() ? "not known" : equal ? "equal" : "differs");
    }
    page.table(table);
  }
}
