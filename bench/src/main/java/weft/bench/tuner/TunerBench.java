// SPDX-License-Identifier: Apache-2.0
package weft.bench.tuner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import weft.overlap.Tuner;

/// `weft bench tuner`: tuners on simulated cost curves whose optimum is known. All have the same
/// budget, the same seeds, and the same noise.
public final class TunerBench {
  private static final int ITERATIONS = 140;
  private static final String HELP =
      """
      Usage: weft bench tuner [OPTIONS]
      What tuners lose on simulated costs, over 140 iterations.

        --set develop|held-out   the curves and seeds to develop on, or those to report (held-out)
        --json FILE              also write the figures to this file
        --worlds N               how many environments of each kind (200)
        --help                   this help
      """;

  private static final List<Curve> DEVELOP = List.of(Curve.HYPERBOLIC, Curve.FLAT_VALLEY);

  private TunerBench() {}

  /// See the help.
  public static void main(String[] args) {
    boolean develop = false;
    int worlds = 200;
    Path json = null;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--help", "-h" -> {
          System.out.print(HELP);
          return;
        }
        case "--set" -> {
          String set = i + 1 < args.length ? args[++i] : "";
          if (!set.equals("develop") && !set.equals("held-out")) {
            refuse("--set takes develop or held-out, not \"" + set + "\"");
          }
          develop = set.equals("develop");
        }
        case "--json" -> json = i + 1 < args.length ? Path.of(args[++i]) : null;
        case "--worlds" -> worlds = number(args, ++i);
        default -> refuse("there is no option " + args[i] + "; --help lists the options");
      }
    }
    List<String> rows = run(develop, worlds);
    if (json != null) {
      try {
        Files.writeString(json, "{\"rows\": [" + String.join(", ", rows) + "]}\n");
      } catch (IOException e) {
        refuse("the figures cannot be written to " + json + ": " + e);
      }
    }
  }

  private static int number(String[] args, int at) {
    try {
      int number = Integer.parseInt(args[at]);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // Refused below.
    }
    refuse("--worlds needs a number from 1 up");
    return 0;
  }

  private static void refuse(String sentence) {
    System.err.println("weft bench tuner: " + sentence);
    System.exit(2);
  }

  private static Map<String, Supplier<Tuner>> tuners() {
    var tuners = new LinkedHashMap<String, Supplier<Tuner>>();
    tuners.put("fixed p=1", () -> Tuner.fixed(1));
    tuners.put("exponential (EES)", Tuner::exponential);
    tuners.put("log-quadratic", Tuner::logQuadratic);
    return tuners;
  }

  private static List<String> run(boolean develop, int worlds) {
    var rows = new ArrayList<String>();
    System.out.printf(
        Locale.ROOT,
        "Simulated costs, %d iterations, %d environments of each kind, %s.%n"
            + "Loss: how much more than the optimum all iterations cost together, in percent;"
            + " later: of iterations 61 to 140.%n"
            + "Within 5 %%: the median number of evaluations until the cost stays within 5 %% of the"
            + " optimum for three in turn.%n"
            + "Warm: log-quadratic that starts within a factor of 3 of the optimum.%n%n",
        ITERATIONS,
        worlds,
        develop ? "curves and seeds of development" : "held-out curves and seeds");
    System.out.printf(
        "%-24s %-20s %8s %8s %8s %10s%n", "costs", "tuner", "loss", "p95", "later", "within 5 %");
    List<Curve> curves = develop ? DEVELOP : List.of(Curve.values());
    var totals = new LinkedHashMap<String, double[]>();
    for (Curve curve : curves) {
      for (int change = 0; change < (develop ? 2 : 3); change++) {
        if (curve == Curve.MONOTONE && change > 0) {
          continue; // It has no optimum to move.
        }
        measure(curve, change, worlds, develop ? 1000 : 777_000, totals, rows);
      }
    }
    System.out.printf("%n%-45s %8s%n", "mean of all rows", "loss");
    double search = totals.get("exponential (EES)")[0];
    totals.forEach((name, total) ->
        System.out.printf(
            Locale.ROOT,
            "%-45s %7.2f%% %5.2f of EES%n",
            name,
            100 * total[0] / total[1],
            total[0] / search));
    return rows;
  }

  private static void measure(
      Curve curve,
      int change,
      int worlds,
      long seed,
      Map<String, double[]> totals,
      List<String> rows) {
    String kind = curve.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String name = kind + (change == 0 ? "" : change == 1 ? ", step" : ", drift");
    var all = new LinkedHashMap<>(tuners());
    all.put("log-quadratic, warm", Tuner::logQuadratic);
    all.forEach((label, maker) -> {
      var losses = new double[worlds];
      var reached = new double[worlds];
      double loss = 0;
      double later = 0;
      for (int i = 0; i < worlds; i++) {
        var random = new SplittableRandom(seed + 131 * i + 17L * curve.ordinal() + change);
        Curve.World world = Curve.World.draw(curve, change, random);
        Tuner tuner = maker.get();
        if (label.endsWith("warm")) {
          double off = Math.pow(3, 2 * random.nextDouble() - 1);
          tuner = Tuner.logQuadratic(Math.expm1(world.best()) * off);
        }
        double[] run = run(world, tuner, random);
        losses[i] = run[0];
        loss += run[0];
        later += run[1];
        reached[i] = run[2];
      }
      Arrays.sort(losses);
      Arrays.sort(reached);
      System.out.printf(
          Locale.ROOT,
          "%-24s %-20s %7.2f%% %7.2f%% %7.2f%% %10.0f%n",
          name,
          label,
          100 * loss / worlds,
          100 * losses[(int) (0.95 * worlds)],
          100 * later / worlds,
          reached[worlds / 2]);
      double[] total = totals.computeIfAbsent(label, x -> new double[2]);
      total[0] += loss / worlds;
      total[1]++;
    });
  }

  /// The mean excess of all iterations, that of the later ones, and the evaluations to within 5 %.
  private static double[] run(Curve.World world, Tuner tuner, SplittableRandom random) {
    double loss = 0;
    double later = 0;
    int reached = ITERATIONS;
    int near = 0;
    for (int i = 0; i < ITERATIONS; i++) {
      double cost = world.cost(tuner.value(), i, ITERATIONS);
      loss += cost - 1;
      later += i >= 60 ? cost - 1 : 0;
      near = cost < 1.05 ? near + 1 : 0;
      if (near == 3 && reached == ITERATIONS) {
        reached = i - 2;
      }
      tuner.step(world.noisy(cost, random));
    }
    return new double[] {loss / ITERATIONS, later / (ITERATIONS - 60), reached};
  }
}
