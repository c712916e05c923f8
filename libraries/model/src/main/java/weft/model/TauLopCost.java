// SPDX-License-Identifier: Apache-2.0
package weft.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The cost of an expression: a sum of terms.
public final class TauLopCost {
  /// A term of the sum: so many times what a symbol costs.
  ///
  /// @param factor how often, or which part of it
  /// @param symbol what, in the notation of τ-Lop, such as `2‖T¹(32768)`
  /// @param time the time of all of it in microseconds
  public record CostTerm(double factor, String symbol, double time) {
    /// It in the notation of τ-Lop, such as `3·2‖T¹(32768)`.
    public String text() {
      return factor == 1 ? symbol : number(factor) + "·" + symbol;
    }

    /// The time of one.
    public double each() {
      return time / factor;
    }

    /// A factor with the digits that keep a sum right.
    public static String number(double factor) {
      if (factor == Math.rint(factor) && factor < 1e15) {
        return Long.toString((long) factor);
      }
      return new BigDecimal(factor).round(DIGITS).stripTrailingZeros().toPlainString();
    }
  }

  private static final MathContext DIGITS = new MathContext(4);

  /// The longest run of terms that is looked for.
  private static final int MOST_PERIOD = 6;

  private final List<CostTerm> terms = new ArrayList<>();
  private double time;

  /// Creates a cost of nothing.
  public TauLopCost() {}

  /// Adds a term of `time` microseconds; returns this.
  public TauLopCost add(String symbol, double time) {
    return add(new CostTerm(1, symbol, time));
  }

  /// Adds a term; returns this.
  public TauLopCost add(CostTerm term) {
    terms.add(term);
    time += term.time();
    return this;
  }

  /// Adds the terms of another cost, which comes after this one.
  public TauLopCost add(TauLopCost other, int times) {
    for (CostTerm term : other.terms) {
      add(new CostTerm(times * term.factor(), term.symbol(), times * term.time()));
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

  /// The terms with equal symbols put together, the most expensive first.
  public List<CostTerm> dominant() {
    Map<String, CostTerm> sums = new LinkedHashMap<>();
    for (CostTerm term : terms) {
      sums.merge(
          term.symbol(),
          term,
          (a, b) -> new CostTerm(a.factor() + b.factor(), a.symbol(), a.time() + b.time()));
    }
    return sums.values().stream().sorted((a, b) -> Double.compare(b.time(), a.time())).toList();
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
