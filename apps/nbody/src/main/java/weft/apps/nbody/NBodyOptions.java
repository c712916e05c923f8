// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

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
/// @param threads the number of threads that execute the steps instead of ranks; 0 for ranks
record NBodyOptions(
    int bodies, int steps, double theta, double time, long seed, @Nullable Path gif, int threads) {
  static final String USAGE =
      """
      nbody [options]

      Simulates the collision of two galaxies by the method of Barnes and Hut. Each rank has a part
      of space, and the tree over it. The result has the same bits for every number of ranks.

        --bodies N     number of bodies, 2 to 10000000 (20000)
        --steps S      number of time steps (20)
        --theta T      a cell counts as one body beyond its width / T, from 0 to 0.57 (0.5);
                       0 adds up all pairs
        --time DT      the time of a step (0.0025); a galaxy turns once in about 5
        --seed N       another seed makes other galaxies (1)
        --gif FILE     an animation of about a hundred frames
        --threads N    with one rank: N threads that share all bodies, for comparison
      """;

  /// From about 1 / sqrt(3) on, a cell could count as one body for a body inside it.
  private static final double MOST_THETA = 0.57;

  private static final List<String> NAMES =
      List.of("bodies", "steps", "theta", "time", "seed", "gif", "threads");

  /// Parses a command line.
  ///
  /// @throws BadInputException if it is not valid
  static NBodyOptions parse(List<String> args, int ranks) {
    Arguments given = Arguments.parse("nbody", NAMES, List.of(), args);
    int threads = (int) given.number("threads", 0, 1, 1024);
    if (threads > 0 && ranks > 1) {
      throw new BadInputException(
          "--threads %d is for one rank; there are %d".formatted(threads, ranks));
    }
    return new NBodyOptions(
        (int) given.number("bodies", 20_000, 2, 10_000_000),
        (int) given.number("steps", 20, 0, Integer.MAX_VALUE),
        number(given, "theta", 0.5, MOST_THETA),
        number(given, "time", 0.0025, 1),
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        given.has("gif") ? gif(given.get("gif", "")) : null,
        threads);
  }

  private static double number(Arguments given, String name, double otherwise, double most) {
    String value = given.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      double number = Double.parseDouble(value);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new BadInputException(
        "--%s %s is not possible; give a number from 0 to %s".formatted(name, value, most));
  }

  private static Path gif(String value) {
    if (!value.toLowerCase(Locale.ROOT).endsWith(".gif")) {
      throw new BadInputException("--gif writes a GIF file, but its name is " + value);
    }
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new BadInputException("--gif names no file: " + e.getMessage(), e);
    }
  }

  /// Throws if the animation cannot be written, before the work begins. Only rank 0 writes, so only
  /// rank 0 checks.
  void checkTarget() {
    UserFiles.check(gif);
  }
}
