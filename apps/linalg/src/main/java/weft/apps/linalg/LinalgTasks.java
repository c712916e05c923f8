// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.Cholesky;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.Lu;
import weft.linalg.Qr;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Carries out what the options ask for, and takes the time.
final class LinalgTasks {
  /// What HPL takes for right.
  private static final double HPL_LIMIT = 16;

  private static final String RESIDUAL = "‖A·x − b‖ / (ε (‖A‖ ‖x‖ + ‖b‖) n)";

  /// What the tests of ScaLAPACK take for right.
  private static final double QR_LIMIT = 5;

  private static final double EPSILON = 0x1p-53;
  private static final int SAMPLE = 256;
  private static final double SAMPLE_SECONDS = 0.1;

  /// A step of iterative refinement mends what growth has spoilt.
  private static final double REFINE_ABOVE = 1;

  private final Grid grid;
  private final Group all;
  private final World world;
  private final Options options;
  private final long n;
  private final Elements elements;
  private final List<Result.Check> checks = new ArrayList<>();

  LinalgTasks(World world, Grid grid, Options options) {
    this.world = world;
    this.all = Group.world(world);
    this.grid = grid;
    this.options = options;
    this.n = options.n();
    this.elements = options.kind().elements(options.seed(), n);
  }

  Result run() {
    double local = localRate();
    return switch (options.task()) {
      case GEMM -> gemm(local);
      case LU -> lu(local);
      case CHOLESKY -> cholesky(local);
      case QR -> qr(local);
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

  /// All ranks at once, each its own product: what the machine can give.
  private double localRate() {
    MemorySegment memory = world.heap().allocate(3L * SAMPLE * SAMPLE * Double.BYTES);
    Tile[] tiles = new Tile[3];
    for (int i = 0; i < 3; i++) {
      tiles[i] = Tile.packed(memory, (long) i * SAMPLE * SAMPLE, SAMPLE, SAMPLE);
      tiles[i].fill(1);
    }
    double rate = 0;
    // The first round warms up.
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

  private DistributedMatrix sides() {
    return grid.matrix(n, options.sides(), options.block(), Elements.random(options.seed() + 1));
  }

  private Result gemm(double local) {
    Elements other = Elements.random(options.seed() + 2);
    try (DistributedMatrix a = grid.matrix(n, n, options.block(), elements);
        DistributedMatrix b = grid.matrix(n, n, options.block(), other);
        DistributedMatrix c = grid.matrix(n, n, options.block())) {
      long from = begin();
      c.gemm(1, a, Op.PLAIN, b, Op.PLAIN, 0);
      double seconds = since(from);
      if (options.check()) {
        checkProduct(a, b, c);
      }
      return new Result(seconds, 2.0 * n * n * n, 0, local, checks);
    }
  }

  /// C·v against A·(B·v), for random v: a wrong product passes with probability 0.
  private void checkProduct(DistributedMatrix a, DistributedMatrix b, DistributedMatrix c) {
    try (DistributedMatrix v = sides();
        DistributedMatrix bv = b.times(v);
        DistributedMatrix abv = a.times(bv);
        DistributedMatrix cv = c.times(v)) {
      double size = a.infinityNorm() * b.infinityNorm() * v.infinityNorm() * n * EPSILON;
      double error = cv.add(-1, abv).infinityNorm();
      checks.add(
          new Result.Check(
              "‖C·v − A·(B·v)‖ / (ε n ‖A‖ ‖B‖ ‖v‖)", error == 0 ? 0 : error / size, 1));
    }
  }

  private Result lu(double local) {
    try (DistributedMatrix a = grid.matrix(n, n, options.block(), elements)) {
      double greatest = a.greatest();
      long from = begin();
      try (Lu lu = a.lu(options.blocking())) {
        double seconds = since(from);
        double solving = 0;
        try (DistributedMatrix b = sides()) {
          from = begin();
          try (DistributedMatrix x = lu.solve(b)) {
            solving = since(from);
            if (options.check()) {
              double growth = lu.factors().greatest() / greatest;
              checks.add(new Result.Check("growth", growth, Double.POSITIVE_INFINITY));
              checkSolution(a, x, b, () -> lu.refine(a, b, x));
            }
          }
        }
        return new Result(seconds, 2.0 / 3 * n * n * n, solving, local, checks);
      }
    }
  }

  private Result cholesky(double local) {
    try (DistributedMatrix a = grid.matrix(n, n, options.block(), elements)) {
      long from = begin();
      try (Cholesky cholesky = a.cholesky(options.blocking())) {
        double seconds = since(from);
        double solving = 0;
        try (DistributedMatrix b = sides()) {
          from = begin();
          try (DistributedMatrix x = cholesky.solve(b)) {
            solving = since(from);
            if (options.check()) {
              checkSolution(a, x, b, () -> cholesky.refine(a, b, x));
            }
          }
        }
        return new Result(seconds, 1.0 / 3 * n * n * n, solving, local, checks);
      }
    }
  }

  private Result qr(double local) {
    try (DistributedMatrix a = grid.matrix(n, n, options.block(), elements)) {
      long from = begin();
      try (Qr qr = a.qr(options.blocking())) {
        double seconds = since(from);
        double solving = 0;
        try (DistributedMatrix b = sides()) {
          from = begin();
          try (DistributedMatrix x = qr.solve(b)) {
            solving = since(from);
            if (options.check()) {
              checkQr(a, qr);
              double residual = a.residual(x, b);
              checks.add(new Result.Check(RESIDUAL, residual, HPL_LIMIT));
            }
          }
        }
        return new Result(seconds, 4.0 / 3 * n * n * n, solving, local, checks);
      }
    }
  }

  private void checkQr(DistributedMatrix a, Qr qr) {
    double unit = n * EPSILON;
    try (DistributedMatrix r = qr.r();
        DistributedMatrix product = qr.timesQ(r, Op.PLAIN);
        DistributedMatrix identity = grid.matrix(n, n, options.block(), Elements.identity());
        DistributedMatrix q = qr.timesQ(identity, Op.PLAIN)) {
      double error = product.add(-1, a).oneNorm() / (a.oneNorm() * unit);
      checks.add(new Result.Check("‖A − Q·R‖ / (n ‖A‖ ε)", error, QR_LIMIT));
      identity.gemm(-1, q, Op.TRANSPOSED, q, Op.PLAIN, 1);
      checks.add(new Result.Check("‖I − Qᵀ·Q‖ / (n ε)", identity.oneNorm() / unit, QR_LIMIT));
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
