// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
/// @param unit the unit of the file and of all places, or null if it is not given: metres
/// @param frequencies in hertz
/// @param directions the planes and sides of the run
/// @param angles the directions of the run, in degrees
/// @param ports the ports, as the user gives them
/// @param current a short current beside the surface, or null
/// @param reference the reference impedance of S-parameters, in Ω
/// @param coarse whether edges over a fifth of a wavelength are allowed
/// @param electric whether closed parts get the equation of the electric field alone
/// @param solving how the equations are solved
/// @param files what is read and written besides
@SuppressWarnings("ArrayRecordComponent") // never compared
record MaxwellOptions(
    @Nullable Path input,
    BuiltInShape shape,
    double edge,
    @Nullable LengthUnit unit,
    double[] frequencies,
    Angles directions,
    double[] angles,
    List<String> ports,
    @Nullable ShortDipole current,
    double reference,
    boolean coarse,
    boolean electric,
    Solving solving,
    OutputFiles files) {
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  private static final String ABOUT =
      """
      maxwell [--input FILE | --almond | --sphere | --torus | --dipole] [options]

      Computes the currents on conducting surfaces, and what they scatter or radiate: radar cross
      sections of bodies that plane waves hit, impedance, S-parameters and gain of antennas with
      ports, and near fields. FILE is .stl, .obj, .off, .ply or .msh. Open and closed surfaces may
      be mixed. The matrix of a small surface is dense: it takes 32 N^2 bytes for N edges, on all
      ranks together. Large ones are solved in steps, by a fast multipole method.
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
    LengthUnit unit =
        given.optional(
            "units NAME",
            LengthUnit::of,
            "the unit of the file and of all places: m, cm, mm, um, km, in or ft; without it the"
                + " numbers are metres");
    double edge = edge(given, input != null);
    double @Nullable [] frequencies = frequencies(given, input != null);
    Angles directions = Angles.of(given, input == null && shape == BuiltInShape.TORUS);
    List<String> ports = ports(given);
    ShortDipole current = current(given, unit == null ? 1 : unit.metres());
    double reference =
        given.real("reference OHM", 50, 1e-3, 1e6, "reference impedance of S-parameters");
    boolean coarse = given.has("coarse", "allow edges over a fifth of the wavelength");
    boolean electric =
        given.has("electric", "the equation of the electric field alone, on closed bodies too");
    Solving solving = Solving.of(given);
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
        unit,
        frequencies == null ? shape.frequencies().values() : frequencies,
        directions,
        (directions.values() == null ? standard : directions.values()).values(),
        driven,
        current,
        reference,
        coarse,
        electric,
        solving,
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

  private static double @Nullable [] frequencies(Options given, boolean input) {
    double[] frequencies =
        given.optional(
            "frequency LIST",
            Frequencies::parse,
            "frequencies in hertz or with a unit, as 100MHz; several with commas, or"
                + " FROM:TO:STEP");
    given.require(
        !input || frequencies != null || given.isGiven("help"),
        "a surface of a file needs --frequency in hertz, as --frequency 3e9 or 3GHz");
    return frequencies;
  }

  private static List<String> ports(Options given) {
    List<String> ports =
        given.list(
            "ports LIST",
            "",
            text -> text,
            "an antenna: FROM/TO where named groups of the file meet, each one group or several as"
                + " A+B; or X:Y:Z, the middle of an edge in the file's unit; several with commas");
    boolean givenEmpty = given.isGiven("ports") && ports.stream().anyMatch(String::isEmpty);
    given.require(
        !givenEmpty || given.isGiven("help"),
        "--ports has a port without a name; give FROM/TO or X:Y:Z, and commas between several");
    return ports.size() == 1 && ports.getFirst().isEmpty() ? List.of() : ports;
  }

  private static @Nullable ShortDipole current(Options given, double metres) {
    return given.optional(
        "current X:Y:Z:MX:MY:MZ",
        text -> {
          double[] values = numbers("current", text, 6);
          double[] place = Arrays.stream(values).limit(3).map(each -> each * metres).toArray();
          return new ShortDipole(place, Arrays.copyOfRange(values, 3, 6));
        },
        "a short current near the surface: its place in the file's unit, and its moment in A m");
  }

  /// A decimal number.
  ///
  /// @throws NumberFormatException if it is none, or one that only Java would write
  static double number(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(text);
  }

  /// Numbers between colons, which must be finite.
  ///
  /// @throws IllegalArgumentException with a sentence
  static double[] numbers(String option, String text, int count) {
    String[] parts = text.split(":", -1);
    double[] values = new double[parts.length];
    try {
      Arrays.setAll(values, i -> number(parts[i].strip()));
    } catch (NumberFormatException e) {
      values = new double[0];
    }
    if (values.length != count || !Arrays.stream(values).allMatch(v -> Math.abs(v) < 1e100)) {
      throw new IllegalArgumentException(
          "--%s %s is not %d numbers with colons between".formatted(option, text, count));
    }
    return values;
  }

  /// The length of the unit of places, in metres.
  double metres() {
    return unit == null ? 1 : unit.metres();
  }

  /// The name of the unit of places.
  String unitName() {
    return unit == null ? "m" : unit.toString();
  }

  /// A place in metres, of one in the unit.
  double[] inMetres(double[] place) {
    return Arrays.stream(place).map(each -> each * metres()).toArray();
  }

  /// A place in the unit, of one in metres, as `--ports` takes it, with the unit's name.
  String shown(double[] place) {
    return Arrays.stream(place)
            .mapToObj(each ->
                new BigDecimal(Math.abs(each) < 1e-15 ? 0 : each / metres())
                    .round(new MathContext(4))
                    .stripTrailingZeros()
                    .toPlainString())
            .collect(Collectors.joining(":"))
        + " "
        + unitName();
  }

  /// What a user may have overlooked who gave a wrong place.
  String unitHint() {
    if (unit != null) {
      return ". Places are in " + unit + ", as --units says";
    }
    return input == null
        ? ". Places are in metres"
        : ". Without --units, the file and places are in metres";
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
