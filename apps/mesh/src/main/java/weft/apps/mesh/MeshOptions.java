// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.Arguments;
import weft.apps.common.BadInputException;
import weft.apps.common.UserFiles;
import weft.mesh.TetFormat;

/// The options of the command line.
///
/// @param points the file of the points; null for random ones
/// @param random the number of random points
/// @param seed of random points
/// @param hash whether to print the digest of the tets
/// @param out the file of the tets, or null
/// @param msh22 whether a .msh file has version 2.2
/// @param report the file of the page, or null
record MeshOptions(
    @Nullable Path points,
    int random,
    long seed,
    boolean hash,
    @Nullable Path out,
    boolean msh22,
    @Nullable Path report) {
  static final String USAGE =
      """
      mesh --points FILE | --random N [options]

      Makes the Delaunay tetrahedra of points in space, with exact predicates. The same points have
      the same tetrahedra in every order. One rank computes; more than one do not make it faster.

        --points FILE   a .xyz file (x y z on each line) or TetGen's .node file
        --random N      N random points of the unit cube
        --seed S        the seed of random points (42)
        --hash          print a SHA-256 of the tetrahedra, which does not depend on their order
        --out FILE      write the tetrahedra: .vtu, .msh, or .node .ele .face, which are written together
        --msh VERSION   of a .msh file, 4.1 or 2.2 (4.1)
        --report FILE   write a page about them, with a picture that can be turned and cut
      """;

  private static final int MOST_RANDOM = 50_000_000;

  /// Parses a command line.
  ///
  /// @throws BadInputException if an argument is wrong
  static MeshOptions parse(List<String> args) {
    Arguments given =
        Arguments.parse(
            "mesh",
            List.of("points", "random", "seed", "out", "msh", "report"),
            List.of("hash"),
            args);
    if (given.has("points") == given.has("random")) {
      throw new BadInputException(
          "mesh needs its points: give either --points with a file or --random with a number");
    }
    if (given.has("seed") && given.has("points")) {
      throw new BadInputException("--seed is for --random alone; leave it out");
    }
    Path out = path(given.get("out"));
    if (given.has("msh") && (out == null || !out.toString().endsWith(".msh"))) {
      throw new BadInputException("--msh is for files with .msh alone; name one with --out");
    }
    if (out != null) {
      try {
        TetFormat.of(out);
      } catch (IllegalArgumentException e) {
        throw new BadInputException(String.valueOf(e.getMessage()), e);
      }
    }
    return new MeshOptions(
        path(given.get("points")),
        (int) given.number("random", 0, 0, MOST_RANDOM),
        given.number("seed", 42, Long.MIN_VALUE, Long.MAX_VALUE),
        given.has("hash"),
        out,
        isOld(given.get("msh", "4.1")),
        path(given.get("report")));
  }

  private static boolean isOld(String version) {
    return switch (version) {
      case "4.1" -> false;
      case "2.2" -> true;
      default ->
          throw new BadInputException("--msh %s is not known; use 4.1 or 2.2".formatted(version));
    };
  }

  private static @Nullable Path path(@Nullable String name) {
    try {
      return name == null ? null : Path.of(name);
    } catch (InvalidPathException e) {
      throw new BadInputException(name + " is no name of a file: " + e.getReason(), e);
    }
  }

  /// The files of `--out`. TetGen's three are written together.
  List<Path> outputs() {
    Path file = out;
    if (file == null) {
      return List.of();
    }
    String name = file.toString();
    String stem = name.substring(0, name.lastIndexOf('.'));
    return switch (TetFormat.of(file)) {
      case NODE, ELE, FACE ->
          List.of(Path.of(stem + ".node"), Path.of(stem + ".ele"), Path.of(stem + ".face"));
      default -> List.of(file);
    };
  }

  /// The format of one of these files.
  TetFormat format(Path file) {
    TetFormat format = TetFormat.of(file);
    return format == TetFormat.MSH_4_1 && msh22 ? TetFormat.MSH_2_2 : format;
  }

  /// Checks, before the work, that all files can be written.
  ///
  /// @throws BadInputException if one cannot
  void checkTargets() {
    List<@Nullable Path> all = new ArrayList<>(outputs());
    all.add(report);
    UserFiles.check(all.toArray(new @Nullable Path[0]));
  }
}
