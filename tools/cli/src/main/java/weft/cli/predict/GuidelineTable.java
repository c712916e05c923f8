// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.collective.schedule.Choices;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.guideline.Breach;
import weft.model.guideline.Guidelines;

/// Lists the choices of a table that break guidelines.
final class GuidelineTable {
  private static final String SIZES = "8,4k,64k,1m";

  private final PrintStream out;
  private final Platform platform;
  private final Choices table;
  private final int ranks;
  private final int hosts;

  GuidelineTable(PrintStream out, Platform platform, Choices table, int ranks, int hosts) {
    this.out = out;
    this.platform = platform;
    this.table = table;
    this.ranks = ranks;
    this.hosts = hosts;
  }

  /// Prints the breaches for these sizes, or for the usual ones if the text is empty.
  void print(String sizes) {
    List<Breach> found =
        new Guidelines(
                platform, table, size -> Mapping.blocks(size, Math.min(size, hosts)))
            .check(ranks, NumberList.bytes("--bytes", sizes.isEmpty() ? SIZES : sizes));
    out.println(
        "2 to %d ranks on up to %d host%s: %d choices break a guideline."
            .formatted(ranks, hosts, hosts == 1 ? "" : "s", found.size()));
    if (found.isEmpty()) {
      return;
    }
    out.println();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("guideline", "ranks", "bytes", "predicted", "limit", "by", "algorithms"));
    for (Breach breach : found) {
      rows.add(
          List.of(
              breach.guideline(),
              Integer.toString(breach.ranks()),
              PredictedText.bytes(breach.bytes()),
              PredictedText.time(breach.time()),
              PredictedText.time(breach.limit()),
              String.format(Locale.ROOT, "%.2f ×", breach.ratio()),
              breach.algorithms()));
    }
    PredictedText.table(rows).forEach(out::println);
  }
}
