// SPDX-License-Identifier: Apache-2.0
package weft.apps.mesh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.apps.common.UserFiles;
import weft.mesh.files.MeshFormat;
import weft.options.Options;

/// The options of the command line.
///
/// @param points the file of the points; null for random ones
/// @param random the number of random points
/// @param seed of random points
/// @param hash whether to print the digest of the tets
/// @param out the file of the tets, or null
/// @param msh the version of a .msh file, and whether it is text
/// @param report the file of the page, or null
/// @param fill the options of filling a domain; null for points
record MeshOptions(
    @Nullable Path points,
    int random,
    long seed,
    boolean hash,
    @Nullable Path out,
    MeshFormat msh,
    @Nullable Path report,
    @Nullable FillOptions fill) {
  private static final String ABOUT =
      """
      mesh [--points FILE | --random N | --input FILE | --refine FILE] [options]

      Makes the Delaunay tetrahedra of points in space, with exact predicates: the same points have
      the same tetrahedra in every order. With --input it fills what a surface or a complex encloses
      with tetrahedra of guaranteed quality: the same file has the same mesh, each time. The exit
      code is 2 if the input is wrong, and with --strict 3 if a bound is missed. Ctrl-C writes what
      there is to --out. All ranks make the tetrahedra of points: the same ones on every number of
      ranks. Else one rank computes, and more than one do not make it faster.
      """;

  private static final int MOST_RANDOM = 50_000_000;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static MeshOptions parse(List<String> args) {
    var given = new Options("mesh", ABOUT, args);
    var options =
        new MeshOptions(
            given.file("points FILE", "a .xyz file (x y z on each line) or TetGen's .node file"),
            given.count("random N", 200_000, 1, MOST_RANDOM, "N random points of the unit cube"),
            given.whole("seed S", 42, "the seed of random points"),
            given.has("hash", "print a SHA-256 of the tetrahedra, whatever their order"),
            given.optional(
                "out FILE",
                MeshOptions::output,
                "write the tetrahedra: "
                    + MeshFormat.endings(MeshFormat::holdsTets)
                    + " (.node, .ele and .face are written together); or the faces: "
                    + MeshFormat.endings(each -> !each.holdsTets())),
            version(
                given.one(
                    "msh VERSION",
                    List.of("4.1", "2.2", "4.1-text", "2.2-text"),
                    "of a .msh file; the first two are binary")),
            given.file(
                "report FILE",
                "write a page about them, with a picture that can be turned and cut"),
            FillOptions.read(given));
    given.exclude("points", "random", "input", "refine");
    given.require(
        options.fill == null || !(given.isGiven("seed") || options.hash),
        "--seed and --hash are for points alone; leave them out");
    given.require(
        !given.isGiven("seed") || !given.isGiven("points"),
        "--seed is for --random alone; leave it out");
    given.require(
        !given.isGiven("msh") || (options.out != null && options.out.toString().endsWith(".msh")),
        "--msh is for files with .msh alone; name one with --out");
    given.require(
        options.fill == null
            || options.fill.order() == 1
            || options.out == null
            || !MeshFormat.of(options.out).holdsTets()
            || MeshFormat.of(options.out).holdsMiddles(),
        "--order 2 is for " + MeshFormat.endings(MeshFormat::holdsMiddles) + "; leave it out");
    given.end();
    return options;
  }

  private static Path output(String name) {
    Path file = Path.of(name);
    MeshFormat.of(file);
    return file;
  }

  private static MeshFormat version(String name) {
    return switch (name) {
      case "2.2" -> MeshFormat.MSH_2_2;
      case "4.1-text" -> MeshFormat.MSH_4_1_TEXT;
      case "2.2-text" -> MeshFormat.MSH_2_2_TEXT;
      default -> MeshFormat.MSH_4_1;
    };
  }

  /// The files of `--out`. TetGen's three are written together.
  List<Path> outputs() {
    Path file = out;
    if (file == null) {
      return List.of();
    }
    String name = file.toString();
    String stem = name.substring(0, name.lastIndexOf('.'));
    return switch (MeshFormat.of(file)) {
      case NODE, ELE, FACE ->
          List.of(Path.of(stem + ".node"), Path.of(stem + ".ele"), Path.of(stem + ".face"));
      default -> List.of(file);
    };
  }

  /// The format of one of these files.
  MeshFormat format(Path file) {
    MeshFormat format = MeshFormat.of(file);
    return format == MeshFormat.MSH_4_1 ? msh : format;
  }

  /// Checks, before the work, that all files can be written.
  ///
  /// @throws weft.apps.common.BadInputException if one cannot
  void checkTargets() {
    List<@Nullable Path> all = new ArrayList<>(outputs());
    all.add(report);
    all.add(fill == null ? null : fill.problems());
    all.add(fill == null ? null : fill.json());
    UserFiles.check(all.toArray(new @Nullable Path[0]));
  }
}
