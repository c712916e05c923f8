// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import weft.mesh.Mesher;
import weft.mesh.files.MeshFormat;
import weft.options.Options;

/// The options of filling a surface, or a complex, with tets. What is 0 is not given.
///
/// @param input the file of the surface or complex; null if a mesh is refined
/// @param refine the file of the mesh that is refined, or null
/// @param background the file of a mesh with lengths of edges, or null
/// @param bound the largest circumradius over shortest edge
/// @param maxVolume the largest volume of a tet
/// @param edge the edge length wished for
/// @param grade the growth of edges with the distance from the boundary
/// @param floor the least distance between vertices
/// @param maxTets as many tets as there may be
/// @param seconds as long as the refinement may take
/// @param delaunay whether the angles are not improved
/// @param nested whether tets are divided without moving a vertex
/// @param order of the elements: 1 or 2
/// @param estimate whether to stop before the refinement
/// @param strict whether a bound that is missed makes the exit code 3
/// @param problems the file of the offending triangles, or null
/// @param json the file of the outcome, or null
/// @param reading what is done to the input
record FillOptions(
    @Nullable Path input,
    @Nullable Path refine,
    @Nullable Path background,
    double bound,
    double maxVolume,
    double edge,
    double grade,
    double floor,
    int maxTets,
    double seconds,
    boolean delaunay,
    boolean nested,
    int order,
    boolean estimate,
    boolean strict,
    @Nullable Path problems,
    @Nullable Path json,
    ReadingOptions reading) {
  private static final double LARGEST = 1e60;
  private static final int MOST_TETS = 500_000_000;

  private static final List<String> NAMES =
      List.of(
          "background",
          "quality",
          "max-volume",
          "edge-length",
          "grade",
          "floor",
          "max-tets",
          "time",
          "delaunay",
          "order",
          "estimate",
          "strict",
          "problems",
          "json");

  /// Reads these options; null if there is no input to fill.
  static @Nullable FillOptions read(Options given) {
    Path input = input(given);
    Path refine = refine(given);
    Path background =
        given.file(
            "background FILE",
            "a .vtu, .msh or .vtk whose points have values called size: lengths of edges");
    double bound = bound(given);
    double maxVolume = positive(given, "max-volume V", "the largest volume of a tet");
    double edge = positive(given, "edge-length L", "edges of about this length");
    double grade =
        positive(given, "grade G", "let edges grow by G times the distance from the boundary");
    double floor = positive(given, "floor D", "the least distance between vertices");
    Integer maxTets =
        given.optional(
            "max-tets N",
            text -> (int) Options.wholeOf("--max-tets", text, 1, MOST_TETS),
            "stop when there are so many; the mesh is valid then");
    double seconds = positive(given, "time S", "stop after so many seconds; likewise");
    boolean delaunay =
        given.has("delaunay", "leave the angles as they are: free faces stay locally Delaunay");
    boolean nested = nested(given);
    int order =
        given.one("order N", List.of("1", "2"), "tets of 4 or 10 nodes").equals("2") ? 2 : 1;
    boolean estimate =
        given.has("estimate", "say how many tets there will be, and what forces small ones; stop");
    boolean strict = given.has("strict", "exit with 3 if a bound or size is missed");
    Path problems =
        given.optional(
            "problems FILE", FillOptions::surface, "write the offending triangles, if there are");
    Path json = given.file("json FILE", ".json", "write the outcome, or the defects, as JSON");
    ReadingOptions reading = ReadingOptions.read(given);
    requireFile(given, input != null || refine != null);
    requireNoShapes(given, nested, refine != null);
    if (input == null && refine == null) {
      return null;
    }
    return new FillOptions(
        input,
        refine,
        background,
        bound,
        maxVolume,
        edge,
        grade,
        floor,
        maxTets == null ? 0 : maxTets,
        seconds,
        delaunay,
        nested,
        order,
        estimate,
        strict,
        problems,
        json,
        reading);
  }

  private static @Nullable Path input(Options given) {
    return given.file(
        "input FILE",
        "fill what a surface (.stl, .obj, .off, .ply) or a complex (TetGen's .poly,"
            + " .smesh) encloses, instead of points; also triangles of "
            + MeshFormat.endings(
                each -> each.isRead() && each.holdsTets() && each.holdsSurfaces()));
  }

  private static @Nullable Path refine(Options given) {
    return given.file(
        "refine FILE",
        "divide the tets of a "
            + MeshFormat.endings(each -> each.isRead() && each.holdsTets())
            + " further; values called size at its points are lengths of edges");
  }

  private static boolean nested(Options given) {
    return given.has(
        "nested",
        "with --refine: divide tets at the middles of their longest edges, and move no vertex;"
            + " without a size each becomes eight or more");
  }

  /// Refuses what has no meaning where edges are halved.
  private static void requireNoShapes(Options given, boolean nested, boolean refines) {
    given.require(!nested || refines, "--nested is for --refine alone; name a mesh with it");
    for (String name : List.of("quality", "grade", "floor", "delaunay", "estimate")) {
      given.require(
          !nested || !given.isGiven(name),
          "--" + name + " has no meaning with --nested; leave one of them out");
    }
  }

  private static double bound(Options given) {
    return given.real(
        "quality B",
        2,
        1.01,
        1000,
        "the largest circumradius over shortest edge; from 2 on it is met where no angle is"
            + " sharp");
  }

  private static void requireFile(Options given, boolean there) {
    for (String name : NAMES) {
      given.require(
          there || !given.isGiven(name),
          "--" + name + " is for --input and --refine alone; name a file with one of them");
    }
  }

  private static double positive(Options given, String spec, String help) {
    String option = "--" + spec.substring(0, spec.indexOf(' '));
    Double value =
        given.optional(
            spec, text -> Options.realOf(option, text, Double.MIN_NORMAL, LARGEST), help);
    return value == null ? 0 : value;
  }

  private static Path surface(String name) {
    Path file = Options.path("FILE", name, "");
    SurfaceOptions.format(file);
    return file;
  }

  /// The file that is filled or refined.
  Path file() {
    return input != null ? input : Objects.requireNonNull(refine);
  }

  /// Gives these options to a mesher.
  void setUp(Mesher mesher) {
    mesher.radiusEdge(bound).improves(!delaunay);
    if (nested) {
      mesher.nested();
    }
    if (maxVolume > 0) {
      mesher.maxVolume(maxVolume);
    }
    if (edge > 0) {
      mesher.edgeLength(edge);
    }
    if (grade > 0) {
      mesher.graded(grade);
    }
    if (floor > 0) {
      mesher.floor(floor);
    }
    if (maxTets > 0) {
      mesher.maxTets(maxTets);
    }
    if (seconds > 0) {
      mesher.maxTime(Duration.ofNanos((long) Math.min(seconds * 1e9, 0x1p62)));
    }
  }
}
