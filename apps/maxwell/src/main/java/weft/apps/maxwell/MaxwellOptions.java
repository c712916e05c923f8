// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.maxwell.Direction;
import weft.maxwell.ShortDipole;
import weft.maxwell.Wave;
import weft.options.Options;

/// The options of the command line.
///
/// @param input the file of the surface, or null for a shape
/// @param shape the shape, if there is no file
/// @param edge the length of the shape's edges in metres; 0 takes a part of the shortest wavelength
/// @param metres the length of the file's unit in metres; 0 if it is not given
/// @param frequencies in hertz
/// @param directions the planes and sides of the run
/// @param angles the directions of the run, in degrees
/// @param ports the ports, as the user gives them
/// @param current a short current beside the surface, or null
/// @param reference the reference impedance of S-parameters, in Ω
/// @param coarse whether edges over a fifth of a wavelength are allowed
/// @param electric whether closed parts get the equation of the electric field alone
/// @param files what is read and written besides
@SuppressWarnings("ArrayRecordComponent") // never compared
record MaxwellOptions(
    @Nullable Path input,
    BuiltInShape shape,
    double edge,
    double metres,
    double[] frequencies,
    Angles directions,
    double[] angles,
    List<String> ports,
    @Nullable ShortDipole current,
    double reference,
    boolean coarse,
    boolean electric,
    OutputFiles files) {
  private static final double MOST_HERTZ = 1e18;

  private static final String ABOUT =
      """
      maxwell [--input FILE | --almond | --sphere | --torus | --dipole] [options]

      Computes the currents on conducting surfaces, and what they scatter or radiate: radar cross
      sections of bodies that plane waves hit, impedance, S-parameters and gain of antennas with
      ports, and near fields. FILE is .stl, .obj, .off, .ply or .msh. Open and closed surfaces may
      be mixed. The matrix is dense: it takes 32 N^2 bytes for N edges, on all ranks together.
      Without a surface it takes NASA's almond at 3 GHz. Phases are for e^(+jwt).
      """;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if an argument is wrong
  static MaxwellOptions parse(List<String> args) {
    var given = new Options("maxwell", ABOUT, args);
    Path input =
        given.optional("input FILE", text -> Options.path("input FILE", text, ""), "the surface");
    BuiltInShape shape = shape(given, input != null);
    double metres =
        given.read(
            "units NAME",
            "",
            MaxwellOptions::metres,
            "the unit of the file: m, cm, mm, um, km, in or ft; without it the numbers are metres");
    double edge = edge(given, input != null);
    Range frequencies = frequencies(given, input != null);
    Angles directions = Angles.of(given, input == null && shape == BuiltInShape.TORUS);
    List<String> ports = ports(given);
    ShortDipole current = current(given);
    double reference =
        given.real("reference OHM", 50, 1e-3, 1e6, "reference impedance of S-parameters");
    boolean coarse = given.has("coarse", "allow edges over a fifth of the wavelength");
    boolean electric =
        given.has("electric", "the equation of the electric field alone, on closed bodies too");
    OutputFiles files = OutputFiles.of(given);
    given.exclude("monostatic", "bistatic", "ports", "current");
    boolean strip = input == null && shape == BuiltInShape.DIPOLE;
    boolean fed = strip && ports.isEmpty() && current == null && directions.values() == null;
    List<String> driven = fed ? List.of("0:0:0") : ports;
    boolean antenna = !driven.isEmpty();
    given.require(files.touchstone() == null || antenna, "--touchstone needs --ports");
    given.require(
        !antenna || files.fits(driven.size()),
        "--touchstone: the file of %d %s ends with .s%dp"
            .formatted(driven.size(), driven.size() == 1 ? "port" : "ports", driven.size()));
    given.require(
        input != null || !given.isGiven("units"), "--units is for --input; shapes are in metres");
    given.end();
    Range standard = antenna || current != null ? new Range(0, 360, 2) : new Range(0, 180, 2);
    return new MaxwellOptions(
        input,
        shape,
        edge,
        metres,
        (frequencies == null ? shape.frequencies() : frequencies).values(),
        directions,
        (directions.values() == null ? standard : directions.values()).values(),
        driven,
        current,
        reference,
        coarse,
        electric,
        files);
  }

  private static BuiltInShape shape(Options given, boolean input) {
    BuiltInShape found = BuiltInShape.ALMOND;
    int count = input ? 1 : 0;
    for (BuiltInShape each : BuiltInShape.values()) {
      if (given.has(each.option(), each.help())) {
        found = each;
        count++;
      }
    }
    given.require(count < 2, "maxwell computes one surface: give --input or one shape");
    return found;
  }

  private static double edge(Options given, boolean input) {
    Double edge =
        given.optional(
            "edge METRES",
            text -> Options.realOf("--edge", text, 1e-12, 1e12),
            "edges of a shape; 1/11 of the shortest wavelength otherwise");
    given.require(!input || edge == null, "--edge is for shapes; a file has its triangles");
    return edge == null ? 0 : edge;
  }

  private static @Nullable Range frequencies(Options given, boolean input) {
    Range frequencies =
        given.optional(
            "frequency HZ",
            text -> Range.parse("frequency", text, Double.MIN_NORMAL, MOST_HERTZ),
            "one frequency, or FROM:TO:STEP");
    given.require(
        !input || frequencies != null || given.isGiven("help"),
        "a surface of a file needs --frequency in hertz, as --frequency 3e9");
    return frequencies;
  }

  private static List<String> ports(Options given) {
    List<String> ports =
        given.list(
            "ports LIST",
            "",
            text -> text,
            "an antenna: FROM/TO where two named groups of the file meet, or X:Y:Z in metres for the"
                + " nearest edge; several with commas");
    return ports.size() == 1 && ports.getFirst().isEmpty() ? List.of() : ports;
  }

  private static @Nullable ShortDipole current(Options given) {
    return given.optional(
        "current X:Y:Z:MX:MY:MZ",
        text -> {
          double[] values = numbers("current", text, 6);
          return new ShortDipole(Arrays.copyOf(values, 3), Arrays.copyOfRange(values, 3, 6));
        },
        "a short current near the surface: its place in metres, and its moment in A m");
  }

  private static double metres(String unit) {
    return switch (unit) {
      case "" -> 0;
      case "m" -> 1;
      case "cm" -> 1e-2;
      case "mm" -> 1e-3;
      case "um" -> 1e-6;
      case "km" -> 1e3;
      case "in" -> 0.0254;
      case "ft" -> 0.3048;
      default ->
          throw new IllegalArgumentException(
              "--units is one of m, cm, mm, um, km, in, ft, not " + unit);
    };
  }

  /// Numbers between colons, which must be finite.
  ///
  /// @throws IllegalArgumentException with a sentence
  static double[] numbers(String option, String text, int count) {
    String[] parts = text.split(":", -1);
    double[] values = new double[parts.length];
    try {
      Arrays.setAll(values, i -> Double.parseDouble(parts[i].strip()));
    } catch (NumberFormatException e) {
      values = new double[0];
    }
    if (values.length != count || !Arrays.stream(values).allMatch(v -> Math.abs(v) < 1e100)) {
      throw new IllegalArgumentException(
          "--%s %s is not %d numbers with colons between".formatted(option, text, count));
    }
    return values;
  }

  /// Whether the waves come from one direction, and the angles are those of receivers.
  boolean bistatic() {
    return directions.bistatic();
  }

  /// The plane of the directions.
  Cut cut() {
    return directions.cut();
  }

  /// Where the wave of a bistatic run comes from.
  Direction from() {
    return directions.from();
  }

  /// Whether the surface is an antenna that ports or a current drive.
  boolean isAntenna() {
    return !ports.isEmpty() || current != null;
  }

  /// The shortest wavelength, in metres.
  double shortestWave() {
    return Wave.length(Arrays.stream(frequencies).max().orElseThrow());
  }

  /// The longest wavelength, in metres.
  double longestWave() {
    return Wave.length(Arrays.stream(frequencies).min().orElseThrow());
  }
}
