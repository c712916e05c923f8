// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.UserFiles;
import weft.options.Options;

/// The options of the command line.
///
/// @param threads the number of threads that execute the steps instead of ranks; 0 for ranks
record NBodyOptions(
    int bodies, int steps, double theta, double time, long seed, @Nullable Path gif, int threads) {
  private static final String ABOUT =
      """
      nbody [options]

      Simulates the collision of two galaxies by the method of Barnes and Hut. Each rank has a part
      of space, and the tree over it. The result has the same bits for every number of ranks.
      """;

  /// From about 1 / sqrt(3) on, a cell could count as one body for a body inside it.
  private static final double MOST_THETA = 0.57;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static NBodyOptions parse(List<String> args, int ranks) {
    var given = new Options("nbody", ABOUT, args);
    var options =
        new NBodyOptions(
            given.count("bodies N", 20_000, 2, 10_000_000, "number of bodies"),
            given.count("steps S", 60, 0, Integer.MAX_VALUE, "number of time steps"),
            given.real(
                "theta T",
                0.5,
                0,
                MOST_THETA,
                "a cell counts as one body beyond its width / T; 0 adds up all pairs"),
            given.real(
                "time DT", 0.0025, 0, 1, "the time of a step; a galaxy turns once in about 5"),
            given.whole("seed N", 1, "another seed makes other galaxies"),
            given.file("gif FILE", ".gif", "an animation of about a hundred frames"),
            given.count(
                "threads N",
                0,
                1,
                1024,
                "with one rank: N threads that share all bodies, for comparison"));
    given.require(
        options.threads == 0 || ranks == 1,
        "--threads %d is for one rank; there are %d".formatted(options.threads, ranks));
    given.end();
    return options;
  }

  /// Throws if the animation cannot be written, before the work begins. Only rank 0 writes, so only
  /// rank 0 checks.
  void checkTarget() {
    UserFiles.check(gif);
  }
}
