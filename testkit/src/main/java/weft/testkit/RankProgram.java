// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import weft.World;

/// What every rank of a [TestJob] runs. Each rank makes an instance of its own, by the constructor
/// without arguments.
public interface RankProgram {
  /// Runs on one rank; what it throws is collected with what other ranks throw.
  void run(World world, RankReport report, List<String> args) throws Exception;

  /// Runs after the job has ended well: in each rank's process on the rank's own thread, or with
  /// threads on the thread that ran the job.
  default void after(World world, RankReport report) throws Exception {}

  /// Whether a failure is what the test expects. The job then ends with the first rank that fails,
  /// and not after a wait in which other ranks come to failures of their own.
  default boolean failsOnPurpose() {
    return false;
  }
}
