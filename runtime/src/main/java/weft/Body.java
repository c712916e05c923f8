// SPDX-License-Identifier: Apache-2.0
package weft;

/// The program that every rank runs.
@FunctionalInterface
public interface Body {
  /// Runs on one rank. What it throws ends the job.
  void run(World world) throws Exception;
}
