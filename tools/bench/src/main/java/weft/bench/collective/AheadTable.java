// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import weft.bench.Report;
import weft.bench.collective.rank.AheadBroadcasts;

/// Memory for early arrivals: a root broadcasts a thousand times while the others only poll. Early
/// arrivals stay within the budget; then the root must wait.
final class AheadTable {
  private static final int COUNT = 1000;
  private static final int MILLIS = 200;
  private static final List<Long> SIZES = List.of(8L, 1L << 10, 4L << 10, 64L << 10);
  private static final double BUDGET_MB = 64;

  private final CollectiveOptions options;
  private final TeamJobs jobs;
  private final Report report;

  AheadTable(CollectiveOptions options, TeamJobs jobs, Report report) {
    this.options = options;
    this.jobs = jobs;
    this.report = report;
  }

  /// Measures and prints the table.
  void run() throws IOException {
    var rows = new ArrayList<List<Object>>();
    double most = 0;
    for (int ranks : options.ranks()) {
      for (long bytes : SIZES) {
        if (ranks == 1) {
          continue;
        }
        // The peak is measured per job, so each size has its own job.
        try (Team team = jobs.weft(TeamJobs.ARRAYS, ranks)) {
          List<Answer> answers = team.ask(AheadBroadcasts.line(bytes, COUNT, MILLIS));
          double peak =
              answers.stream().mapToDouble(answer -> answer.value(1)).max().orElse(Double.NaN);
          most = Math.max(most, peak / (1 << 20));
          rows.add(List.of(ranks, Cell.text(bytes), answers.get(0).value(0), peak / (1 << 10)));
        }
      }
    }
    if (rows.isEmpty()) {
      return;
    }
    report.table(
        "ahead",
        "A root broadcasts "
            + COUNT
            + " times while the others poll, and call "
            + MILLIS
            + " ms later",
        List.of("ranks", "bytes", "calls that returned by then", "most memory at a rank, KB"),
        rows);
    report.limit("memory for early arrivals, at a rank", "", most, true, BUDGET_MB, "MB");
  }
}
