// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;

/// What a rank's process tells the host that has started `mpirun`, on standard error: see
/// [RankOutput].
final class Marks {
  /// The variable that a host sets which understands marks.
  static final String VARIABLE = "WEFT_MPI_MARKS";

  /// That a rank is about to join: it waits for all others from here on.
  static final String JOINS = "joins";

  private Marks() {}

  /// Tells that this process joins.
  static void joins(Map<String, String> environment) {
    if ("1".equals(environment.get(VARIABLE))) {
      System.err.print(MpirunCommand.MARK + JOINS + "\n");
      System.err.flush();
    }
  }
}
