// SPDX-License-Identifier: Apache-2.0
package weft.bench.mesh;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.bench.harness.CommonOptions;
import weft.options.Options;

/// The options of `weft bench mesh`.
///
/// @param points the numbers of points
/// @param volume the largest one of the tets that fill a cube
/// @param rounds runs of each program
/// @param seed the order of the runs
/// @param peers whether TetGen, Qhull, CGAL and Gmsh take part
/// @param json a file for the figures
record MeshBenchOptions(
    List<Integer> points,
    double volume,
    int rounds,
    long seed,
    boolean peers,
    @Nullable Path json) {
  private static final int MOST = 20_000_000;

  /// Parses the options.
  ///
  /// @throws weft.options.OptionException if they are not valid
  static MeshBenchOptions of(Options given) {
    boolean quick = CommonOptions.quick(given);
    var options =
        new MeshBenchOptions(
            given.counts(
                "points N,N,…",
                quick ? "100000" : "100000,1000000",
                4,
                MOST,
                "numbers of random points; with --quick 100000"),
            given.real(
                "max-volume V",
                quick ? 1e-4 : 2e-6,
                1e-9,
                1,
                "the largest volume of the tets that fill a cube; with --quick 1e-4"),
            CommonOptions.rounds(given, 5, 3),
            CommonOptions.seed(given),
            !given.has("no-peers", "leave out TetGen, Qhull, CGAL and Gmsh"),
            CommonOptions.json(given));
    given.end();
    return options;
  }
}
