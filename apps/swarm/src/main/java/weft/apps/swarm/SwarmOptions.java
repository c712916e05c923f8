// SPDX-License-Identifier: Apache-2.0
package weft.apps.swarm;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;

/// What the command line asks for.
///
/// @param grid how many cells are in a row, and in a column
/// @param every how many steps are between two balancings, or frames
/// @param warmUp how many steps pass before times are taken
/// @param timed nanoseconds that a pair of particles takes, by waiting; 0 for as long as it takes
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
  /// How cells are moved.
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

      Particles crowd around a vortex that drifts over a torus. The torus is cut into cells, which
      are mobile objects: those near the vortex take most of the time, and are dealt out again as
      it drifts. The result has the same bits for every number of ranks and every balancing.

        --particles N  how many particles, 1 to 10000000 (5000)
        --grid G       G times G cells, 3 to 256 (16)
        --steps S      how many time steps (200)
        --balance B    refine (moves few cells), stealing (idle ranks take waiting cells), none;
                       rotate and random move all cells: for tests (refine)
        --every K      steps between two balancings (5)
        --warm-up S    times are those after S steps, when code is compiled (0)
        --measured     loads are measured times, instead of counted particles and pairs
        --timed NANOS  a pair of particles takes as many nanoseconds, in which the rank does
                       nothing: ranks that share cores then behave as if each had its own
        --seed N       another seed places the particles otherwise (1)
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

  /// Reads a command line.
  ///
  /// @throws BadInputException when it cannot be understood
  static SwarmOptions parse(List<String> args) {
    Arguments given = Arguments.parse("swarm", NAMES, List.of("measured"), args);
    Path gif = given.has("gif") ? path("gif", given.get("gif", "")) : null;
    if (gif != null && !gif.toString().toLowerCase(Locale.ROOT).endsWith(".gif")) {
      throw new BadInputException("--gif writes a GIF file, but its name is " + gif);
    }
    return new SwarmOptions(
        (int) given.number("particles", 5_000, 1, 10_000_000),
        (int) given.number("grid", 16, 3, 256),
        (int) given.number("steps", 200, 0, Integer.MAX_VALUE / 2),
        balancing(given.get("balance", "refine")),
        (int) given.number("every", 5, 1, Integer.MAX_VALUE),
        (int) given.number("warm-up", 0, 0, Integer.MAX_VALUE / 2),
        (int) given.number("timed", 0, 0, 1_000_000),
        given.has("measured"),
        given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        gif,
        given.has("trace") ? path("trace", given.get("trace", "")) : null);
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

  /// Says so when a file cannot be written, before the work. Only rank 0 writes, so only it asks.
  ///
  /// @throws BadInputException with the sentence for the user
  void checkTargets() {
    check(gif);
    check(trace);
  }

  private static void check(@Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInputException(
          "%s cannot be written: there is no folder %s".formatted(file, folder));
    }
    if (Files.isDirectory(file) || !Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new BadInputException(
          "%s cannot be written: it is a folder, or permission is denied".formatted(file));
    }
  }
}
