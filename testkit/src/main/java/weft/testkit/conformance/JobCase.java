// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

import weft.World;
import weft.testkit.JobResult;
import weft.testkit.RankReport;

/// One thing that every transport must do, in a job of its own, because it ends it.
///
/// @param name a sentence
/// @param leastRanks how many ranks it needs
/// @param budget bytes of each rank's budget, 0 for the default
/// @param scenario what every rank runs
/// @param check what must have become of it
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
