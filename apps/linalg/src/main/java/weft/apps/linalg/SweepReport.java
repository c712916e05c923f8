// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import weft.linalg.PhaseLog;
import weft.report.Chart;
import weft.report.DataTable;
import weft.report.HeatMap;
import weft.report.Page;
import weft.report.Timeline;

/// The page of a sweep: rates, the effect of blocking, timelines of ranks, and the owners of
/// blocks.
final class SweepReport {
  private final Page page;
  private final List<BlockingSweep.Line> lines;
  private final double local;

  /// @param local GF/s of local products of all ranks at once
  SweepReport(String lead, List<BlockingSweep.Line> lines, double local) {
    this.page = Page.titled("Dense linear algebra").lead(lead);
    this.lines = lines;
    this.local = local;
  }

  /// GF/s over n, with the best blocking for each order.
  void rates() {
    page.section("Rates");
    Chart chart = Chart.lines("GF/s by order of the matrix").x("n", "").y("rate", "GF/s");
    for (Computation task : tasks()) {
      var best = new TreeMap<Integer, Double>();
      for (BlockingSweep.Line line : of(task)) {
        best.merge(line.n(), line.rate(), Math::max);
      }
      chart.series(
          task.toString(),
          best.keySet().stream().mapToDouble(n -> n).toArray(),
          best.values().stream().mapToDouble(rate -> rate).toArray());
    }
    page.chart(chart.limit("local products", local).note("The best blocking of each order."));
    DataTable table =
        DataTable.titled("All that was measured")
            .text("task")
            .number("n", "")
            .text("grid rows")
            .number("block", "")
            .number("panel", "")
            .text("lookahead")
            .number("time", "s")
            .number("rate", "GF/s")
            .number("share of local products", "");
    for (BlockingSweep.Line line : lines) {
      table.row(
          line.task().toString(),
          line.n(),
          Integer.toString(line.rows()),
          line.block(),
          line.blocking().width(),
          line.blocking().lookahead() ? "yes" : "no",
          line.seconds(),
          line.rate(),
          line.rate() / local);
    }
    page.table(table.note("A panel of 0 is the default width."));
  }

  /// GF/s of the largest matrix by block and panel, if either was varied.
  void blockings() {
    List<Integer> blocks = List.copyOf(new TreeSet<>(of(BlockingSweep.Line::block)));
    List<Integer> panels = List.copyOf(new TreeSet<>(of(line -> line.blocking().width())));
    if (blocks.size() * panels.size() < 2) {
      return;
    }
    page.section("Blockings");
    for (Computation task : tasks()) {
      int n = of(task).stream().mapToInt(BlockingSweep.Line::n).max().orElse(0);
      HeatMap map =
          HeatMap.of(
                  task + ", n = " + n,
                  blocks.size(),
                  panels.size(),
                  (i, j) -> rate(task, n, blocks.get(i), panels.get(j)))
              .rows("block", i -> Integer.toString(blocks.get(i)))
              .columns(
                  "panel", j -> panels.get(j) == 0 ? "default" : Integer.toString(panels.get(j)))
              .values("rate", "GF/s");
      page.heatMap(map);
    }
  }

  private double rate(Computation task, int n, int block, int panel) {
    return of(task).stream()
        .filter(line -> line.n() == n && line.block() == block)
        .filter(line -> line.blocking().width() == panel)
        .mapToDouble(BlockingSweep.Line::rate)
        .max()
        .orElse(Double.NaN);
  }

  /// Adds the timelines of the ranks.
  ///
  /// @param ranks for each rank, the begin, end and phase of its pieces, one piece after another
  void phases(String title, List<long[]> ranks) {
    Timeline timeline = Timeline.ofRanks(title, ranks.size());
    PhaseLog.Phase[] phases = PhaseLog.Phase.values();
    int[] names = new int[phases.length];
    for (PhaseLog.Phase phase : phases) {
      String name = phase.name().toLowerCase(java.util.Locale.ROOT);
      names[phase.ordinal()] = timeline.name(name, name);
    }
    long first = ranks.stream().mapToLong(log -> log[0]).min().orElse(0);
    for (int rank = 0; rank < ranks.size(); rank++) {
      long[] log = ranks.get(rank);
      for (int i = 0; i < log.length; i += 3) {
        timeline.slice(rank, names[(int) log[i + 2]], log[i] - first, log[i + 1] - first);
      }
    }
    page.timeline(timeline);
  }

  /// Adds a map of the owners of blocks.
  void owners(int rows, int columns, int n, int block) {
    page.section("Who owns what");
    int blocks = Math.ceilDiv(n, block);
    page.heatMap(
        HeatMap.of(
                "Blocks of %d × %d on a grid of %d × %d".formatted(block, block, rows, columns),
                blocks,
                blocks,
                (i, j) -> i % rows * columns + j % columns)
            .rows("block row")
            .columns("block column")
            .values("owner", "")
            .categories(
                IntStream.range(0, rows * columns).mapToObj(rank -> "rank " + rank).toList()));
  }

  void section(String title) {
    page.section(title);
  }

  Page page() {
    return page;
  }

  private List<BlockingSweep.Line> of(Computation task) {
    return lines.stream().filter(line -> line.task() == task).toList();
  }

  private List<Integer> of(java.util.function.ToIntFunction<BlockingSweep.Line> value) {
    return lines.stream().mapToInt(value).boxed().toList();
  }

  private List<Computation> tasks() {
    var tasks = new ArrayList<Computation>();
    for (BlockingSweep.Line line : lines) {
      if (!tasks.contains(line.task())) {
        tasks.add(line.task());
      }
    }
    return tasks;
  }
}
