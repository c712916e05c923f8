// SPDX-License-Identifier: Apache-2.0
package weft.bench.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.bench.BenchException;
import weft.calibrate.Calibration;
import weft.model.Communicator;
import weft.model.Contention;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TauLopFrac;
import weft.model.TimeTable;
import weft.model.kernel.KernelCost;
import weft.model.kernel.SummaCost;
import weft.model.kernel.WaveCost;
import weft.model.measured.Statistics;
import weft.model.partition.Partition;
import weft.model.points.PointModel;

/// Whole programs beside what models predict of them: Wave2D and SUMMA on two ranks. The speed of
/// computing is the program's own; the models predict what communication adds.
final class Programs {
  private static final Pattern UPDATES = Pattern.compile("([0-9.]+) million cell updates/s");
  private static final Pattern SPEEDS = Pattern.compile("speeds, GF/s: (.*)");
  private static final Pattern PRODUCT = Pattern.compile("Equal rectangles: ([0-9.]+) s");
  private static final int RANKS = 2;
  private static final int TIMES = 3;

  /// The steps of Wave2D on a million cells: some seconds, of which compilers take a small part.
  private static final int STEPS = 4000;

  /// The sizes between which a model's line is drawn as a table.
  private static final long[] SIZES = {0, 1, 1L << 30};

  /// A program with one size.
  ///
  /// @param name for people
  /// @param micros what a step or a product took, the median of several runs
  private record Measured(String name, double micros, Predictor predictor) {}

  /// The cost of the program on a platform.
  private interface Predictor {
    KernelCost on(Platform platform);
  }

  /// A measured program and what a model predicts, in microseconds.
  record Row(String program, double measured, double computation, List<Double> predicted) {}

  private Programs() {}

  /// Runs the programs, and predicts them on each of `platforms`.
  static List<Row> rows(boolean isQuick, List<Platform> platforms) {
    List<Measured> all = new ArrayList<>();
    for (int size : isQuick ? new int[] {512} : new int[] {256, 512, 1024}) {
      all.add(wave(size));
    }
    for (int block : isQuick ? new int[] {64} : new int[] {32, 64, 128}) {
      all.add(summa(isQuick ? 512 : 1024, block));
    }
    return all.stream()
        .map(it -> {
          List<KernelCost> costs = platforms.stream().map(it.predictor::on).toList();
          return new Row(
              it.name,
              it.micros,
              costs.getFirst().computation(),
              costs.stream().map(KernelCost::time).toList());
        })
        .toList();
  }

  /// The channel of a model without contention, as a platform.
  static Platform platform(String name, PointModel model) {
    double[][] times = new double[SIZES.length][1];
    double start = model.message(0, 1, SIZES[0]);
    for (int i = 0; i < SIZES.length; i++) {
      times[i][0] = Math.max(0, model.message(0, 1, SIZES[i]) - start);
    }
    TimeTable overhead = new TimeTable(new long[] {0}, new int[] {1}, new double[][] {{start}});
    TimeTable transfer = new TimeTable(SIZES, new int[] {1}, times);
    return Platform.of(name, new CostChannel("memory", overhead, transfer, 1));
  }

  private static Communicator ranks() {
    return new Communicator(Mapping.blocks(RANKS, 1));
  }

  /// A step of Wave2D. What a rank computes is measured on half the grid, beside another job that
  /// does the same: two cores may share caches and units.
  private static Measured wave(int size) {
    Partition cells = Partition.of(size, size, new double[] {1, 1});
    int width = cells.rectangle(0).width();
    int height = cells.rectangle(0).height();
    var other = CompletableFuture.supplyAsync(() -> updates(1, width, height));
    double alone = (updates(1, width, height) + other.join()) / 2;
    double together = updates(RANKS, size, size);
    double[] speeds = {alone, alone};
    return new Measured(
        "wave2d %d x %d, a step".formatted(size, size),
        (double) size * size / together,
        platform ->
            WaveCost.of(cells, ranks(), speeds, platform, new TauLopFrac(Contention.BOTH_ENDS)));
  }

  /// Millions of cells in a second, which are cells in a microsecond.
  private static double updates(int ranks, int width, int height) {
    return median(
        List.of(
            "-n",
            "" + ranks,
            "--transport",
            "shm",
            "wave2d",
            "--size",
            width + "x" + height,
            "--steps",
            "" + ((long) STEPS << 20) / ((long) width * height)),
        UPDATES);
  }

  private static double median(List<String> words, Pattern pattern) {
    double[] found = new double[TIMES];
    for (int i = 0; i < TIMES; i++) {
      found[i] = Double.parseDouble(find(pattern, Calibration.program(words)));
    }
    return Statistics.quantile(0.5, found);
  }

  private static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new BenchException("\"" + pattern + "\" is not in: " + text.strip());
    }
    return matcher.group(1);
  }

  /// A product of SUMMA. The program measures the speeds of its ranks itself.
  private static Measured summa(int n, int block) {
    int cells = n / block;
    double[] seconds = new double[TIMES];
    double[][] speeds = new double[TIMES][];
    for (int i = 0; i < TIMES; i++) {
      String text =
          Calibration.program(
              List.of(
                  "-n",
                  "" + RANKS,
                  "--transport",
                  "shm",
                  "linalg",
                  "summa",
                  "--n",
                  "" + n,
                  "--block",
                  "" + block));
      seconds[i] = Double.parseDouble(find(PRODUCT, text));
      speeds[i] =
          Arrays.stream(find(SPEEDS, text).split(", *"))
              .mapToDouble(it -> 1000 * Double.parseDouble(it.strip()))
              .toArray();
    }
    double[] usual = new double[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      int at = rank;
      usual[rank] =
          Statistics.quantile(0.5, Arrays.stream(speeds).mapToDouble(it -> it[at]).toArray());
    }
    Partition blocks = Partition.of(cells, cells, new double[] {1, 1});
    return new Measured(
        "summa of order %d in blocks of %d".formatted(n, block),
        1e6 * Statistics.quantile(0.5, seconds),
        platform ->
            SummaCost.of(
                blocks, block, ranks(), usual, platform, new TauLopFrac(Contention.BOTH_ENDS)));
  }
}
