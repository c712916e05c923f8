// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;
import weft.apps.common.UserFiles;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceFormat;
import weft.mesh.surface.SurfaceShapes;

/// The options of the command line.
///
/// @param file the file of the surface; null for a shape
/// @param shape the name of a shape, or null
/// @param fineness how fine the shape is
/// @param equalVolume whether a sphere encloses the volume of the round one
/// @param weld the tolerance by which points are joined; negative if they are not
/// @param repair the file of the repaired surface, or null
/// @param problems the file of the offending triangles, or null
/// @param out the file of the surface as it is, or null
/// @param report the file of the page, or null
record SurfaceOptions(
    @Nullable Path file,
    @Nullable String shape,
    Fineness fineness,
    boolean equalVolume,
    double weld,
    @Nullable Path repair,
    @Nullable Path problems,
    @Nullable Path out,
    @Nullable Path report) {
  static final String USAGE =
      """
      surface FILE | --shape NAME [options]

      Checks a surface of triangles, exactly, and names all its defects with their places. FILE is .stl,
      .obj, .off, .ply or .msh, as text or binary. Exit code: 0 if the surface is clean, 3 if it has
      defects, 2 if it cannot be read. One rank computes.

        --repair FILE     write a repaired surface: points joined, flat and repeated triangles removed,
                          triangles turned; holes and intersections stay
        --weld LENGTH     join points that are at most so far apart; said, and also for --repair
        --problems FILE   write the offending triangles alone
        --out FILE        write the surface as it was read; also .vtu
        --report FILE     write a page with the defects and a picture that can be turned and cut
        --shape NAME      instead of a file: sphere, torus or almond (NASA's)
        --triangles N     about so many triangles (1280); or
        --edge LENGTH     edges of about this length; the sphere has radius 1, the torus radii 1 and
                          0.4, the almond length 0.2524
        --equal-volume    a sphere with the volume of the round one
      """;

  private static final int USUAL_TRIANGLES = 1280;

  /// Parses a command line.
  ///
  /// @throws BadInputException if an argument is wrong
  static SurfaceOptions parse(List<String> args) {
    boolean named = !args.isEmpty() && !args.getFirst().startsWith("--");
    Arguments given =
        Arguments.parse(
            "surface",
            List.of("repair", "weld", "problems", "out", "report", "shape", "triangles", "edge"),
            List.of("equal-volume"),
            named ? args.subList(1, args.size()) : args);
    if (named == given.has("shape")) {
      throw new BadInputException(
          "surface needs one surface: give either a file, before all options, or --shape");
    }
    if (given.has("triangles") && given.has("edge")) {
      throw new BadInputException("give either --triangles or --edge, not both");
    }
    if (named && (given.has("triangles") || given.has("edge") || given.has("equal-volume"))) {
      throw new BadInputException("--triangles, --edge and --equal-volume are for --shape alone");
    }
    if (given.has("equal-volume") && !"sphere".equals(given.get("shape"))) {
      throw new BadInputException("--equal-volume is for --shape sphere alone");
    }
    int triangles = (int) given.number("triangles", USUAL_TRIANGLES, 1, 100_000_000);
    return new SurfaceOptions(
        named ? path(args.getFirst()) : null,
        given.get("shape"),
        given.has("edge")
            ? Fineness.edge(length(given.needed("edge", "a length"), "edge", false))
            : Fineness.triangles(triangles),
        given.has("equal-volume"),
        given.has("weld") ? length(given.needed("weld", "a length"), "weld", true) : -1,
        output(given, "repair"),
        output(given, "problems"),
        output(given, "out"),
        given.has("report") ? path(given.needed("report", "a file")) : null);
  }

  private static double length(String text, String option, boolean zero) {
    try {
      double length = Double.parseDouble(text);
      if (length < Double.POSITIVE_INFINITY && (length > 0 || (zero && length == 0))) {
        return length;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw new BadInputException("--" + option + " " + text + " is not a length; give a number");
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new BadInputException(name + " is no name of a file: " + e.getReason(), e);
    }
  }

  private static @Nullable Path output(Arguments given, String name) {
    if (!given.has(name)) {
      return null;
    }
    Path file = path(given.needed(name, "a file"));
    format(file);
    return file;
  }

  /// The format of a file, by its ending.
  ///
  /// @throws BadInputException if it is none
  static SurfaceFormat format(Path file) {
    try {
      return SurfaceFormat.of(file);
    } catch (IOException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Checks, before the work, that all files can be written.
  ///
  /// @throws BadInputException if one cannot
  void checkTargets() {
    UserFiles.check(repair, problems, out, report);
  }

  /// Makes the shape.
  ///
  /// @throws BadInputException if there is no such shape, or it would be too large
  Surface made() {
    try {
      return switch (String.valueOf(shape)) {
        case "sphere" ->
            equalVolume
                ? SurfaceShapes.icosphereOfEqualVolume(1, fineness)
                : SurfaceShapes.icosphere(1, fineness);
        case "torus" -> SurfaceShapes.torus(1, 0.4, fineness);
        case "almond" -> SurfaceShapes.almond(0.2524, fineness);
        default ->
            throw new BadInputException(
                "there is no shape " + shape + "; the shapes are sphere, torus and almond");
      };
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }
}
