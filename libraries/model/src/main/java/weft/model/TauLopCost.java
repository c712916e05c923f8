// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The cost of an expression: a sum of terms.
public final class TauLopCost {
  /// A term of the sum.
  ///
  /// @param text it in the notation of τ-Lop, such as `2‖T¹(32768)`
  /// @param time its time in microseconds
  public record CostTerm(String text, double time) {}

  /// The longest run of terms that is looked for.
  private static final int MOST_PERIOD = 6;

  private final List<CostTerm> terms = new ArrayList<>();
  private double time;

  /// Creates a cost of nothing.
  public TauLopCost() {}

  /// Adds a term of `time` microseconds; returns this.
  public TauLopCost add(String text, double time) {
    terms.add(new CostTerm(text, time));
    this.time += time;
    return this;
  }

  /// Adds the terms of another cost, which comes after this one.
  public TauLopCost add(TauLopCost other, int times) {
    for (CostTerm term : other.terms) {
      add(times == 1 ? term.text() : times + "·" + term.text(), times * term.time());
    }
    return this;
  }

  /// The time in microseconds.
  public double time() {
    return time;
  }

  /// The terms in order.
  public List<CostTerm> terms() {
    return List.copyOf(terms);
  }

  /// The terms with equal text put together, the most expensive first.
  public List<CostTerm> dominant() {
    Map<String, double[]> sums = new LinkedHashMap<>();
    for (CostTerm term : terms) {
      double[] sum = sums.computeIfAbsent(term.text(), text -> new double[2]);
      sum[0] += term.time();
      sum[1]++;
    }
    return sums.entrySet().stream()
        .map(it ->
            new CostTerm(
                it.getValue()[1] == 1
                    ? it.getKey()
                    : "%d × %s".formatted((long) it.getValue()[1], it.getKey()),
                it.getValue()[0]))
        .sorted((a, b) -> Double.compare(b.time(), a.time()))
        .toList();
  }

  /// The sum, in which terms that repeat are written once: `18·(o¹(0) + L¹(65536))`.
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < terms.size(); ) {
      int period = 1;
      int times = 1;
      for (int length = 1; length <= MOST_PERIOD; length++) {
        int repeats = repeats(i, length);
        if (repeats > 1 && repeats * length > times * period) {
          period = length;
          times = repeats;
        }
      }
      String text =
          terms.subList(i, i + period).stream()
              .map(CostTerm::text)
              .collect(Collectors.joining(" + "));
      parts.add(times == 1 ? text : times + "·(" + text + ")");
      i += period * times;
    }
    return String.join(" + ", parts) + String.format(Locale.ROOT, " = %.3f µs", time);
  }

  /// How often the `length` terms from `at` on come one after the other.
  private int repeats(int at, int length) {
    int end = at + length;
    while (end < terms.size() && terms.get(end).text().equals(terms.get(end - length).text())) {
      end++;
    }
    return Math.max(1, (end - at) / length);
  }
}
