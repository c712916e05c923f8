// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import weft.World;
import weft.apps.common.AssumedPlatform;
import weft.apps.common.CheckedPartition;
import weft.apps.common.ResultsPage;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.Elements;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;
import weft.model.Contention;
import weft.model.TauLopFrac;
import weft.model.kernel.PartitionChoice;
import weft.model.kernel.SummaCost;
import weft.model.partition.Partition;
import weft.model.partition.WorkTimes;

/// Multiplies on equal rectangles, and on rectangles in proportion to the speeds of ranks, and
/// compares.
final class Summa {
  private static final int SAMPLE = 256;
  private static final double SAMPLE_SECONDS = 0.1;

  /// The greatest error of the product, in units of rounding.
  private static final double LIMIT = 1;

  private final World world;
  private final Group all;
  private final SummaOptions options;
  private final Kernels kernels;
  private final int slowness;
  private final Elements ofA;
  private final Elements ofB;

  Summa(World world, Group all, SummaOptions options) {
    this.world = world;
    this.all = all;
    this.options = options;
    this.kernels = LinearAlgebra.kernels(all, options.blas());
    this.slowness = options.throttle().times(world.rank());
    this.ofA = Elements.random(options.seed());
    this.ofB = Elements.random(options.seed() + 1);
  }

  /// @return false if a check failed
  boolean run() {
    double[] equal = new double[world.size()];
    Arrays.fill(equal, 1);
    double[] speeds = speeds();
    double[] weights = options.weights().length == 0 ? speeds : options.weights();
    var text = new Formatter(new StringBuilder(), Locale.ROOT);
    text.format(
        "linalg summa: order %d, blocks of %d, %d ranks (%s), %s%n",
        options.n(), options.block(), world.size(), world.transport(), kernels.name());
    text.format("  speeds, GF/s: %s%n", list(speeds));
    var report =
        new SummaReport(
            "Order %d in cells of %d, %d ranks (%s), %s"
                .formatted(
                    options.n(), options.block(), world.size(), world.transport(), kernels.name()),
            speeds);
    int cells = Math.ceilDiv(options.n(), options.block());
    double[] before =
        product("Equal rectangles", CheckedPartition.of(cells, cells, equal), text, report);
    double[] after =
        options.isAuto()
            ? arranged(cells, speeds, text, report)
            : product(
                "Weights " + list(weights),
                CheckedPartition.of(cells, cells, weights),
                text,
                report);
    double ideal =
        Arrays.stream(speeds).average().orElse(1) / Arrays.stream(speeds).min().orElse(1);
    text.format("  gain %.2f; by the speeds at most %.2f%n", before[0] / after[0], ideal);
    if (world.rank() == 0) {
      report.gain(before[0] / after[0], ideal);
      ResultsPage.of(world, options.report()).write(report.page());
      if (options.report() != null) {
        text.format("  %s written%n", options.report());
      }
      System.out.print(text);
    }
    return !(Math.max(before[1], after[1]) > LIMIT)
        && !Double.isNaN(before[1])
        && !Double.isNaN(after[1]);
  }

  /// Multiplies on the arrangement of rectangles of the least predicted time.
  private double[] arranged(int cells, double[] speeds, Formatter text, SummaReport report) {
    AssumedPlatform assumed = AssumedPlatform.of(world, all);
    double[] flopsPerMicro = Arrays.stream(speeds).map(speed -> speed * 1e3).toArray();
    List<WorkTimes> ranks = Arrays.stream(speeds).mapToObj(WorkTimes::constant).toList();
    var choice =
        PartitionChoice.of(
            cells,
            cells,
            ranks,
            partition ->
                SummaCost.of(
                        partition,
                        options.block(),
                        assumed.ranks(),
                        flopsPerMicro,
                        assumed.platform(),
                        new TauLopFrac(Contention.BOTH_ENDS))
                    .time());
    text.format(
        "  partition: the best of %d arrangements, %.3f s by prediction%n",
        choice.arrangements(), choice.micros() * 1e-6);
    return product("Least predicted time", choice.partition(), text, report);
  }

