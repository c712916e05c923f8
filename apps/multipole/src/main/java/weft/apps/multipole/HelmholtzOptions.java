// SPDX-License-Identifier: Apache-2.0
package weft.apps.multipole;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import weft.multipole.Truncation;
import weft.options.Options;

/// The options of `helmholtz`.
///
/// @param points a file of points, or null
/// @param isSphere whether points without a file are on a sphere, or else in a cube
/// @param count the number of points without a file
/// @param k the wave number, or null
/// @param wavelengths the longest side of the points' box in wavelengths, if k is not given
/// @param accuracy the relative error wanted
/// @param rows the rows that are summed directly for comparison
/// @param seed of random points, values and rows
/// @param isDirect whether all is summed directly
/// @param out a file for the sums, or null
record HelmholtzOptions(
    @Nullable Path points,
    boolean isSphere,
    int count,
    @Nullable Double k,
    double wavelengths,
    double accuracy,
    int rows,
    long seed,
    boolean isDirect,
    @Nullable Path out) {
  private static final String ABOUT =
      """
      helmholtz [options]

      Sums of waves over points: u(x) = sum of q exp(ikr)/(4 pi r) over all other points, by a fast
      multipole method on all ranks. Some rows are summed directly, and the error is told.
      """;

  /// Parses a command line.
  ///
  /// @throws weft.options.OptionException if it is not valid
  static HelmholtzOptions parse(List<String> args) {
    var given = new Options("helmholtz", ABOUT, args);
    var options =
        new HelmholtzOptions(
            given.file(
                "points FILE", "x,y,z or x,y,z,re,im on each line; values are 1 without re,im"),
            given
                .one("on SHAPE", List.of("sphere", "cube"), "random points on it or in it")
                .equals("sphere"),
            given.count("count N", 20_000, 1, 100_000_000, "the number of random points"),
            given.optional(
                "k K",
                text -> Options.realOf("--k", text, -1e12, 1e12),
                "the wave number, in one over the unit of the points"),
            given.real(
                "wavelengths X", 10, 1e-6, 1e6, "or the longest side of the points' box in waves"),
            given.real("accuracy E", 1e-3, Truncation.BEST, 0.1, "the relative error wanted"),
            given.count("rows N", 100, 1, 1_000_000, "rows that are summed directly, to compare"),
            given.whole("seed N", 1, "of points, values and rows"),
            given.has("direct", "sums all directly"),
            given.file("out FILE", "writes x,y,z,re,im of each sum"));
    given.exclude("points", "on");
    given.exclude("points", "count");
    given.exclude("k", "wavelengths");
    given.end();
    return options;
  }
}
