// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import weft.bench.BenchMachine;
import weft.bench.Mains;
import weft.bench.Report;

/// `weft bench collective`: the cost of collective operations, compared with Open MPI.
public final class CollectiveBench {
  private static final String COMMAND = "weft bench collective";

  private final CollectiveOptions options;
  private final Report report;
  private final Samples samples = new Samples();

  private CollectiveBench(CollectiveOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// Runs the benchmark; see `--help`.
  public static void main(String[] args) {
    Mains.run(COMMAND, () -> run(args));
  }

  private static void run(String[] args) throws Exception {
    CollectiveOptions options = Mains.options(COMMAND, "", CollectiveOptions::of, args);
    if (options == null) {
      return;
    }
    if (options.explain() != null) {
      explain(options, options.explain());
      return;
    }
    Report report = Mains.report("shm", options.rounds(), options.seed());
    new CollectiveBench(options, report).run();
  }

  private static void explain(CollectiveOptions options, CollectiveOptions.Explain asked) {
    try {
      System.out.print(new Explaining(options, asked).text());
    } catch (IllegalArgumentException e) {
      throw Mains.refuse(COMMAND, e.getMessage());
    }
  }

  private void run() throws Exception {
    header();
    if (options.algorithms()) {
      algorithms();
    } else {
      everything();
    }
    Mains.end(report, options.json(), samples.raw());
  }

  private long largest() {
    return options.sizes().stream().mapToLong(Long::longValue).max().orElse(8);
  }

  private void algorithms() throws Exception {
    var tables = new AlgorithmTables(report, samples, new Candidates(TableOfChoices.read()));
    try (var jobs = new TeamJobs(largest(), options.unchanged(), false, report)) {
      for (int ranks : options.ranks()) {
        List<Cell> cells = cells().stream().filter(cell -> cell.ranks() == ranks).toList();
        List<Cell> all = tables.cells(cells);
        try (Team arrays = jobs.weft(TeamJobs.ARRAYS, ranks);
            Team segments = jobs.weft(TeamJobs.SEGMENTS, ranks)) {
          alternation()
              .run(
                  ranks + " ranks",
                  all,
                  List.of(new Alternation.Party(arrays, all), new Alternation.Party(segments, all)),
                  placing(List.of(arrays, segments)));
        }
        tables.print(ranks, cells);
      }
    }
  }

  private void everything() throws Exception {
    List<Cell> cells = cells();
    try (var jobs = new TeamJobs(largest(), options.unchanged(), options.peers(), report)) {
      for (int ranks : options.ranks()) {
        measure(jobs, ranks, cells.stream().filter(cell -> cell.ranks() == ranks).toList());
      }
      if (options.only().contains(CollectiveOptions.PANELS)) {
        panels(jobs);
      }
    }
    if (!cells.isEmpty()) {
      new CollectiveTables(report, samples).limits(cells);
    }
  }

  private void header() throws IOException {
    report.say(
        "Slices of Weft and of MPI alternate in random order; medians over "
            + options.rounds()
            + " rounds. Each call is timed separately, with a");
    report.say(
        "barrier between calls (not timed), and averaged over the ranks, as in OSU's benchmarks.");
    report.say(
        "With more ranks than cores a second barrier is timed with the call: docs/design/0057;");
    report.fact("unbound", options.unbound());
    report.say(
        options.unbound()
            ? "  the kernel decides on which core a rank runs."
            : "  and all parties bind ranks to the same cores, in three ways in turn:"
                + " docs/design/0057.");
    report.fact("unchanged", options.unchanged());
    report.say(
        options.unchanged()
            ? "The sent data does not change from call to call, as in OSU's benchmarks."
            : "Before that barrier each rank reads what it received and rewrites what it sends, "
                + "in both C and Java.");
    report.say("Table of choices: " + TableOfChoices.describe() + ".");
    if (options.peers() && BenchMachine.program("mpirun").isPresent()) {
      String version = BenchMachine.firstLine("mpirun", "--version");
      report.fact("mpi", version);
      report.say("MPI: " + version + ", started by");
      for (int ranks : options.ranks()) {
        report.say("  " + String.join(" ", TeamJobs.mpirun(ranks)));
      }
    }
  }

  private List<Cell> cells() {
    var cells = new ArrayList<Cell>();
    for (int ranks : options.ranks()) {
      for (String name : options.collectives()) {
        if (name.equals("barrier")) {
          cells.add(Cell.of(ranks, name, 0));
          continue;
        }
        for (long bytes : options.sizes()) {
          cells.add(Cell.of(ranks, name, bytes));
        }
      }
    }
    return cells;
  }

  private void panels(TeamJobs jobs) throws Exception {
    List<Integer> many =
        options.ranks().stream().filter(ranks -> ranks > 1 && 32 % ranks == 0).toList();
    for (int ranks : many) {
      List<Cell> all = PanelCell.all(ranks).stream().map(PanelCell::cell).toList();
      List<Cell> chunked =
          PanelCell.all(ranks).stream()
              .filter(cell -> cell.column().equals(PanelCell.CHUNKED))
              .map(PanelCell::cell)
              .toList();
      try (Team arrays = jobs.weft(TeamJobs.ARRAYS, ranks);
          Team segments = jobs.weft(TeamJobs.SEGMENTS, ranks)) {
        alternation()
            .run(
                "Table 1, Q = " + ranks,
                all,
                List.of(
                    new Alternation.Party(arrays, all), new Alternation.Party(segments, chunked)),
                placing(List.of(arrays, segments)));
      }
    }
    new PanelTables(report, samples).print(many);
  }

  private IntConsumer placing(List<Team> teams) {
    return options.unbound() ? round -> {} : Placement.before(teams);
  }

  private Alternation alternation() {
    return new Alternation(options.rounds(), options.millis(), options.seed(), samples);
  }

  private void measure(TeamJobs jobs, int ranks, List<Cell> cells) throws Exception {
    if (cells.isEmpty()) {
      return;
    }
    try (var arrays = jobs.weft(TeamJobs.ARRAYS, ranks);
        var segments = jobs.weft(TeamJobs.SEGMENTS, ranks)) {
      var parties = new ArrayList<Alternation.Party>();
      parties.add(new Alternation.Party(arrays, cells));
      parties.add(new Alternation.Party(segments, cells));
      Optional<Team> mpi = jobs.mpi(ranks);
      mpi.ifPresent(team -> parties.add(new Alternation.Party(team, cells)));
      try {
        List<Team> teams = parties.stream().map(Alternation.Party::team).toList();
        alternation().run(ranks + " ranks", cells, parties, placing(teams));
      } finally {
        mpi.ifPresent(Team::close);
      }
    }
    new CollectiveTables(report, samples).times(ranks, cells);
  }
}
