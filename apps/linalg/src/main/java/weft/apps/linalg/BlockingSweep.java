// SPDX-License-Identifier: Apache-2.0
package weft.apps.linalg;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import weft.World;
import weft.apps.common.ResultsPage;
import weft.codec.Codec;
import weft.codec.Codecs;
import weft.collective.Group;
import weft.collective.Operator;
import weft.linalg.Blocking;
import weft.linalg.DistributedMatrix;
import weft.linalg.Elements;
import weft.linalg.Grid;
import weft.linalg.PhaseLog;
import weft.linalg.kernel.Op;
import weft.linalg.kernel.Tile;

/// Times factorisations and products for many orders and blockings, and prints a table. Each time
/// is the best of several repetitions, which alternate with local products.
final class BlockingSweep {
  private static final int SAMPLE = 512;
  private static final double SAMPLE_SECONDS = 0.05;
  private static final Codec<long[]> LOG = Codecs.of(long[].class);

  private final World world;
  private final Group all;
  private final SweepOptions options;
  private final List<Line> lines = new ArrayList<>();
  private double local;

  /// The GF/s of this rank per second of processor time.
  private double busy;

  BlockingSweep(World world, Group all, SweepOptions options) {
    this.world = world;
    this.all = all;
    this.options = options;
  }

  /// One line of the table.
  ///
  /// @param seconds the best time
  /// @param work the least processor time, without waiting, of the rank that works longest
  /// @param shares the parts of that time at rank 0, in seconds: panel, communication, update,
  ///   waiting
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Line(
      Computation task,
      int n,
      int rows,
      int block,
      Blocking blocking,
      double seconds,
      double work,
      double[] shares) {
    double rate() {
      return task.operations(n) / seconds * 1e-9;
    }
  }

  void run() {
    print(
        "task       n     grid  block  panel  lookahead  seconds   GF/s  share  busy  panel   send "
            + "  update  wait%n");
    for (int rows : options.gridRows()) {
      try (Grid grid = Grid.of(world, all, rows, world.size() / rows)) {
        grid.using(LinearAlgebra.kernels(all, options.blas()));
        localRate(grid);
        for (Computation task : options.tasks()) {
          for (int n : options.orders()) {
            for (int block : options.blocks()) {
              for (int panel : options.panels()) {
                for (boolean lookahead : options.lookaheads()) {
                  Line line = best(grid, task, n, block, new Blocking(panel, lookahead));
                  lines.add(line);
                  print(line);
                }
              }
            }
          }
        }
        print(
            "kernels: %s; local products of all ranks at once %.1f GF/s; on a processor %.1f"
                + " each%n",
            grid.kernels().name(), local, busy);
        if (options.report() != null && rows == options.gridRows().getLast()) {
          report(grid, options.report());
        }
      }
    }
  }

  /// Repeats the last factorisation of the options with and without lookahead, and writes the page.
  private void report(Grid grid, Path file) {
    int n = options.orders().getLast();
    int block = options.blocks().getLast();
    Computation task = options.tasks().getLast();
    SweepReport report =
        new SweepReport(
            "%d ranks (%s), %s, best of %d each"
                .formatted(
                    world.size(), world.transport(), grid.kernels().name(), options.repeat()),
            lines,
            local);
    report.rates();
    report.blockings();
    if (task != Computation.GEMM) {
      report.section("What ranks did");
      for (boolean lookahead : new boolean[] {true, false}) {
        PhaseLog log = new PhaseLog();
        grid.record(log);
        once(grid, task, n, block, new Blocking(options.panels().getLast(), lookahead), log);
        grid.record(null);
        List<long[]> logs = all.gather(0, pieces(log), LOG);
        if (world.rank() == 0) {
          report.phases(
              "%s, n = %d, %s lookahead".formatted(task, n, lookahead ? "with" : "without"), logs);
        }
      }
    }
    report.owners(grid.rows(), grid.columns(), n, block);
    if (world.rank() == 0) {
      ResultsPage.of(world, file).write(report.page());
      print("%s written%n", file);
    }
  }

  private static long[] pieces(PhaseLog log) {
    long[] pieces = new long[3 * log.size()];
    for (int i = 0; i < log.size(); i++) {
      pieces[3 * i] = log.begin(i);
      pieces[3 * i + 1] = log.end(i);
      pieces[3 * i + 2] = log.phase(i).ordinal();
    }
    return pieces;
  }

