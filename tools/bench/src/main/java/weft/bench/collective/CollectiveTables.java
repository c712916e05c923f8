// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.List;
import weft.bench.BenchMachine;
import weft.bench.Report;
import weft.model.measured.Statistics;

/// The tables of the collectives' times, and their limits.
final class CollectiveTables {
  private static final List<String> MEMORIES = List.of(TeamJobs.ARRAYS, TeamJobs.SEGMENTS);

  private final Report report;
  private final Samples samples;

  CollectiveTables(Report report, Samples samples) {
    this.report = report;
    this.samples = samples;
  }

  /// Prints the table of the cells with this number of ranks.
  void times(int ranks, List<Cell> cells) {
    var rows = new ArrayList<List<Object>>();
    for (Cell cell : cells) {
      if (cell.ranks() == ranks) {
        rows.add(row(cell));
      }
    }
    String other = ranks > BenchMachine.cores() ? "the call alone" : "and barrier";
    report.table(
        "collectives" + ranks,
        ranks
            + " ranks: microseconds per call, medians and 99th percentiles of all slices"
            + (ranks > BenchMachine.cores() ? " and the barrier before it" : "")
            + ", and Weft's time as a multiple of Open MPI's",
        List.of(
            "collective",
            "bytes",
            "arrays",
            "segments",
            "Open MPI",
            "99 %: arrays",
            "segments, 99 %",
            "Open MPI, 99 %",
            "arrays / MPI",
            "segments / MPI",
            "limit",
            "holds",
            other + ": arrays / MPI",
            "segments / MPI, " + other,
            "B/call"),
        rows);
    double[] lines = samples.lines(ranks);
    report.say(
        "  Meanwhile a cache line crossed in "
            + Report.text(Statistics.median(lines))
            + " ns; in nine of ten slices in "
            + Report.text(Statistics.quantile(0.05, lines))
            + " to "
            + Report.text(Statistics.quantile(0.95, lines))
            + " ns.");
  }

  private List<Object> row(Cell cell) {
    double limit = RatioLimits.of(cell);
    double arrays = samples.ratio(cell, TeamJobs.ARRAYS, TeamJobs.MPI);
    double segments = samples.ratio(cell, TeamJobs.SEGMENTS, TeamJobs.MPI);
    return List.of(
        cell.name(),
        cell.name().equals("barrier") ? "" : Cell.text(cell.bytes()),
        samples.nanos(cell, TeamJobs.ARRAYS) / 1e3,
        samples.nanos(cell, TeamJobs.SEGMENTS) / 1e3,
        samples.nanos(cell, TeamJobs.MPI) / 1e3,
        samples.high(cell, TeamJobs.ARRAYS) / 1e3,
        samples.high(cell, TeamJobs.SEGMENTS) / 1e3,
        samples.high(cell, TeamJobs.MPI) / 1e3,
        arrays,
        segments,
        Double.isNaN(limit) ? "" : "<= " + Report.text(limit),
        holds(limit, arrays) + holds(limit, segments),
        other(cell, TeamJobs.ARRAYS),
        other(cell, TeamJobs.SEGMENTS),
        allocated(cell));
  }

  /// The ratio of the calls alone if the limit applies to more than them, else with the barrier.
  private double other(Cell cell, String memory) {
    return Slice.isTurn(cell, BenchMachine.cores())
        ? samples.ratio(cell, memory, cell, TeamJobs.MPI, Timing::alone)
        : samples.ratio(cell, memory, cell, TeamJobs.MPI, Timing::turn);
  }

  /// A letter per kind of memory: y, N, or - if there is no limit or no measurement.
  private static String holds(double limit, double ratio) {
    return Double.isNaN(limit) || Double.isNaN(ratio) ? "-" : ratio <= limit ? "y" : "N";
  }

  /// The most bytes allocated per call among Weft's jobs, all ranks together, in the slice with the
  /// least. Every slice contains the allocations of the calls. Some slices also contain strings
  /// that the JVM creates before it first compiles a class's method, and pools that grow. Slices of
  /// large data have few calls, so these would count.
  private double allocated(Cell cell) {
    return MEMORIES.stream()
        .mapToDouble(memory -> samples.least(cell, memory, Timing::allocated))
        .filter(value -> !Double.isNaN(value))
        .max()
        .orElse(Double.NaN);
  }

  /// Adds the limits on all cells together.
  void limits(List<Cell> cells) {
    for (String memory : MEMORIES) {
      for (Cell cell : cells) {
        if (cell.name().equals("barrier")) {
          limit(
              "barrier, " + cell.ranks() + " ranks / Open MPI's",
              memory,
              samples.ratio(cell, memory, TeamJobs.MPI),
              RatioLimits.of(cell));
        }
      }
      var ratios = new ArrayList<Double>();
      Cell worst = null;
      double most = 0;
      for (Cell cell : cells) {
        double ratio = samples.ratio(cell, memory, TeamJobs.MPI);
        if (RatioLimits.isLimited(cell) && !Double.isNaN(ratio)) {
          ratios.add(ratio);
          if (ratio > most) {
            most = ratio;
            worst = cell;
          }
        }
        if (RatioLimits.of(cell) < 0.5) {
          limit(what(cell) + " / Open MPI's", memory, ratio, RatioLimits.of(cell));
        }
      }
      double[] all = ratios.stream().mapToDouble(Double::doubleValue).toArray();
      String many = all.length + " times / Open MPI's";
      if (worst != null) {
        limit(many + ", the worst: " + what(worst), memory, most, 1.0);
      }
      limit(many + ", geometric mean", memory, Statistics.geometricMean(all), RatioLimits.MEAN);
    }
    double allocated = cells.stream().mapToDouble(this::allocated).max().orElse(Double.NaN);
    report.limit("most allocated per collective", "", allocated, true, 0, "B");
  }

  private static String what(Cell cell) {
    return cell.name() + " of " + Cell.text(cell.bytes()) + ", " + cell.ranks() + " ranks";
  }

  private void limit(String what, String memory, double ratio, double limit) {
    if (!Double.isNaN(limit)) {
      report.limit(what, memory, ratio, true, limit, "x");
    }
  }
}
