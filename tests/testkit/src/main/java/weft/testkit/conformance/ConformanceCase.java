// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

/// One requirement on every transport. All cases share one job: each registers its handlers, then
/// they run in turn, with a quiescence between.
///
/// @param name a sentence
/// @param leastRanks the number of ranks that it needs
/// @param preparation registers its handlers on one rank, and returns the part that the rank then
///   runs
record ConformanceCase(String name, int leastRanks, Preparation preparation) {
  @FunctionalInterface
  interface Preparation {
    Part prepare(Stage stage) throws Exception;
  }

  @FunctionalInterface
  interface Part {
    void run() throws Exception;
  }
}
