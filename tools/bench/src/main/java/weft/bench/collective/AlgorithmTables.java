// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Report;
import weft.collective.schedule.Layout;
import weft.model.measured.Statistics;

/// Tables of every algorithm, over messages only, to check the table of choices. The row of the
/// chosen algorithm uses a board for small data, if there is one.
final class AlgorithmTables {
  private static final List<String> MEMORIES = List.of(TeamJobs.ARRAYS, TeamJobs.SEGMENTS);

  private final Report report;
  private final Samples samples;
  private final Candidates candidates;

  AlgorithmTables(Report report, Samples samples, Candidates candidates) {
    this.report = report;
    this.samples = samples;
    this.candidates = candidates;
  }

  /// The cells to measure for these cells.
  List<Cell> cells(List<Cell> cells) {
    var all = new ArrayList<Cell>();
    for (Cell cell : cells) {
      all.add(cell);
      all.addAll(candidates.algorithms(cell));
    }
    return all;
  }

  private static String named(String name, String arrays, String segments) {
    boolean forArrays = name.equals(arrays);
    boolean forSegments = name.equals(segments);
    return forArrays && forSegments
        ? "named by the table"
        : forArrays ? "named for arrays" : forSegments ? "named for segments" : "";
  }

  /// Prints the table for `ranks` ranks, and the distance of the chosen algorithms from the best.
  void print(int ranks, List<Cell> cells) {
    var rows = new ArrayList<List<Object>>();
    var behind = new ArrayList<Double>();
    for (Cell cell : cells) {
      String arrays = candidates.chosen(cell, Layout.ARRAYS).algorithm();
      String segments = candidates.chosen(cell, Layout.REGISTERED).algorithm();
      var all = new ArrayList<Cell>();
      all.add(cell);
      all.addAll(candidates.algorithms(cell));
      for (Cell algorithm : all) {
        var row = new ArrayList<Object>();
        row.add(cell.name());
        row.add(cell.bytes() == 0 ? "" : Cell.text(cell.bytes()));
        row.add(algorithm.isChosen() ? "as chosen" : algorithm.algorithm());
        row.add(named(algorithm.algorithm(), arrays, segments));
        for (String memory : MEMORIES) {
          double best =
              all.stream().mapToDouble(one -> samples.nanos(one, memory)).min().orElse(Double.NaN);
          double nanos = samples.nanos(algorithm, memory);
          row.add(nanos / 1e3);
          row.add(nanos / best);
          if (algorithm.isChosen()) {
            behind.add(nanos / best);
          }
        }
        rows.add(row);
      }
    }
    report.table(
        "algorithms" + ranks,
        ranks + " ranks: every algorithm, microseconds per call, and as a multiple of the best",
        List.of(
            "collective",
            "bytes",
            "algorithm",
            "",
            "arrays",
            "/ best",
            "segments",
            "segments / best"),
        rows);
    double[] all = behind.stream().mapToDouble(Double::doubleValue).toArray();
    report.say(
        "The chosen algorithms take "
            + Report.text(Statistics.geometricMean(all))
            + " x the time of the best in the geometric mean, and at most "
            + Report.text(Statistics.quantile(1, all))
            + " x.");
  }
}
