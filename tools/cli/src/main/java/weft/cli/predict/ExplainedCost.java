// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import weft.model.TauLopCost;
import weft.model.TauLopCost.CostTerm;

/// A cost as a table of its terms that adds up, and what their signs mean.
final class ExplainedCost {
  private static final int MOST_TERMS = 12;

  /// What a sign means, in the order of the legend. A sign is the letter of a term.
  private static final Map<String, String> SIGNS =
      Map.ofEntries(
          Map.entry("T", "a whole message: o(m) and copies · L(m)"),
          Map.entry("o", "the overhead of a message of m bytes"),
          Map.entry("L", "the movement of m bytes, table transfer"),
          Map.entry("R", "m bytes read in another rank's memory, table reads"),
          Map.entry("W", "m bytes copied where others read them, table writes"),
          Map.entry("C", "m bytes copied in a rank's own memory, table own"),
          Map.entry("g", "combining m bytes with others"),
          Map.entry("p", "m bytes of a result written at another rank, table results"),
          Map.entry("s", "m bytes of a result written where another rank copies it, table stages"),
          Map.entry("c", "the start of a call"),
          Map.entry("b", "an operation over the board"),
          Map.entry("wait", "a wait for what no term shows"));

  private ExplainedCost() {}

  static void print(TauLopCost cost, PrintStream out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("term", "times", "each", "time", "part"));
    List<CostTerm> terms = cost.dominant();
    int shown = terms.size() <= MOST_TERMS + 1 ? terms.size() : MOST_TERMS;
    double rest = 0;
    for (int i = 0; i < terms.size(); i++) {
      CostTerm term = terms.get(i);
      if (i >= shown) {
        rest += term.time();
      } else {
        rows.add(
            List.of(
                term.symbol(),
                CostTerm.number(term.factor()),
                PredictedText.exact(term.each()),
                PredictedText.exact(term.time()),
                percent(term.time(), cost)));
      }
    }
    if (shown < terms.size()) {
      rows.add(
          List.of(
              (terms.size() - shown) + " others",
              "",
              "",
              PredictedText.exact(rest),
              percent(rest, cost)));
    }
    rows.add(List.of("together", "", "", PredictedText.exact(cost.time()), ""));
    PredictedText.table(rows).forEach(out::println);
    out.println();
    legend(terms, out);
  }

  private static String percent(double time, TauLopCost cost) {
    return cost.time() > 0 ? String.format(Locale.ROOT, "%.1f %%", 100 * time / cost.time()) : "";
  }

  private static void legend(List<CostTerm> terms, PrintStream out) {
    Map<String, String> used = new TreeMap<>();
    boolean isContended = false;
    boolean isFar = false;
    for (CostTerm term : terms) {
      String symbol = term.symbol();
      isContended |= symbol.contains("‖");
      isFar |= symbol.contains("¹");
      String sign = symbol.substring(symbol.indexOf('‖') + 1).replaceFirst("[⁰-⁹¹²³(].*", "");
      used.put(sign, SIGNS.getOrDefault(sign, ""));
    }
    used.forEach((sign, meaning) -> out.println("  " + sign + ": " + meaning));
    out.println(
        "  channel ⁰ is within a host"
            + (isFar ? ", ¹ between hosts" : "")
            + (isContended ? "; 8‖ is beside 7 others, as the column 8 of a table has it" : ""));
  }
}
