// SPDX-License-Identifier: Apache-2.0
package weft.bench.harness;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.files.FileException;
import weft.files.OutputFile;
import weft.options.Options;

/// The options that several benchmarks have.
public final class CommonOptions {
  private CommonOptions() {}

  /// `--quick`.
  public static boolean quick(Options given) {
    return given.has("quick", "fewer and shorter slices: rougher figures");
  }

  /// `--rounds`, the number of slices of each kind, and of those with `--quick`.
  public static int rounds(Options given, int fallback, int quick) {
    return given.count(
        "rounds N",
        given.isGiven("quick") ? quick : fallback,
        1,
        Integer.MAX_VALUE,
        "the number of slices of each kind; with --quick " + quick);
  }

  /// `--seed`; a new one for each run if it is not given.
  public static long seed(Options given) {
    Long seed =
        given.optional(
            "seed S",
            text -> Options.wholeOf("--seed", text, Long.MIN_VALUE, Long.MAX_VALUE),
            "the order of the slices (a new one each time)");
    return seed == null ? System.nanoTime() & 0xFFFFFF : seed;
  }

  /// `--json`, a file for the figures, or null.
  public static @Nullable Path json(Options given) {
    return output(given, "json FILE", "also write the figures to this file");
  }

  /// A file that is checked before the work whose results go into it, or null.
  public static @Nullable Path output(Options given, String spec, String help) {
    return given.optional(spec, text -> checked(spec, text), help);
  }

  private static Path checked(String spec, String text) {
    Path file = Options.path(spec, text, "");
    try {
      OutputFile.check(file);
    } catch (FileException e) {
      String option = "--" + spec.substring(0, spec.indexOf(' '));
      throw new IllegalArgumentException(option + " " + e.getMessage(), e);
    }
    return file;
  }

  /// `--only`: some of the parts `known`; `fallback` if it is not given.
  public static Set<String> parts(
      Options given, List<String> known, List<String> fallback, String help) {
    return new LinkedHashSet<>(
        given.list(
            "only PART,PART,…",
            String.join(",", fallback),
            text -> known(text, "part", known),
            help));
  }

  /// Returns `text`, which must be one of `known`.
  ///
  /// @throws IllegalArgumentException with a sentence if it is not
  public static String known(String text, String what, List<String> known) {
    if (!known.contains(text)) {
      throw new IllegalArgumentException(
          "there is no %s called %s; there are %s".formatted(what, text, String.join(", ", known)));
    }
    return text;
  }
}
