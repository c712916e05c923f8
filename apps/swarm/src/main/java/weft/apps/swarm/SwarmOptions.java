// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.UserFiles;
import weft.options.Options;

/// The options of the command line.
record SwarmOptions(
    int particles,
    int grid,
    int steps,
    Balancing balancing,
    int every,
    int warmUp,
    int timed,
    boolean measured,
    long seed,
    @Nullable Path gif,
    @Nullable Path trace) {
  /// The ways to move cells.
  enum Balancing {
    REFINE,
    STEALING,
    NONE,
    ROTATE,
    RANDOM
  }

  private static final String ABOUT =
      """
      swarm [options]

      Particles gather around a vortex that drifts over a torus. The torus is cut into cells, which
      are mobile objects. Cells near the vortex take most of the time, so cells are redistributed
      as it drifts. The result has the same bits for every number of ranks and every balancing.
      """;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static SwarmOptions parse(List<String> args) {
    var given = new Options("swarm", ABOUT, args);
    int most = Integer.MAX_VALUE / 2;
    var options =
        new SwarmOptions(
            given.count("particles N", 5_000, 1, 10_000_000, "number of particles"),
            given.count("grid G", 16, 3, 256, "G times G cells"),
            given.count("steps S", 200, 0, most, "number of time steps"),
            given.one(
                "balance B",
                "refine (moves few cells), stealing (idle ranks take waiting cells), none; rotate"
                    + " and random move all cells: for tests",
                Balancing.values()),
            given.count("every K", 5, 1, Integer.MAX_VALUE, "steps between two balancings"),
            given.count(
                "warm-up S", 0, 0, most, "times are those after S steps, when code is compiled"),
            given.count(
                "timed NANOS",
                0,
                0,
                1_000_000,
                "the rank waits this long for each pair of particles, so that ranks that share"
                    + " cores behave as if each had its own"),
            given.has(
                "measured", "loads are measured times, instead of counted particles and pairs"),
            given.whole("seed N", 1, "the seed of the initial positions"),
            given.file(
                "gif FILE", ".gif", "an animation: the density, and the owners of the cells"),
            given.file("trace FILE", "the loads at each balancing, for weft bench balance"));
    given.require(
        options.leavesSteps(),
        "--warm-up %d leaves none of %d steps to measure, with a balancing every %d; give fewer, or more --steps"
            .formatted(options.warmUp, options.steps, options.every));
    given.end();
    return options;
  }

  /// Whether steps are left to measure. Counting begins after a balancing.
  private boolean leavesSteps() {
    return warmUp == 0 || Math.ceilDiv((long) warmUp, every) * every < steps;
  }

  /// Throws if a file cannot be written, before the work begins. Only rank 0 writes, so only rank 0
  /// checks.
  ///
  /// @throws weft.apps.common.BadInputException with the sentence for the user
  void checkTargets() {
    UserFiles.check(gif, trace);
  }
}
