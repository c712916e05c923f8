// SPDX-License-Identifier: Apache-2.0
package weft.apps.wave2d;

import java.util.Arrays;
import java.util.Formatter;
import java.util.Locale;
import weft.World;
import weft.model.partition.Partition;

/// The summary that rank 0 prints at the end.
final class Summary {
  private static final int FEW = 8;

  private Summary() {}

  static String of(
      World world, Problem problem, Simulation.Figures figures, double[] field, String written) {
    Partition partition = problem.partition();
    // The format of numbers does not depend on the locale, because scripts read them.
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    for (int rank = 0; rank < world.size() && world.size() <= FEW; rank++) {
      text.format("  rank %d: %s%n", rank, partition.rectangle(rank));
    }
    if (problem.steps() > 0) {
      text.format(
          "  %.3f s, %.1f million cell updates/s%s%n",
          figures.seconds(), problem.updates() / figures.seconds() * 1e-6, problem.uncounted());
      text.format("  energy %.6g, relative drift %.1e%n", figures.energy(), figures.drift());
    }
    text.format(
        "  displacement from %.4f to %.4f, digest %s%n",
        Arrays.stream(field).min().orElse(0),
        Arrays.stream(field).max().orElse(0),
        Output.digest(field));
    text.format("  wrote %s%n", written);
    if (problem.steps() > 0 && world.size() > 1) {
      text.format(
          "  ranks waited %.1f %% of the time for edges (longest: %.1f %%)%n",
          100 * figures.waited(), 100 * figures.longestWait());
      text.format("%s", figures.gain().line());
    }
    return text.toString();
  }
}
