// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.watch.TimeLimit;

/// Bounds the time of joining, when no rank is watched yet. MPI_Init and the exchanges after it
/// wait forever for a rank that hangs, has ended, or is on a host that cannot be reached. So
/// joining has a [TimeLimit].
final class Joining implements AutoCloseable {
  private static final String CAUSES =
      ". Either a rank has not reached this step (it hangs or has ended; see its output), or "
          + "their hosts cannot connect to each other: \"When it does not start\" in "
          + "docs/guide/clusters.md lists the causes.";

  private final TimeLimit limit;
  private volatile String place = "";

  private Joining(int rank, long limit) {
    this.limit =
        TimeLimit.start(
            rank, limit, new ProcessEnd()::now, () -> "for the other ranks in " + place + CAUSES);
  }

  /// Starts the time limit.
  ///
  /// @throws WeftException if the time in `environment` is invalid
  static Joining begin(Map<String, String> environment) {
    return new Joining(rank(environment), JobVariables.join(environment));
  }

  /// The rank that this process will be.
  ///
  /// @throws WeftException if the rank in `environment` is invalid
  static int rank(Map<String, String> environment) {
    String rank = environment.getOrDefault(JobVariables.RANK, "");
    if (!rank.matches("\\d{1,9}")) {
      throw new WeftException(JobVariables.RANK + " is \"" + rank + "\"; it must be a rank");
    }
    return Integer.parseInt(rank);
  }

  /// Names the next step of joining.
  void at(String place) {
    this.place = place;
  }

  /// Ends the time limit: all ranks have joined.
  @Override
  public void close() {
    limit.close();
  }
}
