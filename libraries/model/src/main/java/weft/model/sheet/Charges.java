// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import weft.model.TauLopCost;
import weft.model.TauLopCost.CostTerm;

/// What the time of some steps went into, term by term. It is written while the steps are executed
/// again, because only then is it known which of them determine the time.
final class Charges {
  /// A part of a time that counts as none.
  private static final double NONE = 1e-9;

  /// A part that is the whole but for rounding.
  private static final double ROUNDED = 1e-7;

  private record Charge(double begin, double end, List<CostTerm> terms) {}

  private final Map<Integer, List<Charge>> byStep = new HashMap<>();

  /// Charges for the steps with these indices; others are ignored.
  Charges(Set<Integer> wanted) {
    wanted.forEach(index -> byStep.put(index, new ArrayList<>()));
  }

  boolean wants(int index) {
    return byStep.containsKey(index);
  }

  /// Notes that a step took from `begin` to `end` for `terms`, whose sum that is.
  void add(int index, double begin, double end, List<CostTerm> terms) {
    List<Charge> of = byStep.get(index);
    if (of != null && end > begin) {
      of.add(new Charge(begin, end, terms));
    }
  }

  /// The terms of a step between two times. What nothing was charged for is a wait.
  TauLopCost between(int index, double begin, double end) {
    List<CostTerm> found = new ArrayList<>();
    List<Charge> charges = byStep.getOrDefault(index, List.of());
    double until = end;
    while (until > begin + NONE * end) {
      Charge next = before(charges, until);
      double covered = next == null ? begin : Math.max(begin, Math.min(next.end, until));
      if (covered < until - NONE * end) {
        found.addFirst(new CostTerm(1, "wait", until - covered));
        until = covered;
      } else if (next != null) {
        double from = Math.max(begin, next.begin);
        double part = (until - from) / (next.end - next.begin);
        part = Math.abs(part - 1) < ROUNDED ? 1 : part;
        for (CostTerm term : next.terms.reversed()) {
          found.addFirst(new CostTerm(part * term.factor(), term.symbol(), part * term.time()));
        }
        until = from;
      } else {
        break;
      }
    }
    var cost = new TauLopCost();
    found.forEach(cost::add);
    return cost;
  }

  /// The charge that determines what happens at a time: one that ends there, else one that goes on,
  /// else the last before.
  private static @org.jspecify.annotations.Nullable Charge before(
      List<Charge> charges, double time) {
    Charge best = null;
    for (Charge each : charges) {
      if (each.begin < time * (1 - NONE)
          && (best == null
              || Math.min(each.end, time) > Math.min(best.end, time)
              || (Math.min(each.end, time) == Math.min(best.end, time) && each.end < best.end))) {
        best = each;
      }
    }
    return best;
  }
}
