// SPDX-License-Identifier: Apache-2.0
package weft.testkit.conformance;

/// One thing that every transport must do. All cases share one job: each registers its handlers,
/// then they run one after the other, with a quiescence between.
///
/// @param name a sentence
/// @param leastRanks how many ranks it needs
/// @param preparation registers its handlers on one rank, and returns what that rank then runs
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
