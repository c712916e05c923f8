// SPDX-License-Identifier: Apache-2.0
package weft.cli.predict;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.cli.CommandException;
import weft.model.Communicator;
import weft.model.Computing;
import weft.model.Contention;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TauLopCost;
import weft.model.TauLopFrac;
import weft.model.kernel.KernelCost;
import weft.model.kernel.SummaCost;
import weft.model.kernel.WaveCost;
import weft.model.partition.Partition;
import weft.model.sheet.Beyond;

/// Predicts SUMMA and the steps of Wave2D, over numbers of hosts.
final class KernelPrediction {
  private static final double MOST_RATIO = 1000;
  private static final double MOST_SPEED = 1e9;

  private final PrintStream out;
  private final Platform platform;
  private final PredictQuestion asked;

  KernelPrediction(PrintStream out, Platform platform, PredictQuestion asked) {
    this.out = out;
    this.platform = platform;
    this.asked = asked;
  }

  private void checkNumbers() {
    if (asked.speed() != null && !(asked.speed() > 0 && asked.speed() <= MOST_SPEED)) {
      throw CommandException.usage(
          "--speed %s is not possible; give a number above 0.".formatted(asked.speed()));
    }
    if (!(asked.pays() >= 0 && asked.pays() <= 100)) {
      throw CommandException.usage(
          "--pays %s is not possible; give a percentage from 0 to 100.".formatted(asked.pays()));
    }
  }

  void print(String kernel, List<Integer> hostCounts) {
    checkNumbers();
    boolean isSumma = kernel.equals("summa");
    if (asked.size() < 1 || asked.block() < 1 || asked.size() < asked.block()) {
      throw CommandException.usage(
          "--size and --block are at least 1, and a block fits into both.");
    }
    int most = hostCounts.stream().mapToInt(Integer::intValue).max().orElse(1);
    int ranksThere = asked.ranks(most).getFirst();
    Beyond.remarks(platform, 0, Math.ceilDiv(ranksThere, most), most).forEach(out::println);
    out.println(
        isSumma
            ? "summa of %d x %d doubles in blocks of %d"
                .formatted(asked.size(), asked.size(), asked.block())
            : "wave2d, a step of %d x %d cells".formatted(asked.size(), asked.size()));
    out.println();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("hosts", "ranks", "communication", "computation", "together", "saves"));
    List<Double> times = new ArrayList<>();
    KernelCost last = null;
    boolean isSame = asked.unscaled() != null;
    var progress = new PredictProgress(hostCounts.size());
    for (int hosts : hostCounts) {
      List<Integer> ranks = asked.ranks(hosts);
      if (ranks.size() != 1) {
        throw CommandException.usage("--ranks takes one number for " + kernel + ".");
      }
      KernelCost cost = cost(isSumma, ranks.getFirst(), hosts, platform);
      isSame =
          isSame
              && asked.unscaled() != null
              && cost(isSumma, ranks.getFirst(), hosts, asked.unscaled()).time() == cost.time();
      progress.done();
      double before = times.isEmpty() ? Double.NaN : times.getLast();
      times.add(cost.time());
      last = cost;
      rows.add(
          List.of(
              Integer.toString(hosts),
              Integer.toString(ranks.getFirst()),
              PredictedText.time(cost.communication().time()),
              PredictedText.time(cost.computation()),
              PredictedText.time(cost.time()),
              times.size() == 1
                  ? ""
                  : String.format(Locale.ROOT, "%.0f %%", 100 * (1 - cost.time() / before))));
    }
    PredictedText.table(rows).forEach(out::println);
    if (isSame) {
      out.println("--scale " + asked.scale() + " changes nothing of this.");
    }
    if (hostCounts.size() > 1) {
      out.println();
      out.println(answer(hostCounts, times));
    }
    if (asked.explain() && last != null) {
      explain(last.communication());
    }
  }

  /// The number of hosts from which the next one saves less than asked for.
  private String answer(List<Integer> hostCounts, List<Double> times) {
    for (int i = 1; i < times.size(); i++) {
      double saved = 100 * (1 - times.get(i) / times.get(i - 1));
      if (saved < asked.pays()) {
        return String.format(
            Locale.ROOT,
            "It deserves %d host%s: %d would save %.1f %%, less than %s %%.",
            hostCounts.get(i - 1),
            hostCounts.get(i - 1) == 1 ? "" : "s",
            hostCounts.get(i),
            saved,
            number(asked.pays()));
      }
    }
    return "It deserves all %d hosts: each saves %s %% or more."
        .formatted(hostCounts.getLast(), number(asked.pays()));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private KernelCost cost(boolean isSumma, int ranks, int hosts, Platform platform) {
    var communicator = new Communicator(mapping(ranks, hosts));
    double[] weights = weights(ranks);
    var evaluator = new TauLopFrac(Contention.BOTH_ENDS);
    double scale = scale(isSumma);
    double[] speeds = new double[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      speeds[rank] = scale * weights[rank];
    }
    int cells = isSumma ? asked.size() / asked.block() : asked.size();
    Partition partition = Partition.of(cells, cells, weights);
    return isSumma
        ? SummaCost.of(partition, asked.block(), communicator, speeds, platform, evaluator)
        : WaveCost.of(partition, communicator, speeds, platform, evaluator);
  }

  /// The speed of a rank of weight 1, in operations or cells per microsecond: as asked for, else as
  /// measured, else a usual one.
  private double scale(boolean isSumma) {
    // Gflop/s are 1000 operations in a microsecond; millions of cells per second are cells in one.
    double unit = isSumma ? 1000 : 1;
    double usual = isSumma ? 10 : 200;
    Double measured =
        platform.computing().rates().get(isSumma ? Computing.PRODUCT : Computing.STENCIL);
    return asked.speed() != null
        ? unit * asked.speed()
        : measured != null ? measured : unit * usual;
  }

  private Mapping mapping(int ranks, int hosts) {
    return PredictQuestion.mapping(asked.mappings(hosts).getFirst(), ranks, hosts);
  }

  private double[] weights(int ranks) {
    double[] weights = new double[ranks];
    String[] given = asked.speeds() == null ? new String[] {"1"} : asked.speeds().split(",");
    for (int rank = 0; rank < ranks; rank++) {
      String word = given[rank % given.length].strip();
      try {
        weights[rank] = Double.parseDouble(word);
      } catch (NumberFormatException e) {
        throw CommandException.usage("--speeds: \"%s\" is no number.".formatted(word));
      }
      if (!(weights[rank] >= 1 / MOST_RATIO && weights[rank] <= MOST_RATIO)) {
        throw CommandException.usage(
            "--speeds: %s is not possible; speeds are from 0.001 to 1000.".formatted(word));
      }
    }
    return weights;
  }

  private void explain(TauLopCost cost) {
    out.println();
    out.println("The communication of the last line:");
    ExplainedCost.print(cost, out);
  }
}
