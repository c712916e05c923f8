// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import weft.World;
import weft.testkit.JobResult;
import weft.testkit.RankReport;

/// One requirement on every transport, tested in a separate job because the case ends the job.
///
/// @param name a sentence
/// @param leastRanks the number of ranks that it needs
/// @param budget bytes of each rank's budget, 0 for the default
/// @param scenario the program of every rank
/// @param check checks the result of the job
record JobCase(String name, int leastRanks, long budget, Scenario scenario, Check check) {
  @FunctionalInterface
  interface Scenario {
    void run(World world, RankReport report) throws Exception;

    /// As [weft.testkit.RankProgram#after].
    default void after(World world, RankReport report) throws Exception {}
  }

  @FunctionalInterface
  interface Check {
    void check(JobResult result);
  }
}
