// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.options.Options;
import weft.overlap.Policy;
import weft.overlap.Tuner;

/// The options of the command line.
///
/// @param mesh a file with a surface, or null
/// @param shape a built-in surface
/// @param edges the approximate number of its edges
/// @param perWave median edges in a wavelength
/// @param synthetic one of the paper's sizes without a mesh, or null
/// @param iterations the number of steps for each tuner
/// @param tuners the names of the tuners, which take turns
/// @param pollNanos the least time of a poll
/// @param laterPollNanos the same in the second half of the steps; -1 for no change
/// @param waitNanos the time that a local transfer waits instead of computing; 0 to compute
/// @param stressed whether there is other traffic from time to time
/// @param slower the factor by which local work is slowed down
/// @param drains whether the loop receives and sends as much as it can at once
/// @param together whether all ranks tune together
/// @param buffer bytes of a buffer
/// @param buffers buffers for each target
/// @param report a file for the report page, or null
/// @param state a file for the last tuner's state, or null
record TransferOptions(
    @Nullable Path mesh,
    String shape,
    long edges,
    double perWave,
    @Nullable Paper synthetic,
    int iterations,
    List<String> tuners,
    long pollNanos,
    long laterPollNanos,
    long waitNanos,
    boolean stressed,
    double slower,
    boolean drains,
    boolean together,
    int buffer,
    int buffers,
    @Nullable Path report,
    @Nullable Path state) {

  /// The prefix of tuners for the loop without overlap.
  private static final String ROUNDS = "rounds:";

  private static final String ABOUT =
      """
      transfer [options]

      The transfer step of a multipole method for Maxwell's equations (EasyMSG, section 5). Each
      rank sends vectors to the ranks that need them, and adds up its own transfers meanwhile. The
      sums are checked against those of a computation without messages.
      """;

  /// Whether the cost of a poll changes at step `iteration` of each tuner.
  boolean isShift(int iteration) {
    return laterPollNanos >= 0 && iteration == iterations / 2;
  }

  /// The sizes of the paper's section 5, for each process.
  enum Paper {
    SMALL(700, 4_000_000, 8_600),
    MEDIUM(1300, 14_000_000, 50_000),
    LARGE(2000, 31_000_000, 240_000);

    final int vectors;
    final long bytes;

    /// The paper does not give this number. The values are those of a real surface of that size.
    final int local;

    Paper(int vectors, long bytes, int local) {
      this.vectors = vectors;
      this.bytes = bytes;
      this.local = local;
    }
  }

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static TransferOptions parse(List<String> args, int frameBytes) {
    var given = new Options("transfer", ABOUT, args);
    String load =
        given.one(
            "load KIND",
            List.of("quiet", "stressed", "slow"),
            "quiet; stressed: other traffic from time to time; slow: local work takes 1.58 times as"
                + " long");
    var options =
        new TransferOptions(
            given.file("mesh FILE", "a surface: .stl, .obj, .off, .ply or .msh"),
            given.one("shape NAME", List.of("sphere", "torus", "almond"), "a built-in surface"),
            given.whole("edges N", 20_000, 100, 100_000_000, "approximate number of its edges"),
            given.read(
                "per-wave X", "8", text -> real("per-wave", text), "median edges in a wavelength"),
            given.optional(
                "synthetic SIZE",
                TransferOptions::paper,
                "small, medium or large: as many vectors and bytes as in the paper"),
            given.count("iterations N", 140, 1, 1_000_000, "steps of each tuner"),
            given.list(
                "tuner A,B,…",
                "fixed:1,exponential,log-quadratic",
                TransferOptions::named,
                "fixed:P, exponential, fast-adaptive, log-quadratic, buffers, which is"
                    + " log-quadratic and tunes buffers too, or rounds:N, which waits for the"
                    + " messages of each round after N computations (the paper's Algorithm 1.1);"
                    + " several take turns, step by step, in one run"),
            given.read(
                "poll-cost TIME",
                "0us",
                text -> nanos("poll-cost", text),
                "makes each poll take at least this long, as in 60us"),
            Objects.requireNonNullElse(
                given.optional(
                    "later-poll-cost TIME",
                    text -> nanos("later-poll-cost", text),
                    "the same in the second half of the steps"),
                -1L),
            given.read(
                "local-wait TIME",
                "0us",
                text -> nanos("local-wait", text),
                "a local transfer waits this long instead of computing"),
            load.equals("stressed"),
            load.equals("slow") ? 1.58 : 1,
            !given.has("one-by-one", "receives and sends one message at a time"),
            given.has("together", "all ranks tune together, by the slowest one's time"),
            given.count(
                "buffer BYTES",
                Math.min(16384, frameBytes & -8),
                1024,
                frameBytes,
                "bytes of a buffer"),
            given.count("buffers N", 1, 1, 64, "buffers for each target"),
            given.file("report FILE", "writes a page of charts"),
            given.file(
                "state FILE",
                "loads the state of the last tuner from an earlier run, and saves it"));
    given.exclude("mesh", "shape", "synthetic");
    given.end();
    return options;
  }

  private static String named(String tuner) {
    tuner(tuner);
    return tuner;
  }

  private static Paper paper(String size) {
    for (Paper paper : Paper.values()) {
      if (paper.name().toLowerCase(Locale.ROOT).equals(size)) {
        return paper;
      }
    }
    throw new IllegalArgumentException(
        "--synthetic " + size + " is not known; give small, medium or large");
  }

  private static double real(String name, String text) {
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value < 1e6) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new IllegalArgumentException(
        "--" + name + " " + text + " is not possible; give a number above 0");
  }

  /// Parses a time with its unit.
  private static long nanos(String name, String text) {
    var units = new ArrayList<>(List.of("ns", "us", "ms", "s"));
    for (int i = 0; i < units.size(); i++) {
      if (text.endsWith(units.get(i))) {
        String number = text.substring(0, text.length() - units.get(i).length());
        try {
          double value = Double.parseDouble(number) * Math.pow(1000, i);
          if (value >= 0 && value <= 1e10) {
            return (long) value;
          }
        } catch (NumberFormatException e) {
          break;
        }
      }
    }
    throw new IllegalArgumentException(
        "--" + name + " " + text + " is not possible; give a time with its unit, as in 60us");
  }

  /// The tuner with this name.
  ///
  /// @throws IllegalArgumentException with a sentence if there is none
  static Tuner tuner(String name) {
    try {
      return switch (name) {
        case "exponential" -> Tuner.exponential();
        case "fast-adaptive" -> Tuner.fastAdaptive();
        case "log-quadratic" -> Tuner.logQuadratic();
        case "buffers" -> Tuner.withBuffers(Tuner.logQuadratic(), 16384, 2048, 1 << 16);
        default -> {
          if (!name.startsWith("fixed:") && !name.startsWith(ROUNDS)) {
            throw new IllegalArgumentException("unknown");
          }
          yield Tuner.fixed(Double.parseDouble(name.substring(name.indexOf(':') + 1)));
        }
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--tuner "
              + name
              + " is not known; give fixed:P or rounds:P with a number P from 0 up, exponential,"
              + " fast-adaptive, log-quadratic or buffers");
    }
  }

  /// The policy of the loop with the tuner of this name.
  static Policy policy(String name) {
    return name.startsWith(ROUNDS) ? Policy.IN_ROUNDS : Policy.WHEN_IDLE;
  }
}
