// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;
import weft.apps.common.Throttle;
import weft.apps.common.UserFiles;

/// The options of the command line.
///
/// @param weights a weight for each rank; empty for equal ones, and for measured ones
/// @param measured whether each rank gets what it computes in a time
/// @param throttle how many times each rank computes
/// @param size the size to which to scale the pictures; null for their own size
record WaveOptions(
    Path input,
    @Nullable Path speed,
    int steps,
    double courant,
    Path out,
    @Nullable Path gif,
    @Nullable Path report,
    List<Double> weights,
    boolean measured,
    Throttle throttle,
    @Nullable Size size) {
  static final String USAGE =
      """
      wave2d --input PICTURE --steps N --out WAVE.png [options]

      Solves the two-dimensional wave equation, with the picture as the displacement at the
      beginning: black is flat, white is 1. The edges of the picture are fixed and reflect.

        --input PICTURE    the displacement at the beginning (PNG, JPEG, GIF, BMP, TIFF; any size)
        --steps N          the number of time steps
        --out WAVE.png     the displacement at the end, as a picture
        --gif WAVE.gif     the steps, as an animation of about a hundred frames
        --report OUT.html  a page with the time of each rank in parts of the steps
        --speed MAP        the wave speed of each cell: black is a wall, white full speed
        --weights W0,W1,…  the share of the picture of each rank, one number per rank (equal);
                           measured: as fast as each computes, measured before the first step
        --throttle T0,T1,… how many times each rank computes, to make some slow (1 each)
        --courant C        time step times full speed by cell width, at most 0.7071 (0.7)
        --size WxH         scale the pictures to this number of cells first
      """;

  /// Above this, the explicit scheme is unstable in two dimensions: 1 / sqrt(2).
  static final double STABLE = Math.sqrt(0.5);

  private static final List<String> NAMES =
      List.of(
          "input",
          "steps",
          "out",
          "gif",
          "report",
          "speed",
          "weights",
          "throttle",
          "courant",
          "size");

  private static final String MEASURED = "measured";

  /// The numbers of cells in both directions.
  record Size(int width, int height) {}

  /// Reads a command line: `--name value` or `--name=value`.
  ///
  /// @throws BadInputException if an argument is wrong
  static WaveOptions parse(List<String> args, int ranks) {
    Arguments given = Arguments.parse("wave2d", NAMES, List.of(), args);
    return new WaveOptions(
        path("input", given.needed("input", "the picture to begin with")),
        optionalPath("speed", given),
        steps(given.needed("steps", "the number of time steps")),
        courant(given.get("courant", "0.7")),
        target("out", given.needed("out", "the picture to write"), ".png"),
        given.has("gif") ? target("gif", given.needed("gif", "a file"), ".gif") : null,
        given.has("report") ? path("report", given.needed("report", "a file")) : null,
        weights(given.get("weights"), ranks),
        MEASURED.equals(given.get("weights")),
        Throttle.parse(given.get("throttle", ""), ranks),
        size(given.get("size")));
  }

  /// The weights as an array, equal if none were given or they are to be measured.
  double[] weights(int ranks) {
    double[] equal = new double[ranks];
    java.util.Arrays.fill(equal, 1);
    return weights.isEmpty() ? equal : weights.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static @Nullable Path optionalPath(String name, Arguments given) {
    String value = given.get(name);
    return value == null ? null : path(name, value);
  }

  private static Path path(String name, String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new BadInputException("--%s names no file: %s".formatted(name, e.getMessage()), e);
    }
  }

  /// An output file. [#checkTargets] checks it before the work, so that hours are not lost because
  /// of a wrong folder name.
  private static Path target(String name, String value, String suffix) {
    Path file = path(name, value);
    if (!value.toLowerCase(Locale.ROOT).endsWith(suffix)) {
      throw new BadInputException(
          "--%s writes a %s file, but its name is %s"
              .formatted(name, suffix.substring(1).toUpperCase(Locale.ROOT), value));
    }
    return file;
  }

  /// Checks that the output files can be written. Only rank 0 writes, so only rank 0 checks.
  void checkTargets() {
    if (report != null) {
      WavePage.check(report);
    }
    UserFiles.check(out, gif);
  }

  private static int steps(String value) {
    try {
      int steps = Integer.parseInt(value);
      if (steps >= 0) {
        return steps;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new BadInputException(
        "--steps %s is not a number of steps; give 0 or more".formatted(value));
  }

  private static double courant(String value) {
    double courant = number("courant", value);
    if (!(courant > 0) || courant > STABLE) {
      throw new BadInputException(
          "--courant %s is not stable; give a number above 0, at most 1/sqrt(2) = 0.7071"
              .formatted(value));
    }
    return courant;
  }

  private static List<Double> weights(@Nullable String value, int ranks) {
    List<Double> weights = new ArrayList<>();
    if (value == null || value.equals(MEASURED)) {
      return weights;
    }
    for (String weight : value.split(",", -1)) {
      weights.add(number("weights", weight.strip()));
      double last = weights.getLast();
      if (!(last > 0) || Double.isInfinite(last)) {
        throw new BadInputException(
            "--weights %s: \"%s\" is not a weight; give numbers above 0".formatted(value, weight));
      }
    }
    if (weights.size() != ranks) {
      throw new BadInputException(
          "--weights %s has %d numbers for %d ranks; give one for each"
              .formatted(value, weights.size(), ranks));
    }
    return weights;
  }

  private static @Nullable Size size(@Nullable String value) {
    if (value == null) {
      return null;
    }
    String[] parts = value.toLowerCase(Locale.ROOT).split("x", -1);
    try {
      if (parts.length == 2) {
        int width = Integer.parseInt(parts[0]);
        int height = Integer.parseInt(parts[1]);
        if (width > 0 && height > 0 && (long) width * height <= Integer.MAX_VALUE - 8) {
          return new Size(width, height);
        }
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new BadInputException("--size %s is not a size; write it as 1024x768".formatted(value));
  }

  private static double number(String name, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new BadInputException("--%s: \"%s\" is not a number".formatted(name, value), e);
    }
  }
}
