// SPDX-License-Identifier: Apache-2.0
package weft.bench.mobile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import weft.mobile.balance.Balance;
import weft.mobile.balance.BalancePolicy;
import weft.mobile.balance.LoadTrace;
import weft.mobile.balance.Loads;
import weft.mobile.balance.Moves;

/// `weft bench balance`: applies policies offline to loads from a trace or from a seed. Small
/// problems are solved by trying all plans, too.
public final class BalanceBench {
  private static final String HELP =
      """
      Usage: weft bench balance [--quick] [TRACE...]
      Plans of the policies: greatest load over the lower bound, moves, time. Programs write traces
      (MobileObjects.traceLoads, swarm --trace): for each balancing a line with the number of ranks,
      then for each object a line with its rank and its load. Without a trace, loads come from seeds:
      100,000 objects on 64 ranks (10,000 with --quick), and 12 on 3, whose optimum is found by
      trying all plans.
      """;

  private static final int SMALL_RANKS = 3;
  private static final int SMALL = 12;

  /// The number of times that a plan is made; the least time counts.
  private static final int TIMES = 20;

  private BalanceBench() {}

  /// See the help.
  public static void main(String[] args) {
    if (Arrays.asList(args).contains("--help")) {
      System.out.print(HELP);
      return;
    }
    try {
      List<String> files = new ArrayList<>(List.of(args));
      boolean quick = files.remove("--quick");
      if (files.isEmpty()) {
        fromSeeds(quick ? 10_000 : 100_000);
      }
      for (String file : files) {
        List<Loads> balancings = LoadTrace.read(Path.of(file));
        for (int i = 0; i < balancings.size(); i++) {
          run(file + (balancings.size() > 1 ? ", " + (i + 1) : ""), balancings.get(i));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("weft bench balance: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void fromSeeds(int objects) {
    Map<String, ToDoubleFunction<SplittableRandom>> kinds = kinds();
    kinds.forEach((name, draw) -> run(name + ", " + objects + " on 64", loads(64, objects, draw)));
    kinds.forEach((name, draw) -> run(name + ", 12 on 3", loads(SMALL_RANKS, SMALL, draw)));
  }

  private static void run(String name, Loads loads) {
    double bound = loads.lowerBound();
    System.out.printf(
        Locale.ROOT,
        "%s: greatest load %.3f of the lower bound%n",
        name,
        greatest(loads.perRank()) / bound);
    plan("greedyRefine(1.02)", Balance.greedyRefine(1.02), loads);
    plan("greedyRefine(1.05)", Balance.greedyRefine(1.05), loads);
    plan("random", Balance.random(1), loads);
    if (loads.ranks() == SMALL_RANKS && loads.objects() <= SMALL) {
      System.out.printf(Locale.ROOT, "  %-20s %.3f%n", "optimum", optimum(loads) / bound);
    }
  }

  private static void plan(String name, BalancePolicy policy, Loads loads) {
    double best = Double.MAX_VALUE;
    Moves moves = new Moves(loads);
    for (int i = 0; i < TIMES; i++) {
      moves = new Moves(loads);
      long began = System.nanoTime();
      policy.plan(loads, moves);
      best = Math.min(best, (System.nanoTime() - began) / 1e6);
    }
    double greatest = greatest(loads.perRank(moves));
    System.out.printf(
        Locale.ROOT,
        "  %-20s %.3f, %d moves, %.2f ms%n",
        name,
        greatest / loads.lowerBound(),
        moves.count(),
        best);
  }

  /// The least greatest load of all plans.
  private static double optimum(Loads loads) {
    return best(loads, 0, new double[loads.ranks()], Double.MAX_VALUE);
  }

  private static double best(Loads loads, int object, double[] sums, double known) {
    if (object == loads.objects()) {
      return Math.min(known, greatest(sums));
    }
    double least = known;
    for (int rank = 0; rank < sums.length; rank++) {
      sums[rank] += loads.load(object);
      if (sums[rank] < least) {
        least = best(loads, object + 1, sums, least);
      }
      sums[rank] -= loads.load(object);
    }
    return least;
  }

  /// A distribution of loads.
  private static Map<String, ToDoubleFunction<SplittableRandom>> kinds() {
    Map<String, ToDoubleFunction<SplittableRandom>> kinds = new LinkedHashMap<>();
    kinds.put("uniform", SplittableRandom::nextDouble);
    kinds.put("exponential", random -> -Math.log(1 - random.nextDouble()));
    kinds.put("heavy tail", random -> Math.pow(1 - random.nextDouble(), -0.7));
    return kinds;
  }

  /// Objects crowd on the first ranks, as where something is refined.
  private static Loads loads(int ranks, int objects, ToDoubleFunction<SplittableRandom> draw) {
    var random = new SplittableRandom(ranks);
    var words = new long[objects];
    var places = new int[objects];
    var loads = new double[objects];
    for (int i = 0; i < objects; i++) {
      double at = random.nextDouble();
      words[i] = i + 1L;
      places[i] = (int) (at * at * ranks);
      loads[i] = draw.applyAsDouble(random);
    }
    return new Loads(ranks, words, places, loads);
  }

  private static double greatest(double[] sums) {
    double greatest = 0;
    for (double sum : sums) {
      greatest = Math.max(greatest, sum);
    }
    return greatest;
  }
}
