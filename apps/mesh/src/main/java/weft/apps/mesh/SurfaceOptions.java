// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.BadInputException;
import weft.apps.common.UserFiles;
import weft.mesh.files.MeshFormat;
import weft.mesh.surface.Fineness;
import weft.mesh.surface.Surface;
import weft.mesh.surface.SurfaceShapes;
import weft.options.Options;

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
  private static final double LONGEST = 1e20;

  private static final String ABOUT =
      """
      surface [FILE | --shape NAME] [options]

      Checks a surface of triangles, exactly, and names all its defects with their places. FILE is
      .stl, .obj, .off, .ply, .msh, .vtu, .vtk, .mesh or .inp. The exit code is 0 if the surface is clean,
      3 if it has defects, and 2 if it cannot be read. One rank computes. Without a surface it takes
      NASA's almond.
      """;

  private static final int TRIANGLES = 1280;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if an argument is wrong
  static SurfaceOptions parse(List<String> args) {
    boolean named = !args.isEmpty() && !args.getFirst().startsWith("-");
    var given = new Options("surface", ABOUT, named ? args.subList(1, args.size()) : args);
    Path repair =
        given.optional(
            "repair FILE",
            SurfaceOptions::output,
            "write a repaired surface: points joined, flat and repeated triangles removed,"
                + " triangles turned; holes and intersections stay");
    Double weld =
        given.optional(
            "weld LENGTH",
            text -> Options.realOf("--weld", text, 0, LONGEST),
            "join points that are at most so far apart; said, and also for --repair");
    Path problems =
        given.optional(
            "problems FILE", SurfaceOptions::output, "write the offending triangles alone");
    Path out =
        given.optional("out FILE", SurfaceOptions::output, "write the surface as it was read");
    Path report =
        given.file(
            "report FILE",
            "write a page with the defects and a picture that can be turned and cut");
    String shape = shape(given, named);
    int triangles =
        given.count("triangles N", TRIANGLES, 1, 100_000_000, "about so many triangles of a shape");
    Double edge =
        given.optional(
            "edge LENGTH",
            text -> Options.realOf("--edge", text, Double.MIN_NORMAL, LONGEST),
            "edges of about this length, instead; the sphere has radius 1, the torus radii 1 and"
                + " 0.4, the almond length 0.2524");
    boolean equalVolume = given.has("equal-volume", "a sphere with the volume of the round one");
    given.require(
        !named || shape == null,
        "surface checks one surface: give either a file, before all options, or --shape");
    given.exclude("triangles", "edge");
    given.require(
        !named || !(given.isGiven("triangles") || given.isGiven("edge") || equalVolume),
        "--triangles, --edge and --equal-volume are for --shape alone");
    given.require(
        !equalVolume || "sphere".equals(shape), "--equal-volume is for --shape sphere alone");
    given.end();
    return new SurfaceOptions(
        named ? Options.path("FILE", args.getFirst(), "") : null,
        shape,
        edge != null ? Fineness.edge(edge) : Fineness.triangles(triangles),
        equalVolume,
        weld != null ? weld : -1,
        repair,
        problems,
        out,
        report);
  }

  private static @Nullable String shape(Options given, boolean named) {
    String shape =
        given.text(
            "shape NAME",
            "instead of a file: sphere, torus or almond (NASA's), which is the default");
    return named || shape != null ? shape : "almond";
  }

  private static Path output(String name) {
    Path file = Options.path("FILE", name, "");
    format(file);
    return file;
  }

  /// The format in which a file is written, by its ending.
  ///
  /// @throws IllegalArgumentException if it is none
  static MeshFormat format(Path file) {
    return MeshFormat.of(file, MeshFormat::holdsSurfaces, "a surface");
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
