// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.util.List;
import weft.World;

/// The program that every rank of a [TestJob] runs. Each rank creates its own instance with the
/// constructor without arguments.
public interface RankProgram {
  /// Runs on one rank; its exceptions are collected with those of other ranks.
  void run(World world, RankReport report, List<String> args) throws Exception;

  /// Runs after the job has ended without failure. With processes it runs on the rank's own thread,
  /// with threads on the thread that ran the job.
  default void after(World world, RankReport report) throws Exception {}

  /// Returns whether the test expects a failure. Then the job ends with the first failing rank,
  /// without waiting for failures of other ranks.
  default boolean failsOnPurpose() {
    return false;
  }
}
