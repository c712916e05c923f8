// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;
import weft.apps.common.UserFiles;

/// The options of the command line.
///
/// @param grid the number of cells in a row, and in a column
/// @param every the number of steps between two balancings, or frames
/// @param warmUp the number of steps before times are taken
/// @param timed nanoseconds of waiting for a pair of particles; 0 for no waits
/// @param measured whether loads are the measured times of handlers
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
    NONE,
    REFINE,
    STEALING,
    ROTATE,
    RANDOM
  }

  static final String USAGE =
      """
      swarm [options]

      Particles gather around a vortex that drifts over a torus. The torus is cut into cells, which
      are mobile objects. Cells near the vortex take most of the time, so cells are redistributed
      as it drifts. The result has the same bits for every number of ranks and every balancing.

        --particles N  number of particles, 1 to 10000000 (5000)
        --grid G       G times G cells, 3 to 256 (16)
        --steps S      number of time steps (200)
        --balance B    refine (moves few cells), stealing (idle ranks take waiting cells), none;
                       rotate and random move all cells: for tests (refine)
        --every K      steps between two balancings (5)
        --warm-up S    times are those after S steps, when code is compiled (0)
        --measured     loads are measured times, instead of counted particles and pairs
        --timed NANOS  the rank waits this long for each pair of particles, so that ranks that
                       share cores behave as if each had its own
        --seed N       the seed of the initial positions (1)
        --gif FILE     an animation: the density, and the owners of the cells
        --trace FILE   the loads at each balancing, for weft bench balance
      """;

  private static final List<String> NAMES =
      List.of(
          "particles",
          "grid",
          "steps",
          "balance",
          "every",
          "warm-up",
          "timed",
          "seed",
          "gif",
          "trace");

  /// Parses a command line.
  ///
  /// @throws BadInputException if it is not valid
  static SwarmOptions parse(List<String> args) {
    Arguments given = Arguments.parse("swarm", NAMES, List.of("measured"), args);
    Path gif = given.has("gif") ? path("gif", given.get("gif", "")) : null;
    if (gif != null && !gif.toString().toLowerCase(Locale.ROOT).endsWith(".gif")) {
      throw new BadInputException("--gif writes a GIF file, but its name is " + gif);
    }
    int steps = (int) given.number("steps", 200, 0, Integer.MAX_VALUE / 2);
    int every = (int) given.number("every", 5, 1, Integer.MAX_VALUE);
    return new SwarmOptions(
        (int) given.number("particles", 5_000, 1, 10_000_000),
        (int) given.number("grid", 16, 3, 256),
        steps,
        balancing(given.get("balance", "refine")),
        every,
        warmUp((int) given.number("warm-up", 0, 0, Integer.MAX_VALUE / 2), steps, every),
        (int) given.number("timed", 0, 0, 1_000_000),
        given.has("measured"),
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        gif,
        given.has("trace") ? path("trace", given.get("trace", "")) : null);
  }

  /// Checks that steps are left to measure. Counting begins after a balancing.
  private static int warmUp(int warmUp, int steps, int every) {
    if (warmUp > 0 && Math.ceilDiv((long) warmUp, every) * every >= steps) {
      throw new BadInputException(
          "--warm-up %d leaves none of %d steps to measure, with a balancing every %d; give fewer, or more --steps"
              .formatted(warmUp, steps, every));
    }
    return warmUp;
  }

  private static Balancing balancing(String name) {
    for (Balancing each : Balancing.values()) {
      if (each.name().equalsIgnoreCase(name)) {
        return each;
      }
    }
    throw new BadInputException(
        "--balance %s is not known; give refine, stealing, none, rotate or random".formatted(name));
  }

  private static Path path(String option, String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new BadInputException("--%s names no file: %s".formatted(option, e.getMessage()), e);
    }
  }

  /// Throws if a file cannot be written, before the work begins. Only rank 0 writes, so only rank 0
  /// checks.
  ///
  /// @throws BadInputException with the sentence for the user
  void checkTargets() {
    UserFiles.check(gif, trace);
  }
}
