// SPDX-License-Identifier: Apache-2.0
package weft.apps.maxwell;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.options.Options;

/// The files of a run, beside its surface. Null stands for a file that was not asked for.
///
/// @param out results
/// @param touchstone S-parameters
/// @param near points where near fields are wanted
/// @param nearOut near fields
/// @param currents the surface with its currents
/// @param report the page
record OutputFiles(
    @Nullable Path out,
    @Nullable Path touchstone,
    @Nullable Path near,
    @Nullable Path nearOut,
    @Nullable Path currents,
    @Nullable Path report) {
  /// Reads the options.
  static OutputFiles of(Options given) {
    Path out = given.file("out FILE", ".csv", "write all results as .csv");
    Path touchstone =
        given.optional(
            "touchstone FILE",
            OutputFiles::touchstone,
            "write the S-parameters: .s1p for one port, .s2p for two ...");
    Path near =
        given.optional(
            "near POINTS",
            text -> Options.path("near POINTS", text, ".csv"),
            "near fields at the points of a .csv: x,y,z in the file's unit on each line");
    Path nearOut = given.file("near-out FILE", ".csv", "where near fields go");
    Path currents = given.file("currents FILE", ".vtu", "write the surface with its currents");
    Path report =
        given.file("report FILE", ".html", "write a page: curves, currents on the body, checks");
    given.require(
        (near == null) == (nearOut == null) || given.isGiven("help"),
        "--near and --near-out belong together: give both");
    return new OutputFiles(out, touchstone, near, nearOut, currents, report);
  }

  private static Path touchstone(String text) {
    if (!text.matches(".*\\.s\\d+p")) {
      throw new IllegalArgumentException(
          "--touchstone " + text + " does not end with .s1p, .s2p, … for the number of ports");
    }
    return Path.of(text);
  }

  /// Whether the S-parameters, if they are written, go to a file of so many ports.
  boolean fits(int ports) {
    return touchstone == null || touchstone.toString().endsWith(".s" + ports + "p");
  }
}
