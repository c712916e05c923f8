// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.apps.common.BadInputException;
import weft.apps.common.ProgressLine;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.MatrixFileException;
import weft.linalg.Qr;
import weft.linalg.ReceivedWords;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Carries out the task of the options, and measures its time.
final class LinalgTasks {
  /// The greatest residual that HPL accepts.
  private static final double HPL_LIMIT = 16;

  private static final String RESIDUAL = "‖A·x − b‖ / (ε (‖A‖ ‖x‖ + ‖b‖) n)";

  /// The greatest error that the tests of ScaLAPACK accept.
  private static final double QR_LIMIT = 5;

  private static final double EPSILON = 0x1p-53;
  private static final int SAMPLE = 512;
  private static final double SAMPLE_SECONDS = 0.03;

  /// Above this residual, one step of iterative refinement repairs the loss of accuracy by growth.
  private static final double REFINE_ABOVE = 1;

  private final Grid grid;
  private final Group all;
  private final World world;
  private final TaskOptions options;
  private final long n;
  private final Elements elements;
  private final List<Result.Check> checks = new ArrayList<>();
  private final ProgressLine progress;
  private final int block;

  LinalgTasks(World world, Grid grid, TaskOptions options) {
    this.world = world;
    this.all = Group.world(world);
    this.grid = grid;
    this.options = options;
    this.n = options.n();
    this.elements = options.kind().elements(options.seed(), n);
    this.block = options.block() == 0 ? grid.defaultBlock(n, n) : options.block();
    this.progress = new ProgressLine("linalg " + options.task() + ": column", grid.isFirst());
  }

  Result run() {
    double local = localRate();
    return switch (options.task()) {
      case GEMM -> gemm(local);
      case LU, CHOLESKY, LDLT, QR, SOLVE -> solve(local);
    };
  }

  /// Seconds of the slowest rank since `from`, a time of [System#nanoTime].
  private double since(long from) {
    return all.allreduce((System.nanoTime() - from) * 1e-9, Operator.MAX);
  }

  private long begin() {
    all.barrier();
    return System.nanoTime();
  }

  /// Begins a long computation, whose progress a terminal shows. Returns the time.
  private long beginLong() {
    grid.onProgress(progress::at);
    grid.traffic();
    progress.begin();
    return begin();
  }

  private double sinceLong(long from) {
    double seconds = since(from);
    grid.onProgress((done, of) -> {});
    progress.done();
    return seconds;
  }

  /// Measures local products on all ranks at once, as the machine's limit.
  private double localRate() {
    MemorySegment memory = world.heap().allocate(3L * SAMPLE * SAMPLE * Double.BYTES);
    Tile[] tiles = new Tile[3];
    for (int i = 0; i < 3; i++) {
      tiles[i] = Tile.packed(memory, (long) i * SAMPLE * SAMPLE, SAMPLE, SAMPLE);
      tiles[i].fill(1);
    }
    double rate = 0;
    // The first round is a warm-up.
    for (int round = 0; round < 2; round++) {
      long from = begin();
      int count = 0;
      double seconds = 0;
      while (seconds < SAMPLE_SECONDS) {
        grid.kernels().gemm(1, tiles[0], Op.PLAIN, tiles[1], Op.PLAIN, 0, tiles[2]);
        count++;
        seconds = (System.nanoTime() - from) * 1e-9;
      }
      rate = all.allreduce(2e-9 * SAMPLE * SAMPLE * SAMPLE * count / seconds, Operator.SUM);
    }
    world.heap().free(memory);
    return rate;
  }

  /// The traffic of the rank that receives most.
  private String traffic() {
    ReceivedWords mine = grid.traffic();
    long words = all.allreduce(mine.words(), Operator.MAX);
    long operations = all.allreduce(mine.operations(), Operator.MAX);
    return "a rank receives up to %d words in %d operations".formatted(words, operations);
  }

  private DistributedMatrix sides(long rows) {
    return grid.matrix(rows, options.sides(), block, Elements.random(options.seed() + 1));
  }

