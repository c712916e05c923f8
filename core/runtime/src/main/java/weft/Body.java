// SPDX-License-Identifier: Apache-2.0
package weft;

/// The program that every rank runs.
@FunctionalInterface
public interface Body {
  /// Runs on one rank. An exception ends the job.
  void run(World world) throws Exception;
}
