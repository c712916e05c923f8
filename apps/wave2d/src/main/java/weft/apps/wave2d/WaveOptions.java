// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.apps.common.ResultsPage;
import weft.apps.common.Throttle;
import weft.apps.common.UserFiles;
import weft.options.Options;

/// The options of the command line.
///
/// @param input the picture to begin with; null for the built-in one
/// @param weights a weight for each rank; empty for equal ones, and for measured ones
/// @param division how the picture is divided
/// @param throttle how many times each rank computes
/// @param size the size to which to scale the pictures; null for their own size
record WaveOptions(
    @Nullable Path input,
    @Nullable Path speed,
    int steps,
    double courant,
    Path out,
    @Nullable Path gif,
    @Nullable Path report,
    List<Double> weights,
    Division division,
    Throttle throttle,
    @Nullable Size size) {
  private static final String ABOUT =
      """
      wave2d [--input PICTURE --steps N --out WAVE.png] [options]

      Solves the two-dimensional wave equation, with the picture as the displacement at the
      beginning: black is flat, white is 1. The edges of the picture are fixed and reflect. Without
      a picture, the word "weft" meets a wall with two slits, and a lens.
      """;

  /// Above this, the explicit scheme is unstable in two dimensions: 1 / sqrt(2).
  static final double STABLE = Math.sqrt(0.5);

  private static final String MEASURED = "measured";

  /// After so many steps the waves of the built-in picture are behind the slits.
  private static final String STEPS = "240";

  /// How the picture is divided among the ranks.
  enum Division {
    /// By the weights, so that halos are short.
    WEIGHTS,
    /// The same, by speeds that are measured.
    MEASURED,
    /// By measured times of parts, and by the predicted time of a step.
    AUTO
  }

  /// The numbers of cells in both directions.
  record Size(int width, int height) {}

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static WaveOptions parse(List<String> args, int ranks) {
    var given = new Options("wave2d", ABOUT, args);
    var options =
        new WaveOptions(
            given.file(
                "input PICTURE",
                "the picture to begin with (PNG, JPEG, GIF, BMP, TIFF; any size): black is flat;"
                    + " a built-in one unless given"),
            given.file(
                "speed MAP", "the wave speed of each cell: black is a wall, white full speed"),
            given.read("steps N", STEPS, WaveOptions::steps, "the number of time steps"),
            given.read(
                "courant C",
                "0.7",
                WaveOptions::courant,
                "time step times full speed by cell width, at most 0.7071"),
            given.read(
                "out WAVE.png",
                "wave2d.png",
                text -> Options.path("out", text, ".png"),
                "the picture to write, of the displacement at the end"),
            given.file(
                "gif WAVE.gif", ".gif", "the steps, as an animation of about a hundred frames"),
            given.file(
                "report OUT.html", "a page with the time of each rank in parts of the steps"),
            given.read(
                "weights W0,W1,…",
                "",
                text -> weights(text, ranks),
                "the share of the picture of each rank, one number per rank (equal); measured: as"
                    + " fast as each computes, measured before the first step"),
            division(given),
            given.read(
                "throttle T0,T1,…",
                "",
                text -> Throttle.parse(text, ranks),
                "how many times each rank computes, to make some slow (1 each)"),
            given.optional(
                "size WxH", WaveOptions::size, "scale the pictures to this number of cells first"));
    given.exclude("weights", "partition");
    given.require(
        options.input != null || options.speed == null,
        "--speed is for the picture of --input; the built-in picture has its own");
    given.end();
    return options;
  }

  private static Division division(Options given) {
    String way =
        given.one(
            "partition WAY",
            List.of("weights", "auto"),
            "weights, as above; or auto: each rank gets what takes it as long as the others, as"
                + " measured for small parts and large ones, in the arrangement of the least"
                + " predicted time");
    boolean isMeasured = MEASURED.equals(given.given("weights"));
    return way.equals("auto") ? Division.AUTO : isMeasured ? Division.MEASURED : Division.WEIGHTS;
  }

  /// The weights as an array, equal if none were given or they are to be measured.
  double[] weights(int ranks) {
    double[] equal = new double[ranks];
    Arrays.fill(equal, 1);
    return weights.isEmpty() ? equal : weights.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// Checks that the output files can be written. Only rank 0 writes, so only rank 0 checks.
  void checkTargets() {
    if (report != null) {
      ResultsPage.check(report);
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
    throw new IllegalArgumentException(
        "--steps %s is not a number of steps; give 0 or more".formatted(value));
  }

  private static double courant(String value) {
    double courant = number("courant", value);
    if (!(courant > 0) || courant > STABLE) {
      throw new IllegalArgumentException(
          "--courant %s is not stable; give a number above 0, at most 1/sqrt(2) = 0.7071"
              .formatted(value));
    }
    return courant;
  }

  private static List<Double> weights(String value, int ranks) {
    List<Double> weights = new ArrayList<>();
    if (value.isEmpty() || value.equals(MEASURED)) {
      return weights;
    }
    for (String weight : value.split(",", -1)) {
      weights.add(number("weights", weight.strip()));
      double last = weights.getLast();
      if (!(last > 0) || Double.isInfinite(last)) {
        throw new IllegalArgumentException(
            "--weights %s: \"%s\" is not a weight; give numbers above 0".formatted(value, weight));
      }
    }
    if (weights.size() != ranks) {
      throw new IllegalArgumentException(
          "--weights %s has %d numbers for %d ranks; give one for each"
              .formatted(value, weights.size(), ranks));
    }
    return weights;
  }

  private static Size size(String value) {
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
    throw new IllegalArgumentException(
        "--size %s is not a size; write it as 1024x768".formatted(value));
  }

  private static double number(String name, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--%s: \"%s\" is not a number".formatted(name, value), e);
    }
  }
}
