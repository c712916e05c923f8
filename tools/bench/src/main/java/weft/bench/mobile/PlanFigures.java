// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import weft.bench.Report;
import weft.mobile.balance.Balance;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;

/// Plans for 100,000 objects on 64 ranks, with random loads from a seed.
final class PlanFigures {
  static final int RANKS = 64;
  static final int OBJECTS = 100_000;

  private static final double MOST_MILLIS = 50;
  private static final double MOST_OF_BOUND = 1.05;
  private static final int TIMES = 20;

  /// A plan and what it took.
  ///
  /// @param overBound the load of the busiest rank by the plan, over the lower bound
  /// @param moves the number of objects that move
  /// @param millis the best time of several
  record Plan(double overBound, int moves, double millis) {
    static Plan of(BalancePolicy policy, Loads loads) {
      double best = Double.MAX_VALUE;
      Moves moves = new Moves(loads);
      for (int i = 0; i < TIMES; i++) {
        moves = new Moves(loads);
        long began = System.nanoTime();
        policy.plan(loads, moves);
        best = Math.min(best, (System.nanoTime() - began) / 1e6);
      }
      return new Plan(
          PlanFigures.greatest(loads.perRank(moves)) / loads.lowerBound(), moves.count(), best);
    }
  }

  private PlanFigures() {}

  static void run(Report report) {
    var rows = new ArrayList<List<Object>>();
    kinds()
        .forEach((name, draw) -> {
          Loads loads = loads(RANKS, OBJECTS, draw);
          Plan plan = Plan.of(Balance.greedyRefine(1.02), loads);
          double before = greatest(loads.perRank()) / loads.lowerBound();
          rows.add(List.of(name, before, plan.overBound, plan.moves, plan.millis));
          report.limit("plan, loads " + name, "", plan.millis, true, MOST_MILLIS, "ms");
          report.limit(
              "greedyRefine / lower bound, loads " + name,
              "",
              plan.overBound,
              true,
              MOST_OF_BOUND,
              "x");
        });
    report.table(
        "plans",
        "Plans of greedyRefine(1.02), 100,000 objects on 64 ranks: the greatest load over the lower"
            + " bound",
        List.of("loads", "before", "after", "moves", "ms"),
        rows);
  }

  /// A distribution of loads.
  static Map<String, ToDoubleFunction<SplittableRandom>> kinds() {
    Map<String, ToDoubleFunction<SplittableRandom>> kinds = new LinkedHashMap<>();
    kinds.put("uniform", SplittableRandom::nextDouble);
    kinds.put("exponential", random -> -Math.log(1 - random.nextDouble()));
    kinds.put("heavy tail", random -> Math.pow(1 - random.nextDouble(), -0.7));
    return kinds;
  }

  /// Objects crowd on the first ranks, as where something is refined.
  static Loads loads(int ranks, int objects, ToDoubleFunction<SplittableRandom> draw) {
    var random = new SplittableRandom(ranks);
    var words = new long[objects];
    var places = new int[objects];
    var loads = new double[objects];
    for (int i = 0; i < objects; i++) {
      double at = random.nextDouble();
      words[i] = i + 1;
      places[i] = (int) (at * at * ranks);
      loads[i] = draw.applyAsDouble(random);
    }
    return new Loads(ranks, words, places, loads);
  }

  static double greatest(double[] sums) {
    double greatest = 0;
    for (double sum : sums) {
      greatest = Math.max(greatest, sum);
    }
    return greatest;
  }
}