  /// Multiplies on rectangles. Returns the seconds of the slowest rank, and the error.
  private double[] product(String name, Partition partition, Formatter text, SummaReport report) {
    try (var product =
        new RectangleProduct(
            world, all, kernels, partition, options.n(), options.block(), slowness)) {
      product.fill(ofA, ofB);
      all.barrier();
      timed(product); // warm-up
      double seconds = timed(product);
      long words = all.allreduce(product.received(), Operator.SUM);
      double n = options.n();
      text.format(
          "  %s: %.3f s, %.1f GF/s, %d words received%n",
          name, seconds, 2e-9 * n * n * n / seconds, words);
      report.product(name, partition, seconds);
      for (int rank = 0; rank < world.size(); rank++) {
        text.format("    rank %d: %s blocks%n", rank, partition.rectangle(rank));
      }
      double error = options.check() ? error(product) : 0;
      if (options.check()) {
        text.format(
            "    ‖C·v − A·(B·v)‖ / (ε n ‖A‖ ‖B‖ ‖v‖): %.3g (limit %.3g)%s%n",
            error, LIMIT, error <= LIMIT ? "" : "  FAILED");
      }
      all.barrier(); // other ranks read this rank's part until here
      return new double[] {seconds, error};
    }
  }

  /// Multiplies for a while, once at least, and returns the median of the seconds that the slowest
  /// rank took.
  private double timed(RectangleProduct product) {
    var times = new ArrayList<Double>();
    double whole = 0;
    while (whole < SAMPLE_SECONDS) {
      all.barrier();
      long from = System.nanoTime();
      product.multiply();
      double seconds = all.allreduce((System.nanoTime() - from) * 1e-9, Operator.MAX);
      times.add(seconds);
      whole += seconds;
    }
    Collections.sort(times);
    return times.get(times.size() / 2);
  }

  /// Measures the GF/s of each rank with its slowness, on all ranks at once.
  private double[] speeds() {
    MemorySegment memory = world.heap().allocate(3L * SAMPLE * SAMPLE * Double.BYTES);
    Tile[] tiles = new Tile[3];
    for (int i = 0; i < 3; i++) {
      tiles[i] = Tile.packed(memory, (long) i * SAMPLE * SAMPLE, SAMPLE, SAMPLE);
      tiles[i].fill(1);
    }
    double[] speeds = new double[world.size()];
    for (int round = 0; round < 2; round++) { // the first one is a warm-up
      all.barrier();
      long from = System.nanoTime();
      int count = 0;
      double seconds = 0;
      while (seconds < SAMPLE_SECONDS) {
        for (int again = 0; again < slowness; again++) {
          kernels.gemm(1, tiles[0], Op.PLAIN, tiles[1], Op.PLAIN, 0, tiles[2]);
        }
        count++;
        seconds = (System.nanoTime() - from) * 1e-9;
      }
      Arrays.fill(speeds, 0);
      speeds[world.rank()] = 2e-9 * SAMPLE * SAMPLE * SAMPLE * count / seconds;
      all.allreduce(speeds, Operator.SUM);
    }
    world.heap().free(memory);
    return speeds;
  }

  /// The error of a product. Each rank computes some rows of A and B again.
  private double error(RectangleProduct product) {
    int n = options.n();
    Elements random = Elements.random(options.seed() + 2);
    double[] v = new double[n];
    for (int i = 0; i < n; i++) {
      v[i] = random.at(i, 0);
    }
    double[] bv = times(ofB, v);
    double[] abv = times(ofA, bv);
    double[] cv = product.times(v);
    all.allreduce(cv, Operator.SUM);
    double error = 0;
    for (int i = 0; i < n; i++) {
      error = Math.max(error, Math.abs(cv[i] - abv[i]));
      if (Double.isNaN(cv[i])) {
        return Double.NaN;
      }
    }
    // Elements are at most ½, so n/2 bounds the norms of A and B, and ½ bounds that of v.
    return error / (0x1p-53 * n * (n / 2.0) * (n / 2.0) * 0.5);
  }

  private double[] times(Elements elements, double[] v) {
    double[] result = new double[v.length];
    for (int i = world.rank(); i < v.length; i += world.size()) {
      for (int j = 0; j < v.length; j++) {
        result[i] = Math.fma(elements.at(i, j), v[j], result[i]);
      }
    }
    all.allreduce(result, Operator.SUM);
    return result;
  }

  private static String list(double[] values) {
    var text = new StringBuilder();
    for (double value : values) {
      text.append(text.isEmpty() ? "" : ", ").append(String.format(Locale.ROOT, "%.3g", value));
    }
    return text.toString();
  }
}
