// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.watch.TimeLimit;

/// What a rank does while it joins and nobody watches the ranks yet: MPI_Init, and the exchanges
/// after it, wait for ever for a rank that has hung or ended before, or whose host cannot be
/// reached. So there is a [TimeLimit].
final class Joining implements AutoCloseable {
  private static final String CAUSES =
      ". Either a rank has not come that far (it hangs, or has ended; what it printed says why), or"
          + " their hosts cannot connect to each other: \"When it does not start\" in"
          + " docs/guide/clusters.md names the causes.";

  private final TimeLimit limit;
  private volatile String place = "";

  private Joining(int rank, long limit) {
    this.limit =
        TimeLimit.start(
            rank, limit, new ProcessEnd()::now, () -> "for the other ranks in " + place + CAUSES);
  }

  /// Counts from now on.
  ///
  /// @throws WeftException when `environment` says nonsense of the time
  static Joining begin(Map<String, String> environment) {
    return new Joining(rank(environment), JobVariables.join(environment));
  }

  /// The rank that this process is to be.
  ///
  /// @throws WeftException when `environment` says nonsense of it
  static int rank(Map<String, String> environment) {
    String rank = environment.getOrDefault(JobVariables.RANK, "");
    if (!rank.matches("\\d{1,9}")) {
      throw new WeftException(JobVariables.RANK + " is \"" + rank + "\"; it must be a rank");
    }
    return Integer.parseInt(rank);
  }

  /// What the rank does next.
  void at(String place) {
    this.place = place;
  }

  /// All have come.
  @Override
  public void close() {
    limit.close();
  }
}
