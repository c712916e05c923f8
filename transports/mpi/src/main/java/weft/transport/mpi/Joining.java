// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.ArrayList;
import java.util.Map;
import weft.transport.JobVariables;

/// How long a rank waits for the others while it joins, when nobody watches them yet: MPI_Init, and
/// the exchanges after it, wait for ever for a rank that has hung or ended before, or whose host
/// cannot be reached. It says so after a while (`WEFT_JOIN` seconds, a quarter of them first), and
/// then ends its process.
final class Joining implements AutoCloseable {
  private static final long SECOND = 1_000_000_000;
  private static final long NOTE = 30 * SECOND;
  private static final int EXIT_CODE = 1;

  private static final String CAUSES =
      ". Either a rank has not come that far (it hangs, or has ended; what it printed says why), or"
          + " their hosts cannot connect to each other: \"When it does not start\" in"
          + " docs/guide/clusters.md names the causes. ";

  private final String rank;
  private final TimeLimit limit;
  private volatile String place = "";

  private Joining(Map<String, String> environment) {
    long end = JobVariables.join(environment);
    this.rank = environment.getOrDefault(JobVariables.RANK, "0");
    var steps = new ArrayList<TimeLimit.Step>();
    if (rank.equals("0") || rank.equals("1")) {
      // One of the two will be there; a thousand need not say it.
      steps.add(new TimeLimit.Step(end == 0 ? NOTE : end / 4, () -> note(end)));
    }
    if (end > 0) {
      // One says it: when it ends, most launchers end the others.
      long last = rank.equals("0") ? end : end + SECOND;
      steps.add(new TimeLimit.Step(last, () -> end(end)));
    }
    this.limit = TimeLimit.start("weft-join", steps.toArray(TimeLimit.Step[]::new));
  }

  /// Counts from now on.
  ///
  /// @throws weft.WeftException when `environment` says nonsense of the time
  static Joining begin(Map<String, String> environment) {
    return new Joining(environment);
  }

  /// What the rank does next.
  void at(String place) {
    this.place = place;
  }

  private void note(long end) {
    say(
        " has waited "
            + seconds(end == 0 ? NOTE : end / 4)
            + " for the other ranks in "
            + place
            + CAUSES
            + (end == 0
                ? "It waits on"
                : "After " + seconds(end) + " it ends the job (WEFT_JOIN)"));
  }

  private void end(long end) {
    say(
        " has waited "
            + seconds(end)
            + " for the other ranks in "
            + place
            + ", and ends"
            + CAUSES
            + JobVariables.JOIN
            + " says how many seconds ranks wait for each other, 0 for ever");
    new ProcessEnd().now(EXIT_CODE);
  }

  private void say(String what) {
    System.err.println("weft: rank " + rank + " on " + Whereabouts.hostName() + what);
    System.err.flush();
  }

  private static String seconds(long nanos) {
    return nanos / SECOND + " s";
  }

  /// All have come.
  @Override
  public void close() {
    limit.close();
  }
}
