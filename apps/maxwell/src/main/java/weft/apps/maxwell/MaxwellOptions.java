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
/// @param edge the length of the shape's edges in metres; 0 takes a tenth of the shortest
///   wavelength
/// @param metres the length of the file's unit in metres; 0 if it is not given
/// @param frequencies in hertz
/// @param bistatic whether the waves come from one direction, and the angles are those of receivers
/// @param angles the directions of the run
/// @param cut the plane of the directions
/// @param from where the wave of a bistatic run comes from
/// @param ports the ports, as the user gives them
/// @param current a short current beside the surface, or null
/// @param reference the reference impedance of S-parameters, in Ω
/// @param coarse whether edges over a fifth of a wavelength are allowed
/// @param electric whether closed parts get the equation of the electric field alone
/// @param out the file of results, or null
/// @param touchstone the file of S-parameters, or null
/// @param near the file of points, or null
/// @param nearOut the file of near fields, or null
/// @param currents the file of the currents, or null
/// @param report the file of the page, or null
@SuppressWarnings("ArrayRecordComponent") // never compared
record MaxwellOptions(
    @Nullable Path input,
    Shape shape,
    double edge,
    double metres,
    double[] frequencies,
    boolean bistatic,
    double[] angles,
    Cut cut,
    Direction from,
    List<String> ports,
    @Nullable ShortDipole current,
    double reference,
    boolean coarse,
    boolean electric,
    @Nullable Path out,
    @Nullable Path touchstone,
    @Nullable Path near,
    @Nullable Path nearOut,
    @Nullable Path currents,
    @Nullable Path report) {
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
    Shape shape = shape(given, input != null);
    double metres =
        given.read(
            "units NAME",
            "",
            MaxwellOptions::metres,
            "the unit of the file: m, cm, mm, um, km, in or ft; without it the numbers are metres");
    Double edge =
        given.optional(
            "edge METRES",
            text -> Options.realOf("--edge", text, 1e-12, 1e12),
            "edges of a shape; a tenth of the shortest wavelength otherwise");
    Range frequencies =
        given.optional(
            "frequency HZ",
            text -> Range.parse("frequency", text, Double.MIN_NORMAL, MOST_HERTZ),
            "one frequency, or FROM:TO:STEP");
    given.require(
        input == null || frequencies != null || given.isGiven("help"),
        "a surface of a file needs --frequency in hertz, as --frequency 3e9");
    Range monostatic =
        given.optional(
            "monostatic ANGLES",
            text -> Range.parse("monostatic", text, -360, 360),
            "sender and receiver at the same angles, FROM:TO:STEP in degrees; the default, 0:180:2");
    Range bistatic =
        given.optional(
            "bistatic ANGLES",
            text -> Range.parse("bistatic", text, -360, 360),
            "receivers at these angles, and the wave from --from");
    Cut named =
        given.one(
            "cut PLANE",
            "azimuth: the angles are phi in the xy plane; elevation: they are theta in the xz plane,"
                + " the default of the torus, which looks alike in the other one",
            Cut.AZIMUTH,
            Cut.ELEVATION);
    boolean turned = input == null && shape == Shape.TORUS && !given.isGiven("cut");
    Cut cut = turned ? Cut.ELEVATION : named;
    Direction from =
        given.read(
            "from THETA:PHI",
            "90:0",
            MaxwellOptions::direction,
            "where a bistatic wave comes from");
    List<String> ports =
        given.list(
            "ports LIST",
            "",
            text -> text,
            "an antenna: FROM/TO where two named groups of the file meet, or X:Y:Z in metres for the"
                + " nearest edge; several with commas");
    ShortDipole current =
        given.optional(
            "current X:Y:Z:MX:MY:MZ",
            MaxwellOptions::current,
            "a short current near the surface: its place in metres, and its moment in A m");
    double reference =
        given.real("reference OHM", 50, 1e-3, 1e6, "reference impedance of S-parameters");
    boolean coarse = given.has("coarse", "allow edges over a fifth of the wavelength");
    boolean electric =
        given.has("electric", "the equation of the electric field alone, on closed bodies too");
    Path out = given.file("out FILE", ".csv", "write all results as .csv");
    Path touchstone =
        given.optional(
            "touchstone FILE",
            MaxwellOptions::touchstone,
            "write the S-parameters: .s1p for one port, .s2p for two ...");
    Path near =
        given.optional(
            "near POINTS",
            text -> Options.path("near POINTS", text, ".csv"),
            "near fields at the points of a .csv: x,y,z in metres on each line");
    Path nearOut = given.file("near-out FILE", ".csv", "where near fields go");
    Path currents = given.file("currents FILE", ".vtu", "write the surface with its currents");
    Path report = given.file("report FILE", "write a page: curves, currents on the body, checks");
    boolean antenna = !(ports.size() == 1 && ports.getFirst().isEmpty());
    given.exclude("monostatic", "bistatic", "ports", "current");
    given.require(
        (near == null) == (nearOut == null) || given.isGiven("help"),
        "--near and --near-out belong together: give both");
    given.require(
        touchstone == null || antenna || shape == Shape.DIPOLE && input == null,
        "--touchstone needs --ports");
    given.require(
        bistatic != null || !given.isGiven("from"), "--from belongs to --bistatic; give both");
    given.require(
        input != null || !given.isGiven("units"), "--units is for --input; shapes are in metres");
    given.require(input == null || edge == null, "--edge is for shapes; a file has its triangles");
    given.end();
    boolean pattern = antenna || current != null || (input == null && shape == Shape.DIPOLE);
    Range angles =
        monostatic != null
            ? monostatic
            : bistatic != null ? bistatic : pattern ? new Range(0, 360, 2) : new Range(0, 180, 2);
    List<String> fed =
        antenna
            ? ports
            : input == null && shape == Shape.DIPOLE && !scatters(monostatic, bistatic, current)
                ? List.of("0:0:0")
                : List.of();
    return new MaxwellOptions(
        input,
        shape,
        edge == null ? 0 : edge,
        metres,
        (frequencies == null ? shape.frequencies() : frequencies).values(),
        bistatic != null,
        angles.values(),
        cut,
        from,
        fed,
        current,
        reference,
        coarse,
        electric,
        out,
        touchstone,
        near,
        nearOut,
        currents,
        report);
  }

  private static boolean scatters(
      @Nullable Range monostatic, @Nullable Range bistatic, @Nullable ShortDipole current) {
    return monostatic != null || bistatic != null || current != null;
  }

  private static Shape shape(Options given, boolean input) {
    Shape found = Shape.ALMOND;
    int count = input ? 1 : 0;
    for (Shape each : Shape.values()) {
      if (given.has(each.option(), each.help())) {
        found = each;
        count++;
      }
    }
    given.require(count < 2, "maxwell computes one surface: give --input or one shape");
    return found;
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

  private static Direction direction(String text) {
    double[] angles = numbers("from", text, 2);
    return new Direction(angles[0], angles[1]);
  }

  private static ShortDipole current(String text) {
    double[] values = numbers("current", text, 6);
    return new ShortDipole(Arrays.copyOf(values, 3), Arrays.copyOfRange(values, 3, 6));
  }

  private static Path touchstone(String text) {
    if (!text.matches(".*\\.s\\d+p")) {
      throw new IllegalArgumentException(
          "--touchstone " + text + " does not end with .s1p, .s2p, … for the number of ports");
    }
    return Path.of(text);
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
