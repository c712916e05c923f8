// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import weft.bench.collective.Answer;
import weft.bench.collective.Team;
import weft.bench.collective.TeamJobs;

/// The warm-up before the measured rounds. It lasts until the JIT compilers of all ranks have been
/// nearly idle for a while. Code that is not compiled yet is many times slower, and compilers take
/// cores from the ranks.
///
/// ```
/// compiled
/// ok MILLIS             the time that this rank's compilers have worked since its start
/// ```
public final class WarmUp {
  /// The request to a rank.
  public static final String VERB = "compiled";

  /// The rank's part of the request.
  public static final Errand COMPILED = words -> Answer.of(compiled());

  private static final long WINDOW = 1_000_000_000;
  private static final int MOST_WINDOWS = 30;

  /// The share of a window that one rank's compilers may take at the end.
  private static final double QUIET = 0.02;

  private final List<Team> teams;
  private final long[][] before;
  private long began;
  private int windows;

  /// Creates the warm-up of those `teams` that run Java.
  public WarmUp(List<Team> teams) {
    this.teams = teams.stream().filter(team -> TeamJobs.isJava(team.name())).toList();
    this.before = new long[this.teams.size()][];
    var _ = share(1); // discards the compilation until now
    this.began = System.nanoTime();
  }

  private static long compiled() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers == null ? 0 : compilers.getTotalCompilationTime();
  }

  /// Whether the warm-up is over. Called after a round of all slices.
  public boolean isOver() {
    long nanos = System.nanoTime() - began;
    if (nanos < WINDOW) {
      return false;
    }
    double share = share(nanos);
    if (share > QUIET && ++windows < MOST_WINDOWS) {
      began = System.nanoTime();
      return false;
    }
    if (share > QUIET) {
      System.err.printf(
          "weft bench: a rank's compilers still take %.0f %% of the time: the figures may be too"
              + " high%n",
          100 * share);
    }
    return true;
  }

  /// The largest share of `nanos` that a rank's compilers have taken.
  private double share(long nanos) {
    double most = 0;
    for (int i = 0; i < teams.size(); i++) {
      long[] millis =
          teams.get(i).ask(VERB).stream().mapToLong(answer -> answer.value(0)).toArray();
      for (int rank = 0; rank < millis.length && before[i] != null; rank++) {
        most = Math.max(most, 1e6 * (millis[rank] - before[i][rank]) / nanos);
      }
      before[i] = millis;
    }
    return most;
  }
}
