// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.List;
import weft.bench.Report;
import weft.model.measured.Statistics;

/// Table 1 of the AP3000 paper, measured here in MB/s. Column A has plain sends of packed buffers,
/// and column B the patterns of weft.collective. The data is in arrays and in segments of the
/// registered heap.
final class PanelTables {
  /// The least number of ranks with a limit on B: with two ranks, rings and trees are the same.
  private static final int LIMITED_FROM = 4;

  private static final double LEAST = 1.0;
  private static final double LEAST_MEAN = 1.3;

  private final Report report;
  private final Samples samples;

  PanelTables(Report report, Samples samples) {
    this.report = report;
    this.samples = samples;
  }

  /// Prints the tables for these numbers of ranks, and adds their limits.
  void print(List<Integer> ranks) {
    for (String pattern : PanelCell.PATTERNS) {
      for (int q : ranks) {
        table(pattern, q);
      }
    }
    for (String memory : List.of(TeamJobs.ARRAYS, TeamJobs.SEGMENTS)) {
      limits(ranks, memory);
    }
  }

  private void table(String pattern, int ranks) {
    var columns = new ArrayList<>(List.of("M x N"));
    for (String way : PanelCell.WAYS) {
      columns.addAll(
          List.of(
              way + " A", way + " B, arrays", "B / A", way + " B, segments", "segments' B / A"));
    }
    var rows = new ArrayList<List<Object>>();
    for (Panel panel : PanelCell.panels(ranks)) {
      var row = new ArrayList<Object>();
      row.add(panel.length() + " x " + panel.columns());
      for (String way : PanelCell.WAYS) {
        var plain = new PanelCell(pattern, way, PanelCell.PLAIN, panel);
        row.add(speed(plain, TeamJobs.ARRAYS));
        for (String memory : List.of(TeamJobs.ARRAYS, TeamJobs.SEGMENTS)) {
          row.add(speed(plain.in(PanelCell.CHUNKED), memory));
          row.add(gain(plain, memory));
        }
      }
      rows.add(row);
    }
    report.table(
        pattern + "Panels" + ranks,
        "AP3000, Table 1: row "
            + (pattern.equals("spread") ? "multi-broadcast" : "reduce")
            + " in MB/s, 1 x "
            + ranks,
        columns,
        rows);
  }

  private double speed(PanelCell cell, String memory) {
    return cell.panel().megabytesPerSecond(samples.nanos(cell.cell(), memory));
  }

  /// The speed of B divided by that of A.
  private double gain(PanelCell plain, String memory) {
    Cell chunked = plain.in(PanelCell.CHUNKED).cell();
    return samples.ratio(plain.cell(), TeamJobs.ARRAYS, chunked, memory, Timing::nanos);
  }

  private void limits(List<Integer> ranks, String memory) {
    var gains = new ArrayList<Double>();
    double least = Double.NaN;
    String worst = "";
    for (int q : ranks) {
      for (PanelCell cell : PanelCell.all(q)) {
        if (cell.column().equals(PanelCell.PLAIN)) {
          double gain = gain(cell, memory);
          gains.add(gain);
          if (q >= LIMITED_FROM && !(gain >= least)) {
            least = gain;
            worst = String.join(" ", cell.pattern(), "by", cell.way(), describe(cell.panel()));
          }
        }
      }
    }
    double mean =
        Statistics.geometricMean(gains.stream().mapToDouble(Double::doubleValue).toArray());
    report.limit("Table 1, B / A, the least at Q >= 4: " + worst, memory, least, false, LEAST, "x");
    report.limit("Table 1, B / A, geometric mean", memory, mean, false, LEAST_MEAN, "x");
  }

  private static String describe(Panel panel) {
    return panel.length() + " x " + panel.columns() + ", Q = " + panel.ranks();
  }
}
