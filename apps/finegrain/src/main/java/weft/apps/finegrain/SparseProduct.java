// SPDX-License-Identifier: Apache-2.0
package weft.apps.finegrain;

import java.util.Arrays;
import java.util.Locale;
import weft.World;
import weft.apps.common.AppProgram;
import weft.apps.common.Headline;
import weft.collective.Group;
import weft.collective.Operator;
import weft.options.Options;
import weft.overlap.Channel;
import weft.overlap.OverlapLoop;
import weft.overlap.StepRecords;
import weft.overlap.Tuner;
import weft.overlap.WordChannel;

/// Products of a distributed sparse matrix with a vector: each rank needs elements of the vector
/// that others have. They travel before the rows are computed, or while rows are that need none.
public final class SparseProduct {
  private static final String ABOUT =
      """
      spmv [options]

      Multiplies a sparse matrix with a vector again and again. Ranks exchange the elements that they
      need, then multiply; or, in an overlap loop, they multiply while the elements travel. The
      products are checked against sequential ones.
      """;

  /// Nanoseconds of a core for a row of a product.
  private static final int NANOS = 45;

  /// Rows that are one local computation.
  private static final int BLOCK = 256;

  /// The products that are checked.
  private static final int CHECKED = 3;

  private static final double TOLERANCE = 1e-12;

  private final World world;
  private final Group group;
  private final OverlapLoop loop;
  private final WordChannel elements;
  private final WordChannel needs;

  private SparseRows.Shape shape = new SparseRows.Shape(0, 1, 0);
  private SparseRows matrix = new SparseRows(shape, 0, 0);
  private double[] vector = {};
  private double[] result = {};
  private double[] ghosts = {};

  /// For each rank, the index in [#ghosts] of its next element, and of its first one.
  private int[] next = {};

  private int[] begins = {};

  /// For each rank, the elements of this rank's vector that it needs.
  private final int[][] wanted;

  private final int[] wantedCount;
  private Tuner tuner = Tuner.fixed(1);

  private SparseProduct(World world) {
    this.world = world;
    this.group = Group.world(world);
    this.wanted = new int[world.size()][0];
    this.wantedCount = new int[world.size()];
    this.loop = OverlapLoop.of(world);
    // Elements arrive in the order of the columns, so they need no numbers.
    this.elements =
        loop.words(
            "spmv.elements",
            (source, bits) -> ghosts[next[source]++] = Double.longBitsToDouble(bits));
    this.needs = Channel.words(world, "spmv.needs", this::onNeed);
  }

  private void onNeed(int source, long element) {
    int count = wantedCount[source]++;
    if (count == wanted[source].length) {
      wanted[source] = Arrays.copyOf(wanted[source], 2 * count + 16);
    }
    wanted[source][count] = (int) element;
  }

  /// Runs the program; `--help` shows its options.
  public static void main(String[] args) {
    AppProgram.launch("spmv", args, SparseProduct::run);
  }

  private record Settings(int rows, int far, int steps, int rounds, double p, long seed) {
    static Settings parse(World world) {
      int most = Integer.MAX_VALUE / 64 / world.size();
      var given = new Options("spmv", ABOUT, world.args());
      var settings =
          new Settings(
              given.count("rows N", 200_000, 1, most, "rows of the matrix on each rank"),
              given.count(
                  "far N", 16, 1, 1 << 30, "one row in N has a column anywhere in the matrix"),
              given.count("steps N", 20, 1, 1 << 20, "products in each round"),
              given.count("rounds N", 5, 1, 10_000, "rounds"),
              given.count(
                  "p P", -1, 0, 1 << 20, "blocks of rows between two polls; tuned unless given"),
              given.whole("seed S", 1, "the seed of the matrix"));
      given.end();
      return settings;
    }
  }

  static void run(World world) {
    Settings options = AppProgram.options(world, () -> Settings.parse(world));
    if (options == null) {
      return;
    }
    var product = new SparseProduct(world);
    world.start();
    product.prepare(options);
    product.measure(options);
  }

