// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.collective.Placement;
import weft.bench.collective.Team;
import weft.bench.harness.SliceRounds;
import weft.model.measured.Statistics;

/// `weft bench linalg`: compares products and factorisations with ScaLAPACK's. Both use the same
/// OpenBLAS, kernel and matrices, and their ranks are bound alike.
///
/// First a few slices of every setting of both are measured. Then the best settings are compared:
/// each round measures one slice of both, and one of local products on all ranks at once. Ratios
/// are of slices of one round.
public final class LinalgBench {
  private static final String COMMAND = "weft bench linalg";

  private static final int LOCAL_ORDER = 1024;
  private static final String WEFT = "Weft";

  private final LinalgOptions options;
  private final Report report;
  private final List<List<Object>> sweep = new ArrayList<>();
  private final List<List<Object>> rows = new ArrayList<>();
  private final Map<LinalgCell.Task, List<Double>> ratios = new LinkedHashMap<>();

  private LinalgBench(LinalgOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// See the help.
  public static void main(String[] args) {
    Mains.run(
        COMMAND,
        () -> {
          LinalgOptions options = Mains.options(COMMAND, "", LinalgOptions::of, args);
          if (options != null) {
            new LinalgBench(options, Mains.report("shm", options.rounds(), options.seed())).run();
          }
        });
  }

  private void run() throws Exception {
    try (var teams = new LinalgTeams(options.largest(), options.peers(), report)) {
      for (int ranks : options.ranks()) {
        run(teams, ranks);
      }
    }
    tables();
    Mains.end(report, options.json(), List.of());
  }

  private void run(LinalgTeams teams, int ranks) throws Exception {
    if (ranks > BenchMachine.cores()) {
      report.say(ranks + " ranks are more than there are cores: they take turns.");
    }
    Optional<Team> peer = Optional.empty();
    Optional<Team> alone = Optional.empty();
    try (Team weft = teams.weft(ranks)) {
      try {
        peer = teams.peer(ranks);
        alone = ranks == 1 ? peer : teams.peer(1);
        place(weft, ranks);
        if (ranks > 1 && peer.isPresent()) {
          place(peer.get(), ranks);
        }
        for (LinalgCell.Task task : options.tasks()) {
          for (int n : options.orders()) {
            measure(weft, peer, alone, ranks, task, n);
          }
        }
      } finally {
        peer.ifPresent(Team::close);
        if (ranks > 1) {
          alone.ifPresent(Team::close);
        }
      }
    }
  }

  private static void place(Team team, int ranks) {
    if (ranks == BenchMachine.cores()) {
      var line = new StringBuilder(Placement.VERB);
      for (int rank = 0; rank < ranks; rank++) {
        line.append(' ').append(rank);
      }
      var _ = team.ask(line.toString());
    }
  }

  private List<LinalgCell> settings(LinalgCell.Task task, int n, int ranks) {
    var cells = new ArrayList<LinalgCell>();
    for (int rows : LinalgSlices.heights(ranks)) {
      for (int block : options.blocks()) {
        for (int width : options.widths()) {
          cells.add(new LinalgCell(task, n, block, width, true, rows));
        }
      }
    }
    return cells;
  }

  private List<LinalgCell> peerSettings(LinalgCell.Task task, int n, int ranks) {
    var cells = new ArrayList<LinalgCell>();
    for (int rows : LinalgSlices.heights(ranks)) {
      for (int block : options.peerBlocks()) {
        if (block < n) {
          cells.add(new LinalgCell(task, n, block, block, false, rows));
        }
      }
    }
    return cells;
  }

  /// The best of several settings, after a few slices of each.
  private LinalgCell best(String who, List<LinalgCell> cells, int ranks, LinalgSlices.Timer timer)
      throws Exception {
    Map<LinalgCell, Double> least =
        LinalgSlices.least(who + ", settings", cells, options.sweep(), options.seed(), timer);
    least.forEach((cell, seconds) ->
        sweep.add(
            List.of(
                cell.task().toString(),
                cell.n(),
                ranks,
                who,
                cell.settings(ranks),
                1e3 * seconds,
                cell.task().operations(cell.n()) / seconds * 1e-9)));
    return LinalgSlices.best(least);
  }

  private void measure(
      Team weft, Optional<Team> peer, Optional<Team> alone, int ranks, LinalgCell.Task task, int n)
      throws Exception {
    List<LinalgCell> cells = settings(task, n, ranks);
    LinalgSlices.warm(weft, cells, ranks);
    LinalgCell mine = best(WEFT, cells, ranks, cell -> LinalgSlices.weft(weft, cell, ranks));
    LinalgCell chosen = new LinalgCell(task, n, 0, 0, true, 0);
    LinalgCell theirs = null;
    if (peer.isPresent() && task != LinalgCell.Task.LDLT) {
      Team team = peer.get();
      theirs =
          best(
              "ScaLAPACK",
              peerSettings(task, n, ranks),
              ranks,
              cell -> LinalgSlices.peer(team, cell, ranks));
    }
    int rounds = options.rounds();
    var times = new double[rounds];
    var none = new double[rounds];
    var usual = new double[rounds];
    var peers = new double[rounds];
    var local = new double[rounds];
    var one = new double[rounds];
    var two = new double[rounds];
    int locals =
        Math.max(
            1,
            LinalgSlices.count(
                new LinalgCell(LinalgCell.Task.GEMM, LOCAL_ORDER, 0, 0, true, 1), 1));
    var slices = new SliceRounds(options.seed());
    slices.add(round -> times[round] = LinalgSlices.weft(weft, mine, ranks));
    if (theirs != null) {
      LinalgCell cell = theirs;
      slices.add(round -> peers[round] = LinalgSlices.peer(peer.orElseThrow(), cell, ranks));
    } else {
      Arrays.fill(peers, Double.NaN);
    }
    slices.add(
        round -> local[round] = LinalgSlices.seconds(weft, "local " + LOCAL_ORDER + " " + locals));
    slices.add(round -> none[round] = LinalgSlices.weft(weft, withoutLookahead(mine), ranks));
    slices.add(round -> usual[round] = LinalgSlices.weft(weft, chosen, ranks));
    slices.add(round -> one[round] = lapack(alone, task, n, 1));
    slices.add(round -> two[round] = lapack(alone, task, n, BenchMachine.cores()));
    slices.run(task + ", n = " + n, 0, rounds);
    double operations = task.operations(n);
    double localRate =
        ranks * LinalgCell.Task.GEMM.operations(LOCAL_ORDER) / Statistics.median(local) * 1e-9;
    double rate = operations / Statistics.median(times) * 1e-9;
    double ratio = Statistics.median(LinalgSlices.divided(times, peers));
    rows.add(
        List.of(
            task.toString(),
            n,
            ranks,
            mine.settings(ranks),
            1e3 * Statistics.median(times),
            rate,
            rate / localRate,
            theirs == null ? "" : theirs.settings(ranks).replace(", none ahead", ""),
            operations / Statistics.median(peers) * 1e-9,
            ratio,
            Statistics.median(LinalgSlices.divided(times, one)),
            Statistics.median(LinalgSlices.divided(times, two)),
            Statistics.median(LinalgSlices.divided(times, none)),
            Statistics.median(LinalgSlices.divided(usual, times))));
    if (task != LinalgCell.Task.GEMM && task != LinalgCell.Task.LDLT && !Double.isNaN(ratio)) {
      ratios.computeIfAbsent(task, some -> new ArrayList<>()).add(ratio);
    }
    limits(
        task,
        n,
        ranks,
        rate / localRate,
        ratio,
        LinalgSlices.divided(times, one),
        LinalgSlices.divided(times, two),
        Statistics.median(LinalgSlices.divided(usual, times)));
    report.say(
        "%s, n = %d, %d ranks: %s GF/s, %s of local products%s"
            .formatted(
                task,
                n,
                ranks,
                Report.text(rate),
                Report.text(rate / localRate),
                Double.isNaN(ratio)
                    ? ""
                    : ", %s of ScaLAPACK's time".formatted(Report.text(ratio))));
  }

  private static LinalgCell withoutLookahead(LinalgCell cell) {
    return new LinalgCell(cell.task(), cell.n(), cell.block(), cell.width(), false, cell.rows());
  }

  /// OpenBLAS's own LAPACK on one rank with `threads` threads.
  private static double lapack(Optional<Team> team, LinalgCell.Task task, int n, int threads) {
    if (team.isEmpty() || task == LinalgCell.Task.GEMM) {
      return Double.NaN;
    }
    var _ = team.get().ask("threads " + threads);
    var cell = new LinalgCell(task, n, n, 0, false, 1);
    double seconds =
        LinalgSlices.seconds(
            team.get(),
            "factor lapack-%s %d %d 1 %d".formatted(task, n, n, LinalgSlices.count(cell, threads)));
    var _ = team.get().ask("threads 1");
    return seconds;
  }

  private void limits(
      LinalgCell.Task task,
      int n,
      int ranks,
      double share,
      double ratio,
      double[] toOne,
      double[] toTwo,
      double chosen) {
    if (ranks != 2) {
      return;
    }
    String what = task + ", n = " + n;
    report.limit(what + ", chosen over best of sweep", "", chosen, true, 1.05, "");
    switch (task) {
      case GEMM -> {
        if (n >= 2000) {
          report.limit(what + ", share of local products", "", share, false, 0.93, "");
        }
        report.limit(what + ", of PDGEMM's time", "", ratio, true, n >= 2000 ? 0.85 : 0.88, "");
      }
      case LU, CHOLESKY, QR -> {
        report.limit(what + ", of ScaLAPACK's time", "", ratio, true, 0.97, "");
        if (n == 4000) {
          double least = task == LinalgCell.Task.QR ? 0.71 : 0.75;
          report.limit(what + ", share of local products", "", share, false, least, "");
          report.limit(
              what + ", of LAPACK's time with two threads",
              "",
              Statistics.median(toTwo),
              true,
              1.05,
              "");
        }
      }
      case LDLT -> {
        if (n == 4000) {
          report.limit(
              what + ", of DSYTRF's time with one thread",
              "",
              Statistics.median(toOne),
              true,
              0.6,
              "");
          report.limit(
              what + ", of DSYTRF's time with two", "", Statistics.median(toTwo), true, 0.95, "");
        }
      }
    }
  }

  private void tables() {
    if (options.all()) {
      sweep.sort(
          Comparator.comparing((List<Object> row) -> row.get(0).toString())
              .thenComparing(row -> (Integer) row.get(1)));
      report.table(
          "settings",
          "Every setting, the best of its slices",
          List.of("task", "n", "ranks", "who", "setting", "ms", "GF/s"),
          sweep);
    }
    report.table(
        "best",
        "The best settings in turn, medians",
        List.of(
            "task",
            "n",
            "ranks",
            "Weft",
            "ms",
            "GF/s",
            "share of local",
            "ScaLAPACK",
            "its GF/s",
            "time / its",
            "/ LAPACK, 1 thread",
            "/ all cores",
            "/ none ahead",
            "default / best"),
        rows);
    double[] all =
        ratios.values().stream().flatMap(List::stream).mapToDouble(Double::doubleValue).toArray();
    if (all.length > 0) {
      report.limit(
          "geometric mean of LU, LLt, QR over ScaLAPACK",
          "",
          Statistics.geometricMean(all),
          true,
          0.85,
          "");
    }
  }
}