  private Line best(Grid grid, Computation task, int n, int block, Blocking blocking) {
    double best = Double.POSITIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    double[] shares = new double[4];
    PhaseLog log = new PhaseLog(BlockingSweep::processorTime);
    for (int i = 0; i <= options.repeat(); i++) {
      localRate(grid);
      grid.record(log);
      double seconds = once(grid, task, n, block, blocking, log);
      grid.record(null);
      double work = 0;
      for (PhaseLog.Phase phase : PhaseLog.Phase.values()) {
        work += phase == PhaseLog.Phase.WAITING ? 0 : log.seconds(phase);
      }
      work = all.allreduce(work, Operator.MAX);
      if (work > 0 && work < least) {
        least = work;
        for (PhaseLog.Phase phase : PhaseLog.Phase.values()) {
          shares[phase.ordinal()] = log.seconds(phase);
        }
      }
      if (seconds < best) {
        best = seconds;
      }
    }
    return new Line(task, n, grid.rows(), block, blocking, best, least, shares);
  }

  private double once(
      Grid grid, Computation task, int n, int block, Blocking blocking, PhaseLog log) {
    Elements elements =
        task == Computation.CHOLESKY ? Elements.positiveDefinite(1, n) : Elements.random(1);
    try (DistributedMatrix a = grid.matrix(n, n, block, elements)) {
      if (task == Computation.GEMM) {
        try (DistributedMatrix c = grid.matrix(n, n, block)) {
          long from = begin();
          log.begin();
          c.gemm(1, a, Op.PLAIN, a, Op.PLAIN, 0);
          log.end(PhaseLog.Phase.UPDATE);
          return since(from);
        }
      }
      long from = begin();
      try (AutoCloseable _ = task.factor(a, blocking)) {
        return since(from);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// The processor time of this thread, in nanoseconds.
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private long begin() {
    all.barrier();
    return System.nanoTime();
  }

  private double since(long from) {
    return all.allreduce((System.nanoTime() - from) * 1e-9, Operator.MAX);
  }

  /// Measures local products on all ranks at once, as the machine's limit. Keeps the best rate.
  private void localRate(Grid grid) {
    MemorySegment memory = world.heap().allocate(3L * SAMPLE * SAMPLE * Double.BYTES);
    Tile[] tiles = new Tile[3];
    for (int i = 0; i < 3; i++) {
      tiles[i] = Tile.packed(memory, (long) i * SAMPLE * SAMPLE, SAMPLE, SAMPLE);
      tiles[i].fill(1);
    }
    long from = begin();
    long onProcessor = processorTime();
    int count = 0;
    double seconds = 0;
    while (seconds < SAMPLE_SECONDS) {
      grid.kernels().gemm(1, tiles[0], Op.PLAIN, tiles[1], Op.PLAIN, 0, tiles[2]);
      count++;
      seconds = (System.nanoTime() - from) * 1e-9;
    }
    double operations = 2e-9 * SAMPLE * SAMPLE * SAMPLE * count;
    busy = Math.max(busy, operations / ((processorTime() - onProcessor) * 1e-9));
    local = Math.max(local, all.allreduce(operations / seconds, Operator.SUM));
    world.heap().free(memory);
  }

  private void print(Line line) {
    print(
        "%-9s %5d  %dx%-3d  %5d  %5d  %-9s  %7.4f  %5.1f  %5.3f  %4.2f  %6.4f %6.4f %6.4f %6.4f%n",
        line.task().toString(),
        line.n(),
        line.rows(),
        world.size() / line.rows(),
        line.block(),
        line.blocking().width(),
        line.blocking().lookahead() ? "yes" : "no",
        line.seconds(),
        line.rate(),
        line.rate() / local,
        line.task().operations(line.n()) * 1e-9 / world.size() / line.work() / busy,
        line.shares()[0],
        line.shares()[1],
        line.shares()[2],
        line.shares()[3]);
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a jar that programs do not have
  private void print(String format, Object... arguments) {
    if (world.rank() == 0) {
      System.out.printf(Locale.ROOT, format, arguments);
      System.out.flush();
    }
  }
}