  /// The product with a random matrix, or with the matrix in the file of `--rhs`.
  private Result gemm(double local) {
    Path other = options.rhs();
    try (DistributedMatrix a = matrix();
        DistributedMatrix b =
            other == null
                ? grid.matrix(a.columns(), a.columns(), block, Elements.random(options.seed() + 2))
                : read(other)) {
      if (a.columns() != b.rows()) {
        throw new BadInputException(
            "a matrix of %d × %d cannot be multiplied by one of %d × %d"
                .formatted(a.rows(), a.columns(), b.rows(), b.columns()));
      }
      return gemm(local, a, b);
    }
  }

  private Result gemm(double local, DistributedMatrix a, DistributedMatrix b) {
    try (DistributedMatrix c = grid.matrix(a.rows(), b.columns(), block)) {
      long from = beginLong();
      c.gemm(1, a, Op.PLAIN, b, Op.PLAIN, 0);
      double seconds = sinceLong(from);
      String traffic = traffic();
      if (options.check()) {
        checkProduct(a, b, c);
      }
      if (options.out() != null) {
        c.write(options.out());
      }
      return new Result(
          seconds, 2.0 * a.rows() * a.columns() * b.columns(), 0, local, checks, List.of(traffic));
    }
  }

  /// An error in its unit: 0 of an empty matrix.
  private static double quotient(double error, double unit) {
    return error == 0 ? 0 : error / unit;
  }

  /// Compares C·v with A·(B·v), for random v. A wrong product passes with probability 0.
  private void checkProduct(DistributedMatrix a, DistributedMatrix b, DistributedMatrix c) {
    try (DistributedMatrix v = sides(b.columns());
        DistributedMatrix bv = b.times(v);
        DistributedMatrix abv = a.times(bv);
        DistributedMatrix cv = c.times(v)) {
      double size = a.infinityNorm() * b.infinityNorm() * v.infinityNorm() * a.columns() * EPSILON;
      double error = cv.add(-1, abv).infinityNorm();
      checks.add(new Result.Check("‖C·v − A·(B·v)‖ / (ε n ‖A‖ ‖B‖ ‖v‖)", quotient(error, size), 1));
    }
  }

  /// Factors A and solves with it.
  private Result solve(double local) {
    Computation task = options.task();
    try (DistributedMatrix a = matrix()) {
      long rows = a.rows();
      long columns = a.columns();
      if (task == Computation.SOLVE) {
        task = rows > columns ? Computation.QR : Computation.LU;
      }
      checkShape(task, a);
      Path rhs = options.rhs();
      try (DistributedMatrix b =
          rhs == null
              ? grid.matrix(rows, options.sides(), block, Elements.random(options.seed() + 1))
              : read(rhs)) {
        checkSides(a, b);
        double greatest = a.greatest();
        long from = beginLong();
        try (Factored factored = Factored.of(task, a, options)) {
          double seconds = sinceLong(from);
          var notes = new ArrayList<>(factored.notes());
          notes.add(traffic());
          from = begin();
          try (DistributedMatrix x = factored.solve(b)) {
            double solving = since(from);
            if (options.check()) {
              check(factored, a, b, x, greatest);
            }
            if (options.out() != null) {
              x.write(options.out());
            }
            return new Result(
                seconds,
                task.operations((double) rows, (double) columns),
                solving,
                local,
                checks,
                notes);
          }
        }
      }
    }
  }

  private DistributedMatrix matrix() {
    Path input = options.input();
    return input == null ? grid.matrix(n, n, block, elements) : read(input);
  }

