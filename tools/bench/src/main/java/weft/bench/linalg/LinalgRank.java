// SPDX-License-Identifier: Apache-2.0
package weft.bench.linalg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import weft.Weft;
import weft.World;
import weft.bench.collective.Answer;
import weft.bench.collective.Placement;
import weft.bench.collective.rank.DriverLine;
import weft.bench.collective.rank.Errand;
import weft.bench.collective.rank.WarmUp;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.Blocking;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.kernel.Kernels;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// The program of Weft's ranks. Each executes the commands of the driver:
///
/// ```
/// factor TASK N BLOCK WIDTH LOOKAHEAD ROWS COUNT   ok NANOS   the least of COUNT calls; a BLOCK,
///                                                             WIDTH or ROWS of 0 is what Weft chooses
/// local N COUNT                                    ok NANOS   one product of order N, all at once
/// ```
public final class LinalgRank {
  /// Grids that Weft chooses.
  private static final int WIDE = 0;

  private static final int TALL = -1;

  private final World world;
  private final Group all;
  private final Map<Integer, Grid> grids = new HashMap<>();

  private LinalgRank(World world, Group all) {
    this.world = world;
    this.all = all;
  }

  /// Argument: the driver's socket. Without it, the program prints the name of its kernels and
  /// ends.
  public static void main(String[] args) {
    if (args.length == 0) {
      System.out.println(Kernels.of("auto").name());
      return;
    }
    Weft.launch(args, LinalgRank::body);
  }

  private static void body(World world) {
    var rank = new LinalgRank(world, Group.world(world));
    world.start();
    Map<String, Errand> errands =
        Map.of(
            Placement.VERB,
            new Placement(world.rank()),
            WarmUp.VERB,
            WarmUp.COMPILED,
            "local",
            rank::local,
            "factor",
            rank::factor);
    try (var driver = new DriverLine(Path.of(world.args().get(0)), world.rank())) {
      driver.obey(errands);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rank.grids.values().forEach(Grid::close);
  }

  private Grid grid(int rows) {
    return grids.computeIfAbsent(
        rows,
        some ->
            switch (some) {
              case WIDE -> Grid.of(world, all);
              case TALL -> Grid.tall(world, all);
              default -> Grid.of(world, all, some, world.size() / some);
            });
  }

  private Grid grid(LinalgCell cell) {
    boolean tall = cell.task() == LinalgCell.Task.GEMM || cell.task() == LinalgCell.Task.LDLT;
    return grid(cell.rows() == 0 && tall ? TALL : cell.rows());
  }

  private long begin() {
    all.barrier();
    return System.nanoTime();
  }

  private long since(long began) {
    return all.allreduce(System.nanoTime() - began, Operator.MAX);
  }

  private String factor(String[] words) {
    var cell = LinalgCell.parse(words);
    Grid grid = grid(cell);
    int n = cell.n();
    int block = cell.block() == 0 ? grid.defaultBlock(n, n) : cell.block();
    Elements elements =
        switch (cell.task()) {
          case CHOLESKY -> Elements.positiveDefinite(1, n);
          case LDLT -> Elements.symmetric(1);
          case GEMM, LU, QR -> Elements.random(1);
        };
    int count = Integer.parseInt(words[words.length - 1]);
    long least = Long.MAX_VALUE;
    try (DistributedMatrix original = grid.matrix(n, n, block, elements)) {
      for (int i = 0; i < count; i++) {
        least = Math.min(least, factor(cell, grid, original));
      }
    }
    all.barrier();
    return Answer.of(least);
  }

  private long factor(LinalgCell cell, Grid grid, DistributedMatrix original) {
    Blocking blocking = new Blocking(cell.width(), cell.lookahead());
    try (DistributedMatrix a = original.copy()) {
      if (cell.task() == LinalgCell.Task.GEMM) {
        try (DistributedMatrix c = grid.matrix(cell.n(), cell.n(), original.block())) {
          long began = begin();
          c.gemm(1, original, Op.PLAIN, a, Op.PLAIN, 0);
          return since(began);
        }
      }
      long began = begin();
      try (AutoCloseable _ =
          switch (cell.task()) {
            case LU -> a.luInPlace(blocking);
            case CHOLESKY -> a.choleskyInPlace(blocking);
            case QR -> a.qrInPlace(blocking);
            case LDLT, GEMM -> a.ldltInPlace(blocking);
          }) {
        return since(began);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private String local(String[] words) {
    int n = Integer.parseInt(words[1]);
    int count = Integer.parseInt(words[2]);
    long elements = (long) n * n;
    MemorySegment memory = world.heap().allocate(3 * elements * Double.BYTES);
    try {
      Tile a = Tile.packed(memory, 0, n, n);
      Tile b = Tile.packed(memory, elements, n, n);
      Tile c = Tile.packed(memory, 2 * elements, n, n);
      a.fill(0.3);
      b.fill(0.7);
      Kernels kernels = grid(1).kernels();
      long began = begin();
      for (int i = 0; i < count; i++) {
        kernels.gemm(1, a, Op.PLAIN, b, Op.PLAIN, 0, c);
      }
      return Answer.of(since(began) / count);
    } finally {
      world.heap().free(memory);
    }
  }
}
