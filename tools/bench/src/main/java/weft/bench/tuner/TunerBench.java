// SPDX-License-Identifier: Apache-2.0
package weft.bench.tuner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.bench.Mains;
import weft.bench.Report;
import weft.bench.harness.CommonOptions;
import weft.model.measured.Statistics;
import weft.options.Options;
import weft.overlap.Tuner;

/// `weft bench tuner`: tuners on simulated cost curves whose optimum is known. All have the same
/// budget, the same seeds, and the same noise.
public final class TunerBench {
  private static final int ITERATIONS = 140;
  private static final String COMMAND = "weft bench tuner";
  private static final String ABOUT =
      "Measures the loss of tuners on simulated costs, over 140 iterations.\n";

  private record Settings(boolean develop, int worlds, @Nullable Path json) {
    static Settings of(Options given) {
      String curves =
          given.one(
              "set NAME",
              List.of("held-out", "develop"),
              "curves and seeds for reports (held-out) or for development (develop)");
      boolean quick = CommonOptions.quick(given);
      var settings =
          new Settings(
              curves.equals("develop"),
              given.count(
                  "worlds N",
                  quick ? 40 : 200,
                  1,
                  Integer.MAX_VALUE,
                  "the number of environments of each kind; with --quick 40"),
              CommonOptions.json(given));
      given.end();
      return settings;
    }
  }

  private static final List<Curve> DEVELOP = List.of(Curve.HYPERBOLIC, Curve.FLAT_VALLEY);

  private TunerBench() {}

  /// Runs the benchmark; see the help.
  public static void main(String[] args) {
    Mains.run(
        COMMAND,
        () -> {
          Settings options = Mains.options(COMMAND, ABOUT, Settings::of, args);
          if (options != null) {
            var report = new Report(System.out);
            run(options.develop, options.worlds, report);
            Mains.end(report, options.json, List.of());
          }
        });
  }

  private static Map<String, Supplier<Tuner>> tuners() {
    var tuners = new LinkedHashMap<String, Supplier<Tuner>>();
    tuners.put("fixed p=1", () -> Tuner.fixed(1));
    tuners.put("exponential", Tuner::exponential);
    tuners.put("log-quadratic", Tuner::logQuadratic);
    return tuners;
  }

  private static void run(boolean develop, int worlds, Report report) {
    var rows = new ArrayList<List<Object>>();
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
    report.say(
        "Simulated costs, "
            + ITERATIONS
            + " iterations, "
            + worlds
            + " environments of each kind, "
            + (develop ? "curves and seeds of development" : "held-out curves and seeds")
            + ".\n"
            + "Loss: the additional cost of all iterations over the optimum, in percent.\n"
            + "Within 5 %: the median number of evaluations until the cost stays within 5 % of the"
            + " optimum for three in turn.\n"
            + "Warm: log-quadratic that starts within a factor of 3 of the optimum.");
    report.table(
        "tuners",
        "What tuners lose, in percent",
        List.of(
            "costs",
            "tuner",
            "loss",
            "loss, 95th percentile",
            "loss from step 61 on",
            "within 5 %"),
        rows);
    double search = Objects.requireNonNull(totals.get("exponential"))[0];
    var means = new ArrayList<List<Object>>();
    totals.forEach(
        (name, total) -> means.add(List.of(name, 100 * total[0] / total[1], total[0] / search)));
    report.table(
        "means", "Mean of all rows", List.of("tuner", "loss", "loss / that of exponential"), means);
    bursts(worlds, develop ? 1000 : 777_000, report);
  }

  /// Compares tuners where messages come in bursts, which no constant p suits.
  private static void bursts(int worlds, long seed, Report report) {
    var all = new LinkedHashMap<>(tuners());
    all.put("fast adaptive", Tuner::fastAdaptive);
    all.put("fast adaptive, steps from 1/16", () -> Tuner.fastAdaptive(4, 2, 2, 0x1p-4));
    var rows = new ArrayList<List<Object>>();
    all.forEach((label, maker) -> {
      double loss = 0;
      double later = 0;
      for (int i = 0; i < worlds; i++) {
        BurstyStep step = BurstyStep.draw(new SplittableRandom(seed + 131L * i));
        double best = step.best(seed + 1000L * i);
        double[] run = step.run(maker.get(), ITERATIONS, seed + 1000L * i);
        loss += run[0] / best - 1;
        later += run[1] / best - 1;
      }
      rows.add(List.of(label, 100 * loss / worlds, 100 * later / worlds));
    });
    report.table(
        "bursts",
        "Messages in bursts: loss against the best constant p, in percent (below 0: faster than any"
            + " constant)",
        List.of("tuner", "loss", "loss from step 71 on"),
        rows);
  }

  private static void measure(
      Curve curve,
      int change,
      int worlds,
      long seed,
      Map<String, double[]> totals,
      List<List<Object>> rows) {
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
        var random = new SplittableRandom(seed + 131L * i + 17L * curve.ordinal() + change);
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
      rows.add(
          List.of(
              name,
              label,
              100 * loss / worlds,
              100 * Statistics.quantile(0.95, losses),
              100 * later / worlds,
              (long) Statistics.quantile(0.5, reached)));
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
