// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import weft.bench.BenchMachine;
import weft.bench.Report;
import weft.bench.collective.rank.LateBroadcast;
import weft.bench.collective.rank.WarmUp;
import weft.bench.harness.Statistics;
import weft.collective.schedule.Algorithms;
import weft.collective.schedule.Collective;
import weft.collective.schedule.Schedule;
import weft.collective.schedule.Shape;

/// The benefit of handlers in a broadcast. An inner rank of the tree is late, but the ranks below
/// it are not, because a handler forwards the data. Without forwarding they are late.
final class LateTable {
  private static final long MICROS = 1000;
  private static final List<Long> SIZES = List.of(8L, 1L << 10, 4L << 10);
  private static final int TURNS = 10;
  private static final int WAYS = 3;

  /// The allowed delay of ranks below the late rank: a tenth of its own delay.
  private static final double MOST_MICROS = MICROS / 10.0;

  private final CollectiveOptions options;
  private final TeamJobs jobs;
  private final Report report;

  LateTable(CollectiveOptions options, TeamJobs jobs, Report report) {
    this.options = options;
    this.jobs = jobs;
    this.report = report;
  }

  /// Measures and prints the table.
  void run() throws IOException {
    var rows = new ArrayList<List<Object>>();
    for (int ranks : options.ranks()) {
      List<Integer> below = List.of();
      int late = -1;
      for (int rank = 1; rank < ranks; rank++) {
        List<Integer> all = below(ranks, rank);
        if (all.size() > below.size()) {
          below = all;
          late = rank;
        }
      }
      if (late >= 0) {
        measure(ranks, late, below, rows);
      }
    }
    if (rows.isEmpty()) {
      report.say("\nBroadcasts of so few ranks have no inner rank that could be late.");
      return;
    }
    report.table(
        "late",
        "Broadcast down a binomial tree, an inner rank calls 1 ms late: microseconds until those"
            + " below it have the data",
        List.of("ranks", "late", "below it", "bytes", "nobody late", "late", "late, --no-forward"),
        rows);
  }

  private void measure(int ranks, int late, List<Integer> below, List<List<Object>> rows)
      throws IOException {
    int rounds = options.rounds();
    try (Team team = jobs.weft(TeamJobs.ARRAYS, ranks)) {
      place(team, below);
      var warmUp = new WarmUp(List.of(team));
      while (!warmUp.isOver()) {
        for (long bytes : SIZES) {
          for (int way = 0; way < WAYS; way++) {
            var _ = ask(team, bytes, way, late);
          }
        }
      }
      for (long bytes : SIZES) {
        var times = new double[WAYS][rounds * below.size()];
        for (int round = 0; round < rounds; round++) {
          for (int way = 0; way < WAYS; way++) {
            List<Answer> answers = ask(team, bytes, way, late);
            for (int i = 0; i < below.size(); i++) {
              times[way][round * below.size() + i] = answers.get(below.get(i)).value(0);
            }
          }
        }
        double on = Statistics.median(times[0]) / 1e3;
        double forwarded = Statistics.median(times[1]) / 1e3;
        double held = Statistics.median(times[2]) / 1e3;
        rows.add(List.of(ranks, late, below.toString(), Cell.text(bytes), on, forwarded, held));
        report.limit(
            "delay below a rank that is 1 ms late, " + Cell.text(bytes) + ", " + ranks + " ranks",
            "",
            Math.max(0, forwarded - on),
            true,
            MOST_MICROS,
            "us");
      }
    }
  }

  /// The late rank computes without a pause until it calls. The root and the ranks below it must
  /// not share its core, or they would be late themselves.
  private void place(Team team, List<Integer> below) throws IOException {
    var watched = new ArrayList<>(below);
    watched.add(0);
    String line =
        options.unbound() ? "" : Placement.apart(watched, team.ranks(), BenchMachine.cores());
    if (!line.isEmpty()) {
      var _ = team.ask(line);
    }
  }

  /// Measures one slice: no rank is late, one is, or one is and nothing is forwarded.
  private static List<Answer> ask(Team team, long bytes, int way, int late) {
    return team.ask(LateBroadcast.line(bytes, way == 0 ? 0 : MICROS, TURNS, way < WAYS - 1, late));
  }

  /// The ranks that receive the data through `rank` in the tree.
  static List<Integer> below(int ranks, int rank) {
    var all = new ArrayList<Integer>();
    var schedule = new Schedule();
    Shape shape = new Shape().set(Collective.BROADCAST, ranks, rank, 0).amount(8, 8);
    Algorithms.get(Collective.BROADCAST, LateBroadcast.TREE).write(shape, schedule);
    for (int step = 0; step < schedule.length(); step++) {
      if (schedule.kind(step) == Schedule.SEND) {
        all.add(schedule.peer(step));
        all.addAll(below(ranks, schedule.peer(step)));
      }
    }
    all.sort(null);
    return all;
  }
}
