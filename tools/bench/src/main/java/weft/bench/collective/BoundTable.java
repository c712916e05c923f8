// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import weft.bench.Report;

/// The times of C with two processes, compared with Weft and Open MPI in the same run. They show
/// how much faster Weft could be on this machine.
final class BoundTable {
  private final CollectiveOptions options;
  private final Report report;

  /// Separate samples, because the tables of collectives have cells of the same names.
  private final Samples samples = new Samples();

  BoundTable(CollectiveOptions options, Report report) {
    this.options = options;
    this.report = report;
  }

  /// Measures and prints the table, if there is a C compiler.
  void run(TeamJobs jobs) throws Exception {
    if (!options.peers()) {
      return;
    }
    report.say("");
    Optional<SharedCollectives> started = SharedCollectives.start(options.unchanged(), report);
    if (started.isEmpty()) {
      return;
    }
    try (SharedCollectives c = started.get()) {
      boolean kernel = c.readsByKernel();
      if (!kernel) {
        report.say(
            "The kernel does not let a process read another's memory here "
                + "(process_vm_readv).");
      }
      List<Bound> bounds = Bound.all(kernel);
      measure(jobs, c.team(), bounds);
      print(bounds);
    }
  }

  private void measure(TeamJobs jobs, Team c, List<Bound> bounds) throws Exception {
    List<Cell> cells = bounds.stream().map(Bound::chosen).distinct().toList();
    List<Cell> ways = bounds.stream().flatMap(bound -> bound.cells().stream()).toList();
    try (Team arrays = jobs.weft(TeamJobs.ARRAYS, Bound.RANKS);
        Team segments = jobs.weft(TeamJobs.SEGMENTS, Bound.RANKS)) {
      var parties = new ArrayList<Alternation.Party>();
      parties.add(new Alternation.Party(c, ways));
      parties.add(new Alternation.Party(arrays, cells));
      parties.add(new Alternation.Party(segments, cells));
      Optional<Team> mpi = jobs.mpi(Bound.RANKS);
      mpi.ifPresent(team -> parties.add(new Alternation.Party(team, cells)));
      try {
        new Alternation(options.rounds(), options.millis(), options.seed(), samples)
            .run("what C reaches", Stream.concat(cells.stream(), ways.stream()).toList(), parties);
      } finally {
        mpi.ifPresent(Team::close);
      }
    }
  }

  private void print(List<Bound> bounds) {
    report.fact("boundSamples", samples.raw());
    report.table(
        "bounds",
        "What C reaches with two processes: microseconds per call, and Weft's time as a multiple",
        List.of(
            "collective",
            "bytes",
            "memory",
            "C's way",
            "C",
            "Weft",
            "Open MPI",
            "Weft / C",
            "Open MPI / C"),
        rows(samples, bounds));
    report.say(
        "  Weft's data is in arrays if C's is in private memory, else in segments. With chunks, "
            + "eight in each direction, the best length counts.");
  }

  /// A row for each bound: C's best time in that way, and Weft's with data in the same kind of
  /// memory.
  static List<List<Object>> rows(Samples samples, List<Bound> bounds) {
    var rows = new ArrayList<List<Object>>();
    for (Bound bound : bounds) {
      Cell best =
          bound.cells().stream()
              .filter(cell -> samples.has(cell, TeamJobs.C))
              .min(Comparator.comparingDouble(cell -> samples.nanos(cell, TeamJobs.C)))
              .orElseThrow();
      Cell cell = bound.chosen();
      rows.add(
          List.of(
              bound.collective(),
              Cell.text(bound.bytes()),
              bound.way().equals(Bound.PLACE) ? "shared" : "private",
              bound.describe(best),
              samples.nanos(best, TeamJobs.C) / 1e3,
              samples.nanos(cell, bound.memory()) / 1e3,
              samples.nanos(cell, TeamJobs.MPI) / 1e3,
              samples.ratio(cell, bound.memory(), best, TeamJobs.C, Timing::nanos),
              samples.ratio(cell, TeamJobs.MPI, best, TeamJobs.C, Timing::nanos)));
    }
    return rows;
  }
}