  private DistributedMatrix read(Path file) {
    try {
      return grid.read(file, block);
    } catch (MatrixFileException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Refuses, before it is factored, a matrix with which the task cannot solve.
  private void checkShape(Computation task, DistributedMatrix a) {
    boolean fits = task == Computation.QR ? a.rows() >= a.columns() : a.rows() == a.columns();
    if (!fits) {
      throw new BadInputException(
          "%s of a matrix of %d × %d: it needs %s"
              .formatted(
                  options.task(),
                  a.rows(),
                  a.columns(),
                  task == Computation.QR || options.task() == Computation.SOLVE
                      ? "at least as many rows as columns"
                      : "a square matrix"));
    }
    if (task == Computation.CHOLESKY || task == Computation.LDLT) {
      checkSymmetric(a);
    }
  }

  private static void checkSides(DistributedMatrix a, DistributedMatrix b) {
    if (a.rows() != b.rows()) {
      throw new BadInputException(
          "the right-hand sides have %d rows, but the matrix is %d × %d"
              .formatted(b.rows(), a.rows(), a.columns()));
    }
  }

  /// Throws if the matrix differs from its transpose.
  private void checkSymmetric(DistributedMatrix a) {
    try (DistributedMatrix transposed = a.transpose()) {
      double error = transposed.add(-1, a).greatest();
      if (error > 0) {
        throw new BadInputException(
            "%s needs a symmetric matrix; this one differs from its transpose by up to %.3g: give lu, or make it symmetric"
                .formatted(options.task(), error));
      }
    }
  }

  private void check(
      Factored factored,
      DistributedMatrix a,
      DistributedMatrix b,
      DistributedMatrix x,
      double greatest) {
    if (factored.qr() != null) {
      checkQr(a, factored.qr());
    }
    if (a.rows() > a.columns()) {
      checkLeastSquares(a, b, x);
      return;
    }
    if (factored.lu() != null) {
      double growth = quotient(factored.lu().factors().greatest(), greatest);
      checks.add(new Result.Check("growth", growth, Double.POSITIVE_INFINITY));
    }
    checkSolution(a, x, b, () -> factored.refine(a, b, x));
  }

  /// The residual of a least-squares problem is orthogonal to all columns.
  private void checkLeastSquares(DistributedMatrix a, DistributedMatrix b, DistributedMatrix x) {
    try (DistributedMatrix rest = b.copy();
        DistributedMatrix normal = grid.matrix(a.columns(), b.columns(), block)) {
      rest.gemm(-1, a, Op.PLAIN, x, Op.PLAIN, 1);
      normal.gemm(1, a, Op.TRANSPOSED, rest, Op.PLAIN, 0);
      double size = a.oneNorm() * (a.oneNorm() * x.oneNorm() + b.oneNorm());
      double error = quotient(normal.oneNorm(), a.rows() * size * EPSILON);
      checks.add(new Result.Check("‖Aᵀ(A·x − b)‖ / (m ‖A‖ (‖A‖ ‖x‖ + ‖b‖) ε)", error, QR_LIMIT));
    }
  }

  private void checkQr(DistributedMatrix a, Qr qr) {
    long m = a.rows();
    long k = Math.min(m, a.columns());
    double unit = Math.max(m, a.columns()) * EPSILON;
    try (DistributedMatrix r = qr.r();
        DistributedMatrix full = grid.matrix(m, a.columns(), block);
        DistributedMatrix product = qr.timesQ(full.put(0, 0, r), Op.PLAIN);
        DistributedMatrix thin = grid.matrix(m, k, block, Elements.identity());
        DistributedMatrix identity = grid.matrix(k, k, block, Elements.identity());
        DistributedMatrix q = qr.timesQ(thin, Op.PLAIN)) {
      double error = quotient(product.add(-1, a).oneNorm(), a.oneNorm() * unit);
      checks.add(new Result.Check("‖A − Q·R‖ / (n ‖A‖ ε)", error, QR_LIMIT));
      identity.gemm(-1, q, Op.TRANSPOSED, q, Op.PLAIN, 1);
      checks.add(
          new Result.Check("‖I − Qᵀ·Q‖ / (n ε)", quotient(identity.oneNorm(), unit), QR_LIMIT));
    }
  }

  private void checkSolution(
      DistributedMatrix a, DistributedMatrix x, DistributedMatrix b, Runnable refine) {
    String name = RESIDUAL;
    double residual = a.residual(x, b);
    if (!(residual <= REFINE_ABOVE)) {
      refine.run();
      name += ", refined once from %.3g".formatted(residual);
      residual = a.residual(x, b);
    }
    checks.add(new Result.Check(name, residual, HPL_LIMIT));
  }
}
