// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  /// Prints the breaches for these sizes, or for the usual ones if the text is empty. Those of one
  /// guideline, size and choice are one line, with the worst of them.
  void print(String sizes) {
    var guidelines =
        new Guidelines(platform, table, size -> Mapping.blocks(size, Math.min(size, hosts)));
    List<Breach> found =
        guidelines.check(ranks, NumberList.bytes("--bytes", sizes.isEmpty() ? SIZES : sizes));
    out.println(
        "2 to %d ranks on up to %d host%s: %d choices break a guideline."
            .formatted(ranks, hosts, hosts == 1 ? "" : "s", found.size()));
    if (found.isEmpty()) {
      return;
    }
    Map<String, List<Breach>> groups = new LinkedHashMap<>();
    for (Breach breach : found) {
      String key = breach.guideline() + breach.bytes() + breach.algorithms();
      groups.computeIfAbsent(key, it -> new ArrayList<>()).add(breach);
    }
    out.println();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "guideline", "bytes", "ranks", "worst", "predicted", "limit", "algorithms", "cause"));
    for (List<Breach> group : groups.values()) {
      Breach worst = group.getFirst();
      rows.add(
          List.of(
              worst.guideline(),
              PredictedText.bytes(worst.bytes()),
              ranges(group),
              String.format(Locale.ROOT, "%.2f × at %d", worst.ratio(), worst.ranks()),
              PredictedText.time(worst.time()),
              PredictedText.time(worst.limit()),
              worst.algorithms(),
              guidelines.cause(worst)));
    }
    PredictedText.table(rows).forEach(out::println);
  }

  /// The numbers of ranks as `2,4-8`.
  private static String ranges(List<Breach> group) {
    int[] all = group.stream().mapToInt(Breach::ranks).sorted().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < all.length; ) {
      int end = i;
      while (end + 1 < all.length && all[end + 1] == all[end] + 1) {
        end++;
      }
      text.append(i == 0 ? "" : ",").append(all[i]).append(end > i ? "-" + all[end] : "");
      i = end + 1;
    }
    return text.toString();
  }
}
