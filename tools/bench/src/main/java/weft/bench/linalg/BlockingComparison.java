// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import weft.bench.Report;
import weft.bench.collective.Team;
import weft.bench.harness.SliceRounds;
import weft.bench.harness.Statistics;

/// Compares the two blockings of the AP3000 paper, and lookahead with none on a grid of one row.
/// Slices of the best setting of each alternate.
///
/// Plain storage blocking has panels as wide as storage blocks (ω = r), in one column of the grid.
/// Algorithmic blocking has small storage blocks and wider panels. Each panel is distributed over
/// all columns of the grid.
final class BlockingComparison {
  private static final List<Integer> STORED = List.of(32, 64, 128);
  private static final List<Integer> SMALL = List.of(8, 16);
  private static final List<Integer> WIDE = List.of(32, 64);

  private final LinalgOptions options;
  private final Report report;
  private final List<List<Object>> blockings = new ArrayList<>();
  private final List<List<Object>> lookaheads = new ArrayList<>();
  private final List<Double> all = new ArrayList<>();
  private final Map<LinalgCell.Task, List<Double>> byTask = new EnumMap<>(LinalgCell.Task.class);

  BlockingComparison(LinalgOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  void run(Team weft, int ranks) throws Exception {
    for (LinalgCell.Task task : options.tasks()) {
      for (int n : options.orders()) {
        if (task != LinalgCell.Task.GEMM) {
          blockings(weft, ranks, task, n);
        }
        if (task != LinalgCell.Task.GEMM && task != LinalgCell.Task.LDLT) {
          lookahead(weft, ranks, task, n);
        }
      }
    }
  }

  private void blockings(Team weft, int ranks, LinalgCell.Task task, int n) throws Exception {
    var stored = new ArrayList<LinalgCell>();
    var algorithmic = new ArrayList<LinalgCell>();
    for (int rows : LinalgSlices.heights(ranks)) {
      for (int block : STORED) {
        stored.add(new LinalgCell(task, n, block, block, true, rows));
      }
      for (int block : SMALL) {
        for (int width : WIDE) {
          algorithmic.add(new LinalgCell(task, n, block, width, true, rows));
        }
      }
    }
    LinalgCell one = best(weft, ranks, stored);
    LinalgCell other = best(weft, ranks, algorithmic);
    double[][] times = inTurn(weft, ranks, one, other);
    double ratio = Statistics.median(LinalgSlices.divided(times[1], times[0]));
    blockings.add(row(ranks, one, other, times, ratio));
    if (ranks == 2 && n >= 1000) {
      all.add(ratio);
      byTask.computeIfAbsent(task, some -> new ArrayList<>()).add(ratio);
    }
  }

  private void lookahead(Team weft, int ranks, LinalgCell.Task task, int n) throws Exception {
    var cells = new ArrayList<LinalgCell>();
    for (int block : STORED) {
      cells.add(new LinalgCell(task, n, block, block, true, 1));
    }
    LinalgCell with = best(weft, ranks, cells);
    LinalgCell without = new LinalgCell(task, n, with.block(), with.width(), false, 1);
    double[][] times = inTurn(weft, ranks, without, with);
    double ratio = Statistics.median(LinalgSlices.divided(times[1], times[0]));
    lookaheads.add(row(ranks, without, with, times, ratio));
    if (ranks == 2 && n == 2000) {
      report.limit(task + ", n = 2000, lookahead over none on 1 x 2", "", ratio, true, 0.92, "");
    }
  }

  private LinalgCell best(Team weft, int ranks, List<LinalgCell> cells) throws Exception {
    LinalgSlices.warm(weft, cells, ranks);
    return LinalgSlices.best(
        LinalgSlices.least(
            "blockings, settings",
            cells,
            options.sweep(),
            options.seed(),
            cell -> LinalgSlices.weft(weft, cell, ranks)));
  }

  private double[][] inTurn(Team weft, int ranks, LinalgCell one, LinalgCell other)
      throws Exception {
    var times = new double[2][options.rounds()];
    var slices = new SliceRounds(options.seed());
    slices.add(round -> times[0][round] = LinalgSlices.weft(weft, one, ranks));
    slices.add(round -> times[1][round] = LinalgSlices.weft(weft, other, ranks));
    slices.run(one.task() + ", n = " + one.n(), 0, options.rounds());
    return times;
  }

  private static List<Object> row(
      int ranks, LinalgCell one, LinalgCell other, double[][] times, double ratio) {
    return List.of(
        one.task().toString(),
        one.n(),
        ranks,
        one.settings(ranks),
        1e3 * Statistics.median(times[0]),
        other.settings(ranks),
        1e3 * Statistics.median(times[1]),
        ratio);
  }

  /// Prints the tables, and the limits of two ranks.
  void end() {
    report.table(
        "blockings",
        "Algorithmic over plain storage blocking, the best of each in turn, medians",
        List.of("task", "n", "ranks", "storage", "ms", "algorithmic", "its ms", "ratio"),
        blockings);
    report.table(
        "lookahead",
        "Lookahead over none on a grid of one row, the best panels in turn, medians",
        List.of("task", "n", "ranks", "none", "ms", "lookahead", "its ms", "ratio"),
        lookaheads);
    if (!all.isEmpty()) {
      limit("algorithmic over storage blocking, geometric mean", all, 0.95);
    }
    for (LinalgCell.Task task : List.of(LinalgCell.Task.QR, LinalgCell.Task.LDLT)) {
      if (byTask.containsKey(task)) {
        limit(task + ", algorithmic over storage blocking", byTask.get(task), 0.9);
      }
    }
  }

  private void limit(String what, List<Double> ratios, double most) {
    double mean =
        Statistics.geometricMean(ratios.stream().mapToDouble(Double::doubleValue).toArray());
    report.limit(what, "", mean, true, most, "");
  }
}
