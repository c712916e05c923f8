// SPDX-License-Identifier: Apache-2.0
package weft.apps.outofcore;

import java.util.List;
import weft.options.Options;

/// The options of the command line.
///
/// @param plots the number of plots
/// @param words the words of each
/// @param walkers the number of walkers
/// @param steps the plots that each visits
record WalkOptions(int plots, int words, int walkers, int steps, long seed, boolean moves) {
  /// All visits are listed to compute what the result must be.
  private static final int MOST_VISITS = 1 << 26;

  private static final String ABOUT =
      """
      walk [options]

      Sends walkers from plot to plot at random. A plot is a mobile object with data; each visit
      reads all of it and changes one word. With "weft run --objects SIZE" each rank keeps only so
      much of its plots in memory, and the others on disk. The result is the same, and is compared
      with that of a program without ranks and objects.
      """;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static WalkOptions parse(List<String> args) {
    var given = new Options("walk", ABOUT, args);
    int plots = given.count("plots N", 512, 1, 1 << 24, "number of plots");
    int bytes = given.count("bytes N", 65_536, 8, 1 << 28, "bytes of data of a plot");
    int walkers = given.count("walkers N", 64, 1, 1 << 20, "number of walkers");
    int steps = given.count("steps N", 500, 1, 1 << 24, "plots that each walker visits");
    long seed = given.whole("seed N", 1, "seed of the data and of the walks");
    boolean moves = given.has("moves", "some visits move their plot to another rank");
    given.require(
        (long) walkers * steps <= MOST_VISITS,
        "--walkers times --steps are at most " + MOST_VISITS + " visits");
    given.end();
    return new WalkOptions(plots, bytes / Long.BYTES, walkers, steps, seed, moves);
  }

  /// The bytes of all plots.
  long bytes() {
    return (long) plots * words * Long.BYTES;
  }

  /// The visits of all walkers.
  long visits() {
    return (long) walkers * steps;
  }
}