  private void prepare(Settings options) {
    int size = world.size();
    shape = new SparseRows.Shape(options.rows() * size, options.far(), options.seed());
    int from = shape.first(world.rank(), size);
    matrix = new SparseRows(shape, from, shape.first(world.rank() + 1, size));
    result = new double[matrix.rows];
    ghosts = new double[matrix.ghosts.length];
    next = new int[size];
    begins = new int[size];
    var expected = new int[size];
    int ghost = 0;
    for (int owner = 0; owner < size; owner++) {
      begins[owner] = ghost;
      int first = shape.first(owner, size);
      int end = shape.first(owner + 1, size);
      for (; ghost < ghosts.length && matrix.ghosts[ghost] < end; ghost++) {
        needs.push(owner, matrix.ghosts[ghost] - first);
      }
      expected[owner] = ghost - begins[owner];
    }
    world.quiesce();
    tuner = options.p() < 0 ? Tuner.logQuadratic(8) : Tuner.fixed(options.p());
    loop.expect(expected).send(elements, new Elements());
  }

  /// The elements of the vector that others need.
  private final class Elements implements StepRecords {
    @Override
    public int count(int target) {
      return wantedCount[target];
    }

    @Override
    public boolean tryPush(int target, int index) {
      return elements.tryPush(target, Double.doubleToRawLongBits(vector[wanted[target][index]]));
    }
  }

  private void measure(Settings options) {
    double rows = (double) options.rows() * world.size();
    double products = (options.rounds() + 1.0) * (options.steps() + CHECKED) * 2;
    // Each rank also computes the products of the whole matrix, to check its own.
    double checks = (options.rounds() + 1.0) * 2 * CHECKED * world.size();
    Headline.print(
        world,
        "spmv: %d rounds of %d products with %d rows of each rank, about %d elements in each"
            .formatted(options.rounds(), options.steps(), options.rows(), SparseRows.NEAR + 1),
        Headline.shared(world, (products + checks) * rows * NANOS * 1e-9));
    var rounds = new Rounds(group, options.rounds(), "exchange, then multiply", "overlap loop");
    rounds.run(
        () -> multiply(options.steps(), false), () -> multiply(options.steps(), true), this::check);
    long sent = group.allreduce((long) Arrays.stream(wantedCount).sum(), Operator.SUM);
    if (world.rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "  %d elements of the vector sent in a product, p %.1f at the end%n",
          sent,
          loop.last().p());
      System.out.print(rounds.text("products", options.steps()));
      System.out.println("  verified: the first products are those of a sequential computation");
      System.out.print(rounds.gain("products"));
    }
  }

  private static double start(int index) {
    return 1 + (index * 0x9E3779B97F4A7C15L >>> 40) * 0x1p-24;
  }

  private void multiply(int steps, boolean overlapped) {
    int from = shape.first(world.rank(), world.size());
    vector = new double[matrix.rows];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = start(from + i);
    }
    int blocks = overlapped ? (matrix.rows + BLOCK - 1) / BLOCK : 0;
    // Steps that overlap nothing say nothing about p.
    loop.tune(overlapped ? tuner : Tuner.fixed(1));
    loop.compute(
        blocks,
        block ->
            matrix.multiplyOwn(
                block * BLOCK, Math.min(matrix.rows, (block + 1) * BLOCK), vector, result));
    for (int step = 0; step < steps; step++) {
      System.arraycopy(begins, 0, next, 0, next.length);
      loop.run();
      if (!overlapped) {
        matrix.multiplyOwn(0, matrix.rows, vector, result);
      }
      matrix.addFar(ghosts, result);
      double[] old = vector;
      vector = result;
      result = old;
    }
  }

  /// Compares the first products of both ways with those of the whole matrix, which each rank
  /// computes alone. Not timed.
  private void check() {
    multiply(CHECKED, false);
    double[] exchanged = vector;
    multiply(CHECKED, true);
    double[] expected = new double[shape.rows()];
    Arrays.setAll(expected, SparseProduct::start);
    for (int step = 0; step < CHECKED; step++) {
      expected = shape.product(expected);
    }
    int from = shape.first(world.rank(), world.size());
    long wrong = 0;
    for (int i = 0; i < vector.length; i++) {
      double right = expected[from + i];
      wrong +=
          Math.abs(vector[i] - right) <= TOLERANCE * right && vector[i] == exchanged[i] ? 0 : 1;
    }
    wrong = group.allreduce(wrong, Operator.SUM);
    if (wrong > 0) {
      throw new IllegalStateException(wrong + " elements of a product are wrong");
    }
  }
}
